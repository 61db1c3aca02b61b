import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { EncryptedDocumentStore } from '../../src-main/platform/vault/documents/encrypted-document-store.ts'
import { createConnectPartner } from '../../src-main/platform/partner/connect-partner.ts'
import { SYSTEM_NETWORK } from '../../src-shared/features/connection/service-settings.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'

// The bench `upload` measures this program in its own process. The program encrypts and stores a document as the app does. Each time its
// parent process sends a message, it uploads the document.

const { base_url, file, folder } = JSON.parse(process.argv[2] ?? '') as Record<
  'base_url' | 'file' | 'folder',
  string
>
const store = new EncryptedDocumentStore(join(folder, 'documents'), randomBytes(32))
const stored = await store.add(file)
if (!stored.ok) throw new Error(stored.error.code)
const { sha256, size } = stored.value
const partner = createConnectPartner({ resolveProxy: () => Promise.resolve('DIRECT') })({
  base_url,
  client_id: 'bench',
  clientSecret: () => Promise.resolve(ok('bench')),
  service: { endpoints: standardEndpoints, requests_per_second: 0, network: SYSTEM_NETWORK },
  proxyPassword: () => Promise.resolve(ok(null)),
  onCall: () => {},
})

let before: number | null = null

process.on('message', () => void upload())
process.send?.({ sha256 })

async function upload(): Promise<void> {
  before ??= process.memoryUsage.rss()
  let highest = before
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 20)
  const began = performance.now()
  const sent = await partner.createDocument(
    {
      application_id: '1',
      type: 'bank_statement',
      file: { name: 'statement.pdf', size, sha256, open: () => store.open(sha256) },
    },
    () => {},
    new AbortController().signal,
  )
  const ms = performance.now() - began
  clearInterval(watch)
  if (!sent.ok) throw new Error(sent.error.code)
  process.send?.({ ms, rss_growth: Math.max(highest, process.memoryUsage.rss()) - before })
}
