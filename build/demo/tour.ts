import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { projectFolder } from '../runtime/cache.mjs'
import { describeElectron, findElectron } from '../runtime/electron.mjs'
import {
  attachFiles,
  chooseKind,
  fillApplication,
  fillCredentials,
  makeRecoveryCode,
  pairRelay,
  startApplication,
} from './journey.ts'
import { launchApp } from './launch-app.ts'
import { startNotificationDaemon } from './notification-daemon.ts'
import { makeSamplePdfs } from './sample-pdfs.ts'
import { startRelay, startSandbox } from './services.ts'

// Performs the main workflow, from the first run of the app to the first offer, in the real app with the real services, and takes a
// screenshot of each step. Exits with 0 only if the app sent a desktop notification about the offer through D-Bus. Run it in a separate
// desktop session.

const pictures = join(projectFolder, 'out', 'tour')
let number = 0
let began = performance.now()

async function step(words: string, work: () => Promise<unknown>, page?: () => Page): Promise<void> {
  began = performance.now()
  await work()
  const ms = Math.round(performance.now() - began)
  number++
  const picture = `${String(number).padStart(2, '0')}-${words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`
  if (page) await page().screenshot({ path: join(pictures, picture) })
  console.log(`${String(number).padStart(2)}. ${words} (${ms} ms)${page ? ` → out/tour/${picture}` : ''}`)
}

async function tour(): Promise<void> {
  const electron = await findElectron()
  console.log(describeElectron(electron))
  await rm(pictures, { recursive: true, force: true })
  await mkdir(pictures, { recursive: true })
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-tour-'))
  const ends: (() => Promise<void> | void)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const daemon = await startNotificationDaemon()
    ends.unshift(() => daemon.stop())
    const sandbox = await startSandbox({ data: join(folder, 'sandbox'), speed: '1200' })
    ends.unshift(() => sandbox.stop())
    const relay = await startRelay({ data: join(folder, 'relay'), jwks_url: sandbox.jwks_url })
    ends.unshift(() => relay.stop())
    const pdfs = await makeSamplePdfs(join(folder, 'documents'))
    console.log(`Sandbox at ${sandbox.base_url}, relay at ${relay.url}`)

    const app = await launchApp({ electron, data: join(folder, 'app') })
    ends.unshift(() => app.close())
    const { page } = app
    const shown = () => page

    await step('First run', () => page.getByRole('heading', { name: 'Welcome' }).waitFor(), shown)
    await step(
      'Connection tested',
      async () => {
        await fillCredentials(page, sandbox)
        await page.getByRole('button', { name: 'Test connection' }).click()
        await page.getByTestId('connection-report').waitFor()
      },
      shown,
    )
    await step(
      'Credentials stored in the keychain',
      async () => {
        await page.getByRole('button', { name: 'Save and continue' }).click()
        await page.getByLabel('Pairing code').waitFor()
      },
      shown,
    )
    await step('Relay paired', () => pairRelay(app, relay), shown)
    await step(
      'Recovery code confirmed',
      async () => {
        await makeRecoveryCode(page)
        await page.getByRole('heading', { name: 'You are set up' }).waitFor()
      },
      shown,
    )
    await step(
      'Empty pipeline',
      async () => {
        await page.getByRole('button', { name: 'Open Pipeline' }).click()
        await page.locator('[data-connection="live"]').waitFor()
      },
      shown,
    )
    await step('New application', () => startApplication(page), shown)
    await step('Application filled', () => fillApplication(page), shown)
    await step(
      'Documents attached',
      async () => {
        await attachFiles(page, pdfs)
        await page
          .locator('[data-document]')
          .nth(pdfs.length - 1)
          .waitFor()
        await chooseKind(page, 'Juniper Bakery – signed application.pdf', 'Signed application')
        await chooseKind(page, 'Voided check.pdf', 'Voided check')
      },
      shown,
    )
    await step(
      'What goes out',
      async () => {
        await page.getByRole('button', { name: 'Submit' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).waitFor()
      },
      shown,
    )
    await step(
      'Partner received application and documents',
      async () => {
        await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
        await page
          .locator('[data-document][data-state="received"]')
          .nth(pdfs.length - 1)
          .waitFor()
      },
      shown,
    )
    await step('Pipeline', () => page.getByRole('link', { name: 'Back to Pipeline' }).click(), shown)
    await step(
      'Offer announced by a desktop notification',
      async () => {
        const offer = await daemon.waitFor('Offer available')
        console.log(`    D-Bus: “${offer.summary}” – “${offer.body}”`)
        await page.locator('[data-deal]', { hasText: 'Offer available' }).waitFor()
        await page.screenshot({ path: join(pictures, '12-pipeline-with-offer.png') })
        daemon.click(offer)
        await page.locator('[data-offer]').first().waitFor()
      },
      shown,
    )
    await step(
      'Same screen in dark mode',
      async () => {
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.getByRole('button', { name: 'Refresh' }).waitFor()
      },
      shown,
    )
    await step(
      'Call log',
      async () => {
        await page.getByRole('link', { name: 'Settings' }).click()
        await page.getByRole('link', { name: 'Advanced' }).click()
        await page.getByRole('link', { name: 'View call log' }).click()
        await page.getByRole('row').nth(5).waitFor()
      },
      shown,
    )
    await step('Settings', () => page.getByRole('link', { name: 'Settings' }).click(), shown)
    await page.emulateMedia({ colorScheme: 'light' })
    if (app.complaints.length > 0) console.log(app.complaints.join('').slice(0, 4000))
  } finally {
    for (const end of ends) await end()
  }
}

await tour()
