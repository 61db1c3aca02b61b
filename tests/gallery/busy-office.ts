import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attachFiles, chooseKind } from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import type { Language } from '../../src-shared/platform/texts/messages.ts'
import { makeApplication } from '../support/documents/application-forms.ts'
import { bakeryMonths, drawBankStatement, type DrawnStatement } from '../../build/demo/bank-statement.ts'
import { killReader } from '../support/e2e/kill-reader.ts'
import { fillVault } from '../support/fill-vault.ts'
import { generateStatement } from '../support/statements/generator.ts'
import { Dice } from '../support/statements/ledger.ts'
import { scannedPdf } from '../support/statements/scanned-pdf.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { leavesOf } from '../../src-shared/features/form/orphaned-values.ts'
import { makeDraft, openDeal, setMessages } from './ipc.ts'
import { PAPER, PAST_DEALS, pastDeal } from './past-deals.ts'

const HOLDER = 'Alder River Bakery LLC'
const COMPLETE = Object.fromEntries(leavesOf(completeDraft()).map(({ path, value }) => [path, value]))

/** A running app, and the ids of deals that went through the real sandbox. Each field is named after the state of its deal. */
export interface BusyEnvironment {
  environment: TestEnvironment
  incomplete: string
  ready: string
  /** A draft with the bank statements of two accounts. */
  statements: string
  offers: string
  refused: string
  unknown: string
}

/** Opens an app whose vault contains a year of past deals, and today's deals in each possible state. */
export async function openBusyEnvironment(language: Language = 'en'): Promise<BusyEnvironment> {
  const environment = await TestEnvironment.openSetUp((data) =>
    fillVault(data, PAST_DEALS, pastDeal, [PAPER]),
  )
  try {
    const { page } = environment
    if (language !== 'en') await setMessages(page, language)
    const of = (legal_name: string, ein: string, reference: string, more: Record<string, string> = {}) =>
      makeDraft(page, {
        ...COMPLETE,
        'company.legal_name': legal_name,
        'company.ein': ein,
        'company.owners.row01.ssn': `900${ein.slice(0, 6)}`,
        'application.reference': reference,
        ...more,
      })
    const incomplete = await makeDraft(page, {
      'company.legal_name': 'Marlow Garage Inc',
      'application.amount_requested': '58000',
    })
    const offers = await of('Juniper Bakery LLC', '123456789', 'JB-11 multiple')
    await openDeal(page, offers, '/documents')
    await attachFiles(page, environment.pdfs)
    await page.locator('[data-document]').nth(3).waitFor()
    // The app suggests document kinds from the text of the files. This confirms two of these suggestions.
    if (language === 'en')
      await chooseKind(page, 'Juniper Bakery – signed application.pdf', 'Signed application')
    if (language === 'en') await chooseKind(page, 'Voided check.pdf', 'Voided check')
    await submit(environment, offers)
    await openDeal(page, offers, '/offers')
    await page.locator('[data-offer]').nth(2).waitFor()

    const refused = await of('Quarry Stone Supply Co', '223456789', 'QS-4', {
      'company.owners.row01.ssn': '666123456',
    })
    await submit(environment, refused)
    await page.locator('[data-deal-state="refused"]').waitFor()

    const unknown = await of('Linden Veterinary Clinic', '323456789', 'LV-2')
    await breakService(environment, [
      { route: 'POST /iso/api/v1/application', fault: 'reset_after_processing' },
      { route: 'GET /iso/api/v1/applications', fault: 'status', status: 404 },
    ])
    await submit(environment, unknown)
    await page.locator('[data-deal-state="unknown"]').waitFor()
    const ready = await of('Tern & Daughters Boatyard', '423456789', 'TD-1')
    const statements = await makeDraft(page, { 'company.legal_name': HOLDER })
    await openDeal(page, statements, '/documents')
    await attachFiles(page, await writeStatements(environment.folder))
    await page.locator('[data-verdict]').nth(4).waitFor({ timeout: 60_000 })
    return { environment, statements, incomplete, ready, offers, refused, unknown }
  } catch (error) {
    await environment.close()
    throw error
  }
}

