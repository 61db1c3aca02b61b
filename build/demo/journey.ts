import type { ElectronApplication, Page } from 'playwright-core'
import type { DealPart } from '../../src-shared/platform/addresses/deep-link.ts'
import type { RunningApp } from './launch-app.ts'
import type { RelayService, SandboxService } from './services.ts'

// Functions that perform a broker's steps on the screens of the app. The tour (a scripted walk through the app) and the end-to-end tests
// use them.

/** First run, step 1: enters the sandbox credentials, which the app checks and stores. */
export async function enterCredentials(
  page: Page,
  sandbox: Parameters<typeof fillCredentials>[1],
): Promise<void> {
  await fillCredentials(page, sandbox)
  await page.getByRole('button', { name: 'Save and continue', exact: true }).click()
  await page.getByRole('textbox', { name: 'Pairing code', exact: true }).waitFor()
}

export async function fillCredentials(
  page: Page,
  { base_url, client_id, client_secret }: Pick<SandboxService, 'base_url' | 'client_id' | 'client_secret'>,
): Promise<void> {
  await page.getByRole('textbox', { name: 'Base URL', exact: true }).fill(base_url)
  await page.getByRole('textbox', { name: 'Client ID', exact: true }).fill(client_id)
  await page.getByRole('textbox', { name: 'Client secret', exact: true }).fill(client_secret)
}

/** First run, step 2: pairs the app with the relay, and registers a webhook at the partner. */
export async function pairRelay({ application, page }: AppInHand, relay: RelayService): Promise<void> {
  await page.getByRole('textbox', { name: 'Relay address', exact: true }).fill(relay.url)
  await page.getByRole('textbox', { name: 'Pairing code', exact: true }).fill(await relay.pairingCode())
  await answeringDialogs(application, 'yes', async () => {
    await page.getByRole('button', { name: 'Pair and register', exact: true }).click()
    await page.getByRole('button', { name: 'Show recovery code', exact: true }).waitFor()
  })
}

type AppInHand = Pick<RunningApp, 'application' | 'page'>
type Answer = 'yes' | 'no'

/**
 * Answers system dialogs while `work` runs, because Playwright cannot click in system dialogs. Returns the questions of the dialogs, in
 * order.
 */
export async function answeringDialogs(
  application: ElectronApplication,
  answer: Answer,
  work: () => Promise<unknown>,
): Promise<string[]> {
  await application.evaluate(({ dialog }, isYes) => {
    const kept = globalThis as unknown as { shown: typeof dialog.showMessageBox; asked: string[] }
    kept.shown = dialog.showMessageBox
    kept.asked = []
    dialog.showMessageBox = async (...given: unknown[]) => {
      const {
        message,
        detail = '',
        defaultId,
        cancelId,
      } = given.at(-1) as { message: string; detail?: string; defaultId: number; cancelId: number }
      kept.asked.push(`${message}\n${detail}`)
      // Every dialog must cancel on Enter, as it does on Escape. If one does not, never answer yes, so that the mistake makes a test fail.
      const isSafe = defaultId === cancelId
      return { response: isYes && isSafe ? 1 : cancelId, checkboxChecked: false }
    }
  }, answer === 'yes')
  try {
    await work()
  } finally {
    await application.evaluate(({ dialog }) => {
      dialog.showMessageBox = (globalThis as unknown as { shown: typeof dialog.showMessageBox }).shown
    })
  }
  return application.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
}

/** First run, step 3: creates and confirms the recovery code. Returns its words. */
export async function makeRecoveryCode(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Show recovery code', exact: true }).click()
  const shown = page.getByRole('list', { name: 'Recovery code', exact: true }).getByRole('listitem')
  await shown.first().waitFor()
  const words = await shown.allInnerTexts()
  await page.getByRole('button', { name: 'I wrote it down', exact: true }).click()
  for (const input of await page.locator('[data-asked]').all())
    // Fill in one field after another, as a user does.
    await input.fill(words[Number(await input.getAttribute('data-asked'))] ?? '')
  await page.getByRole('button', { name: 'Confirm code', exact: true }).click()
  return words
}

