import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { EncryptedDocumentStore } from '../../src-main/platform/vault/documents/encrypted-document-store.ts'
import { createConnectPartner } from '../../src-main/platform/partner/connect-partner.ts'
import { SYSTEM_NETWORK } from '../../src-shared/features/connection/service-settings.ts'
import { must } from '../../src-main/platform/base/failure.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'

// The bench `upload` measures this program in its own process. The program encrypts and stores documents as the app does. Each time its
// parent process sends a message, it uploads all documents, one after the other.

const { base_url, files, folder } = JSON.parse(process.argv[2] ?? '') as {
  base_url: string
  files: string[]
  folder: string
}
const store = new EncryptedDocumentStore(join(folder, 'documents'), randomBytes(32))
const documents: { sha256: string; size: number }[] = []
for (const file of files) documents.push(await store.add(file))
const connect = createConnectPartner({ resolveProxy: () => Promise.resolve('DIRECT') })
const partner = must(
  connect({
    base_url,
    client_id: 'bench',
    clientSecret: () => Promise.resolve(ok('bench')),
    service: { endpoints: standardEndpoints, requests_per_second: 0, network: SYSTEM_NETWORK },
    proxyPassword: () => Promise.resolve(ok(null)),
    onCall: () => {},
  }),
)

let before: number | null = null

process.on('message', () => void upload())
process.send?.({ sha256s: documents.map(({ sha256 }) => sha256) })

async function upload(): Promise<void> {
  before ??= process.memoryUsage.rss()
  let highest = before
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 20)
  const began = performance.now()
  for (const { sha256, size } of documents) {
    const file = { name: 'statement.pdf', size, sha256, open: () => store.open(sha256) }
    const document = { application_id: '1', type: 'bank_statement', file } as const
    const sent = await partner.createDocument(document, () => {}, new AbortController().signal)
    if (!sent.ok) throw new Error(sent.error.code)
  }
  const ms = performance.now() - began
  clearInterval(watch)
  process.send?.({ ms, rss_growth: Math.max(highest, process.memoryUsage.rss()) - before })
}
