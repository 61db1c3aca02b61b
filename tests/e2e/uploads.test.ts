// @module-tag journey

import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  attachFiles,
  fillApplication,
  openPart,
  setUp,
  startApplication,
  submitApplication,
} from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { openUploadGate } from '../support/e2e/upload-gate.ts'

let environment: TestEnvironment
let gate: Awaited<ReturnType<typeof openUploadGate>>
beforeAll(async () => {
  environment = await TestEnvironment.open()
  gate = await openUploadGate(environment.sandbox.port)
  await setUp(environment.app, { ...environment.sandbox, base_url: gate.url }, environment.relay)
})
afterAll(async () => {
  gate.open()
  await environment.close()
  await gate.close()
})

/** Writes a PDF like one from a scanner: one page with a large number of bytes. */
async function scan(name: string, megabytes: number): Promise<string> {
  const pdf = await PDFDocument.create()
  pdf.addPage()
  await pdf.attach(randomBytes(megabytes * 1024 * 1024), 'scan.bin')
  const path = join(environment.folder, name)
  await writeFile(path, await pdf.save())
  return path
}
const row = (name: string, state?: string) =>
  environment.page.locator(`[data-document="${name}"]${state === undefined ? '' : `[data-state="${state}"]`}`)

it('an upload shows its progress, can be canceled and sent again, and other files can be added meanwhile', async () => {
  const { page } = environment
  const files = await Promise.all([scan('first.pdf', 12), scan('second.pdf', 12)])
  await startApplication(page)
  await fillApplication(page)
  await attachFiles(page, files)
  await row('second.pdf', 'attached').waitFor()
  expect(await row('first.pdf').getByRole('button', { name: 'Send first.pdf' }).count()).toBe(0)
  gate.shut()
  await submitApplication(page)

  const first = row('first.pdf', 'sending')
  await first.getByText(/MB of 12\.\d MB · \d+%/).waitFor()
  await row('second.pdf', 'queued').waitFor()
  await expect
    .poll(async () => Number(await first.locator('[data-sent]').getAttribute('data-sent')))
    .toBeGreaterThan(0)

  await attachFiles(page, environment.pdfs.slice(0, 1))
  await page.locator('[data-document*="signed application"][data-state="queued"]').waitFor()

  await first.getByRole('button', { name: 'Cancel sending first.pdf' }).click()
  await row('first.pdf', 'attached')
    .getByText('You canceled sending. The funding partner received nothing.')
    .waitFor()
  await row('second.pdf', 'sending').waitFor()
  await row('first.pdf').getByRole('button', { name: 'Send first.pdf again' }).click()
  await row('first.pdf', 'queued').waitFor()
})

it('an upload that was interrupted by closing the app continues after the restart', async () => {
  const { hash: address } = new URL(environment.page.url())
  await row('second.pdf', 'sending').waitFor()
  await environment.app.close()
  gate.open()
  await environment.relaunch()
  const { page } = environment
  await environment.goTo(address)
  await openPart(page, 'documents')
  for (const name of ['second.pdf', 'first.pdf'])
    // Wait for the documents in the order in which the app sends them.
    await row(name, 'received').waitFor()
  await page.locator('[data-document*="signed application"][data-state="received"]').waitFor()
})