/** Completes all steps of the first run, until the app shows the pipeline. */
export async function setUp(app: AppInHand, sandbox: SandboxService, relay: RelayService): Promise<void> {
  const { page } = app
  await enterCredentials(page, sandbox)
  await pairRelay(app, relay)
  await makeRecoveryCode(page)
  await page.getByRole('heading', { name: 'You are set up', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Open Pipeline', exact: true }).click()
  await page.getByRole('heading', { name: 'Pipeline', exact: true }).waitFor()
  await page.locator('[data-connection="live"]').waitFor()
}

/** Opens a section of the settings by its name. */
export async function openSettings(page: Page, section: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page
    .getByRole('navigation', { name: 'Settings sections', exact: true })
    .getByRole('link', { name: section, exact: true })
    .click()
  // Most of this section is hidden until the support mode is on.
  if (section === 'Advanced') await page.getByRole('switch', { name: 'Support mode' }).check()
}

export async function startApplication(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /New application|Start an application/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'New application', exact: true }).waitFor()
}

/** A complete application of a fictional merchant, as a broker types the values. */
export const APPLICATION: Readonly<Record<string, string>> = {
  'application.amount_requested': '35000',
  'application.use_of_funds': 'Working capital',
  'application.reference': 'JB-2026-11',
  'company.legal_name': 'Juniper Bakery LLC',
  'company.ein': '123456789',
  'company.entity_type': 'LLC',
  'company.business_start_date': '2016-04-01',
  'company.address.street_1': '18 Alder Street',
  'company.address.city': 'Portland',
  'company.address.state': 'OR – Oregon',
  'company.address.zip': '97204',
  'company.phone': '5035550142',
  'company.monthly_revenue': '42500',
  'company.owners.0.first_name': 'Ada',
  'company.owners.0.last_name': 'Sample',
  'company.owners.0.ownership_percent': '60',
  'company.owners.0.date_of_birth': '1980-02-29',
  'company.owners.0.ssn': '900123456',
}

/** Fills in an application field by field and waits until it is saved. */
export async function fillApplication(page: Page, values = APPLICATION): Promise<void> {
  await openPart(page, 'application')
  for (const [path, value] of Object.entries(values)) await fillField(page, path, value)
  await page.locator('[data-path="application.consent_accepted"]').check()
  await waitUntilSaved(page)
}

/** Returns the selector of a field of the form. A path names a row by its number, because the id of a row is random. */
export function fieldAt(path: string): string {
  const [list, row, name] = path.split(/\.(\d+)\./)
  return row === undefined
    ? `[data-path="${path}"]`
    : `:nth-match([data-path^="${list}."][data-path$=".${name}"], ${Number(row) + 1})`
}

/** Types into a field, or chooses an option if the field is a list. */
export async function fillField(page: Page, path: string, value: string): Promise<void> {
  const field = page.locator(fieldAt(path))
  const isChoice = (await field.getAttribute('aria-haspopup')) === 'listbox'
  if (isChoice) await field.click()
  await field.fill(value)
  if (isChoice) await page.getByRole('option', { name: value, exact: true }).click()
  else await field.blur()
}

export async function waitUntilSaved(page: Page): Promise<void> {
  await page.locator('[data-save="saved"]').waitFor()
}

/** Opens a section of the current deal, such as its documents or offers. */
export async function openPart(page: Page, part: DealPart): Promise<void> {
  const link = page.locator(`[data-part="${part}"]`)
  if ((await link.getAttribute('aria-current')) === null) await link.click()
}

/** Opens the current deal's documents and attaches files. */
export async function attachFiles(page: Page, paths: string[]): Promise<void> {
  await openPart(page, 'documents')
  await page.locator('[data-testid="documents"] input[type="file"]').setInputFiles(paths)
}

export async function chooseKind(page: Page, file: string, kind: string): Promise<void> {
  const select = page.getByRole('combobox', { name: `Type of ${file}`, exact: true })
  await select.click()
  await select.fill(kind)
  await page.getByRole('option', { name: kind, exact: true }).first().click()
}

/** Completes the setup of the first run, fills in an application, attaches a file, and submits both. */
export async function setUpAndSubmit(
  app: AppInHand,
  sandbox: SandboxService,
  relay: RelayService,
  pdf: string,
): Promise<void> {
  const { page } = app
  await setUp(app, sandbox, relay)
  await startApplication(page)
  await fillApplication(page)
  await attachFiles(page, [pdf])
  await page.locator('[data-document]').waitFor()
  await submitApplication(page)
}

/** Clicks Submit and confirms the summary. */
export async function submitApplication(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Submit/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Submit', exact: true }).waitFor()
  // If an application for the same client was submitted before, the dialog has a checkbox that must be checked.
  const despite = dialog.getByRole('checkbox')
  if ((await despite.count()) > 0) await despite.check()
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
}
