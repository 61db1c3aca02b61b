import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describeElectron, findElectron } from '../runtime/electron.mjs'
import {
  attachFiles,
  chooseKind,
  fillApplication,
  fillCredentials,
  makeRecoveryCode,
  openPart,
  openSettings,
  pairRelay,
  startApplication,
} from './journey.ts'
import { launchApp } from './launch-app.ts'
import { startNotificationDaemon } from './notification-daemon.ts'
import { pictureOf, TOUR_STEPS, tourFolder } from './run-tour.mjs'
import { writeSamplePapers } from './sample-papers.ts'
import { startRelay, startSandbox } from './services.ts'

// Performs the main workflow, from the first run of the app to the first offer, in the real app with the real services, and takes a
// screenshot of each step. Exits with 0 only if the app sent a desktop notification about the offer through D-Bus. Run it in a separate
// desktop session.

let done = 0

/** Performs the next step of `TOUR_STEPS` and takes its picture. */
async function step(
  page: Page,
  name: (typeof TOUR_STEPS)[number],
  work: () => Promise<unknown>,
): Promise<void> {
  if (TOUR_STEPS[done] !== name)
    throw new Error(`The next step of the tour is “${TOUR_STEPS[done]}”, not “${name}”.`)
  const began = performance.now()
  await work()
  const ms = Math.round(performance.now() - began)
  done++
  await page.screenshot({ path: join(tourFolder, pictureOf(name)) })
  console.log(`${String(done).padStart(2)}. ${name} (${ms} ms) → out/tour/${pictureOf(name)}`)
}

async function tour(): Promise<void> {
  const electron = await findElectron()
  console.log(describeElectron(electron))
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-tour-'))
  const ends: (() => Promise<void> | void)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const daemon = await startNotificationDaemon()
    ends.unshift(() => daemon.stop())
    const sandbox = await startSandbox({ data: join(folder, 'sandbox'), speed: '1200' })
    ends.unshift(() => sandbox.stop())
    const relay = await startRelay({ data: join(folder, 'relay'), jwks_url: sandbox.jwks_url })
    ends.unshift(() => relay.stop())
    const { papers } = await writeSamplePapers(join(folder, 'documents'))
    console.log(`Sandbox at ${sandbox.base_url}, relay at ${relay.url}`)

    const app = await launchApp({ electron, data: join(folder, 'app') })
    ends.unshift(() => app.close())
    const { page } = app
    // On a busy machine, reading all statements takes longer than Playwright's usual limit.
    page.setDefaultTimeout(120_000)
    const documents = page.locator('[data-document]')

    await step(page, 'First run', () =>
      page.getByRole('heading', { name: 'Welcome to Funding Desk', exact: true }).waitFor(),
    )
    await step(page, 'Connection tested', async () => {
      await fillCredentials(page, sandbox)
      await page.getByRole('button', { name: 'Test connection', exact: true }).click()
      await page.getByTestId('connection-report').waitFor()
    })
    await step(page, 'Credentials stored in the keychain', async () => {
      await page.getByRole('button', { name: 'Save and continue', exact: true }).click()
      await page.getByRole('textbox', { name: 'Pairing code', exact: true }).waitFor()
    })
    await step(page, 'Relay paired', () => pairRelay(app, relay))
    await step(page, 'Recovery code confirmed', async () => {
      await makeRecoveryCode(page)
      await page.getByRole('heading', { name: 'You are set up', exact: true }).waitFor()
    })
    await step(page, 'Empty pipeline', async () => {
      await page.getByRole('button', { name: 'Open Pipeline', exact: true }).click()
      await page.locator('[data-connection="live"]').waitFor()
    })
    await step(page, 'New application', () => startApplication(page))
    await step(page, 'Documents attached', async () => {
      await attachFiles(page, papers)
      await documents.nth(papers.length - 1).waitFor()
      await chooseKind(page, 'Juniper Bakery – signed application.pdf', 'Signed application')
      await chooseKind(page, 'Voided check.pdf', 'Voided check')
      // All papers are statements except the application and the check.
      await page
        .locator('[data-document] [data-verdict="verified"]')
        .nth(papers.length - 3)
        .waitFor()
    })
    await step(page, 'Values found in the application form', async () => {
      await page.getByTestId('prefill-strip').getByRole('button', { name: 'Review', exact: true }).click()
      await page.getByTestId('viewer-mark').first().waitFor()
      await page.locator('[data-page="1"][data-drawn]').waitFor()
    })
    await step(page, 'Application filled', async () => {
      const panel = page.getByTestId('prefill-panel')
      await panel.getByRole('button', { name: /^Accept all/ }).click()
      await panel.locator('li[data-state="new"]').first().waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Done', exact: true }).click()
      // The form contains everything else that the application requires.
      await fillApplication(page, { 'application.reference': 'JB-2026-11' })
    })
    await step(page, 'Statements verified', async () => {
      await openPart(page, 'statements')
      await page.getByTestId('statement-positions').waitFor()
    })
    await step(page, 'Checklist', async () => {
      await openPart(page, 'documents')
      await page.getByTestId('checklist').scrollIntoViewIfNeeded()
    })
    await step(page, 'What goes out', async () => {
      await page.getByRole('button', { name: 'Submit', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).waitFor()
    })
    await step(page, 'Partner received application and documents', async () => {
      await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
      await openPart(page, 'documents')
      await page
        .locator('[data-document][data-state="received"]')
        .nth(papers.length - 1)
        .waitFor()
    })
    await step(page, 'Pipeline', () =>
      page.getByRole('link', { name: 'Back to Pipeline', exact: true }).click(),
    )
    await step(page, 'Offer announced by a desktop notification', async () => {
      const offer = await daemon.waitFor('Offer available')
      console.log(`    D-Bus: “${offer.summary}” – “${offer.body}”`)
      await page.locator('[data-deal]', { hasText: 'Offer available' }).waitFor()
    })
    await step(page, 'Offer opened from the notification', async () => {
      daemon.click(await daemon.waitFor('Offer available'))
      await page.locator('[data-offer]').first().waitFor()
    })
    await step(page, 'Same screen in dark mode', async () => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor()
    })
    await step(page, 'Call log', async () => {
      await openSettings(page, 'Advanced')
      await page.getByRole('link', { name: 'View call log', exact: true }).click()
      await page.getByRole('row').nth(5).waitFor()
    })
    await step(page, 'Settings', () => openSettings(page, 'Appearance'))
    await page.emulateMedia({ colorScheme: 'light' })
    if (app.complaints.length > 0) console.log(app.complaints.join('').slice(0, 4000))
  } finally {
    for (const end of ends) await end()
  }
}

await tour()