/** Attaches an application form to a deal, and opens the panel with the values that the app found in it. */
export async function reviewApplication({ page, folder }: TestEnvironment, deal_id: string): Promise<void> {
  const { bytes } = await makeApplication({ layout: 'boxed', seed: 3, empty: 0 })
  const file = join(folder, 'application.pdf')
  await writeFile(file, bytes)
  await openDeal(page, deal_id, '/documents')
  await attachFiles(page, [file])
  const strip = page.getByTestId('prefill-strip')
  await strip.waitFor()
  await strip.getByRole('button').first().click()
  await page.getByTestId('prefill-panel').waitFor()
  await page.getByTestId('viewer-mark').first().waitFor()
  await page.locator('[data-page="1"][data-drawn]').waitFor()
}

/**
 * Writes the statements of two accounts into a folder. Returns their paths. The last month of the first account does not add up, and the
 * second month of the savings account opens with another balance than the first one closed with.
 */
async function writeStatements(folder: string): Promise<string[]> {
  const months = bakeryMonths(3).map((month) => ({ ...month, holder: HOLDER }))
  const savings = months.slice(0, 2).map((month, at): DrawnStatement => {
    const day = `${month.from.slice(0, 7)}-12`
    return {
      ...month,
      last4: '9921',
      opening: 4_000_000 - at * 255_000,
      entries: [
        { date: day, description: 'ONLINE TRANSFER TO CHECKING 4417', cents: -250_000 },
        { date: month.to, description: 'INTEREST PAID', cents: 1_234 },
      ],
    }
  })
  return Promise.all(
    [...months, ...savings].map(async (month, at) => {
      const path = join(folder, `Bank statement ${month.last4} ${month.from.slice(0, 7)}.pdf`)
      await writeFile(path, await drawBankStatement(month, { closingOff: at === 2 ? 100 : 0 }))
      return path
    }),
  )
}

/** Attaches a scan to a deal, and kills the process that reads it. The deal's documents must be on the screen. */
export async function failReading(environment: TestEnvironment, deal_id: string): Promise<void> {
  const { page, folder } = environment
  const scan = join(folder, 'Scan.pdf')
  await writeFile(scan, await scannedPdf(generateStatement(5).file.pages, new Dice(5)))
  await attachFiles(page, [scan])
  const row = page.locator('[data-document="Scan.pdf"]')
  await row.waitFor()
  // A bank statement is read at once. By IPC, because the page may speak Spanish.
  await page.evaluate(
    `fundingDesk.call('deals.get', { deal_id: ${JSON.stringify(deal_id)} }, 'sandbox').then(({ value }) => {
      const { document_id } = value.document_list.find(({ name }) => name === 'Scan.pdf')
      return fundingDesk.call('documents.set_kind', { document_id, kind: 'bank_statement' }, 'sandbox')
    })`,
  )
  // At first, the app may still read the statement of a past deal.
  await row.getByTestId('reading-progress').waitFor()
  await killReader(environment)
  await row.getByTestId('reading-note').scrollIntoViewIfNeeded()
}

async function submit({ page }: TestEnvironment, deal_id: string): Promise<void> {
  await openDeal(page, deal_id)
  await page.evaluate(async (id) => {
    const { fundingDesk } = globalThis as unknown as {
      fundingDesk: { call(channel: string, input: object, shown: string): Promise<{ ok: boolean }> }
    }
    const submitted = await fundingDesk.call('submission.submit', { deal_id: id }, 'sandbox')
    if (!submitted.ok) throw new Error(JSON.stringify(submitted))
  }, deal_id)
}

/** Replaces the list of faults that the sandbox (the simulated partner) shows in its responses. */
export async function breakService(
  { sandbox }: Pick<TestEnvironment, 'sandbox'>,
  faults: object[],
): Promise<void> {
  const answer = await fetch(`${sandbox.admin_url}/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })
  if (!answer.ok) throw new Error(`The service did not take the faults: ${answer.status}.`)
}
