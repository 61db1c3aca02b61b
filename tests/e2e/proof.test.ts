import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readProof } from '../../build/verify-proof.ts'
import type { ProofFact } from '../../src-shared/features/proof/proof-schema.ts'
import { fillPipeline, fillVault } from '../support/fill-vault.ts'
import { pdfText } from '../support/pdf-text.ts'
import { storedDeal } from '../support/stored-deal.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

/** File that stores the PDF for manual review. */
const KEPT = process.env['FUNDING_DESK_PROOF_PDF']
const ENTRIES = Number(process.env['FUNDING_DESK_PROOF_ENTRIES'] ?? 30)

const NAME = 'Bäckerei <b>杜松</b> & Łódź <script>document.title = "x"</script>'
const DEAL = storedDeal({ legal_name: NAME, state: 'received', application_id: 'app-1' })
const AT = '2026-05-04T10:00:00.000Z'
const FILE = {
  document_id: 'd',
  name: '明細<img src=x>.pdf',
  kind: 'bank_statement',
  size: 9,
  sha256: 'd'.repeat(64),
}
const FACTS: ProofFact[] = Array.from({ length: ENTRIES }, () => ({ what: 'document_sent', file: FILE }))

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.open(async (data) => {
    await fillPipeline(data, 0)
    await fillVault(data, 1, () => [
      { write: 'create_deal', deal: DEAL },
      ...FACTS.map((fact) => ({ write: 'append_proof', deal_id: DEAL.deal_id, at: AT, fact }) as const),
    ])
  })
})
afterAll(() => environment.close())

it('the PDF of a proof shows names in any script as text, and contains the proof as an attachment', async () => {
  const { page } = environment
  const path = KEPT ?? join(environment.folder, 'proof.pdf')
  await environment.app.application.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath })
  }, path)
  const input = JSON.stringify({ deal_id: DEAL.deal_id, as: 'pdf' })
  expect(await page.evaluate(`fundingDesk.call('proof.export', ${input})`)).toMatchObject({ ok: true })

  const text = await pdfText(await readFile(path))
  expect(text).toContain(NAME)
  expect(text).toContain(FILE.name)
  expect(text).toMatch(/Page 2 of \d/)
  const attached = join(environment.folder, 'attached.json')
  await promisify(execFile)('pdfdetach', ['-save', '1', '-o', attached, path])
  const { deal, entries } = readProof(await readFile(attached, 'utf8'))
  expect(deal).toMatchObject({ deal_id: DEAL.deal_id, legal_name: NAME })
  expect(entries).toEqual(FACTS.map((fact) => ({ at: AT, fact })))
  expect(text).toContain(FILE.sha256)
})
