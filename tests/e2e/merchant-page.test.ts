import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bareOffer, type Offer } from '../../src-shared/features/offers/offer.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { fillPipeline, fillVault } from '../support/fill-vault.ts'
import { pdfPages, pdfText } from '../support/pdf-text.ts'
import { storedDeal } from '../support/stored-deal.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

/** Folder that stores the dialog's pages and screenshots for manual review. */
const KEPT = process.env['FUNDING_DESK_PICTURES']

const base: Offer = {
  ...bareOffer('base'),
  status: 'offer_available',
  created_at: '2026-11-02T15:00:00Z',
  amount_cents: 35_000_00,
  factor_rate: '1.25',
  payments: 126,
  payment_frequency: 'daily',
  term: '6 months',
  holdback_percent: '12.50',
  fees: [
    { label: 'Origination', percentage: '3', amount_cents: null },
    { label: 'Wire', percentage: null, amount_cents: 50_00 },
  ],
  stipulations: [{ label: 'Signed contract', document_kind: null }],
  expires_at: '2027-11-30',
}
const WITH_APR: Offer[] = [
  { ...base, offer_id: 'estimated' },
  {
    ...base,
    offer_id: 'reported',
    amount_cents: 40_000_00,
    factor_rate: '1.3',
    payback_cents: 52_000_00,
    payment_frequency: 'weekly',
    payments: 52,
    payment_cents: 1_000_00,
    term: '12 months',
    fees: null,
    total_fees_cents: 2_000_00,
    existing_balance_cents: 5_000_00,
    net_to_merchant_cents: 33_000_00,
    apr: '68.4',
  },
  { ...base, offer_id: 'contradicting', payback_cents: 45_500_00, total_fees_cents: 2_000_00 },
]
/** As many offers as a page may have. */
const SIX: Offer[] = [...WITH_APR, ...WITH_APR].map((offer, at) => ({ ...offer, offer_id: `${at}` }))
const WITHOUT_APR: Offer[] = [
  { ...base, offer_id: 'estimated' },
  { ...base, offer_id: 'bare', payments: null, term: null },
]

const DEALS = [
  { state: 'CA', offers: WITH_APR },
  { state: 'TX', offers: WITH_APR },
  { state: 'CA', offers: WITHOUT_APR },
  { state: 'TX', offers: WITHOUT_APR },
  { state: 'TX', offers: SIX },
].map(({ state, offers }, at) => {
  const address = { street_1: '1 Main Street', city: 'Town', state, zip: '90001' }
  const values = { ...completeDraft(), company: { legal_name: `Bakery ${at} LLC`, address } }
  const received = { state: 'received', application_id: String(at + 1) } as const
  return storedDeal({ values, offers, legal_name: `Bakery ${at} LLC`, ...received })
})

// Uses one office with four deals: with and without an APR, in California and in Texas.
describe('the merchant page', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.open(async (data) => {
      await fillPipeline(data, 0)
      await fillVault(data, DEALS.length, (number) => [{ write: 'create_deal', deal: DEALS[number]! }])
    })
    if (KEPT !== undefined) await mkdir(KEPT, { recursive: true })
  })
  afterAll(() => environment.close())

  async function openDialog(deal: number, language: 'English' | 'Español') {
    const { page } = environment
    await environment.goTo(`#/deals/${DEALS[deal]?.deal_id}/compare`)
    await page.getByTestId('comparison').getByText(`Bakery ${deal} LLC`).waitFor()
    await page.getByRole('button', { name: 'Print for the merchant' }).click()
    await page.locator('[role="dialog"] input[type="checkbox"]:focus').waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(language).click()
    return dialog
  }

  async function print(deal: number, language: 'English' | 'Español', name: string): Promise<string> {
    return pdfText(await printed(deal, language, name))
  }

  async function printed(deal: number, language: 'English' | 'Español', name: string): Promise<Uint8Array> {
    const { page } = environment
    const file = join(KEPT ?? environment.folder, `${name}.pdf`)
    await environment.app.application.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, file)
    const dialog = await openDialog(deal, language)
    await dialog.getByRole('button', { name: 'Save as PDF' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`Saved as ${name}.pdf.`).waitFor()
    return readFile(file)
  }

  it('is completely in the merchant’s language', async () => {
    const spanish = await print(1, 'Español', 'texas-language-es')
    // The names of documents that the funder still needs come from the funder. The form knows their Spanish names.
    expect(spanish).toContain('Contrato firmado')
    const english =
      /\b(?:the|and|with|of|by|our|your|payments?|funder|weeks?|months?|days?|daily|weekly|offers?|signed)\b/gi
    expect(spanish.match(english)).toBeNull()
    expect((await print(1, 'English', 'texas-language-en')).match(english)?.length).toBeGreaterThan(20)
  })

  it.each([
    [1, 'English', 1],
    [1, 'Español', 1],
    [4, 'English', 2],
    [4, 'Español', 2],
  ] as const)('of deal %i in %s fits on %i sheets and within its margins', async (deal, language, sheets) => {
    const pages = await pdfPages(await printed(deal, language, `fits-${deal}-${language.slice(0, 2)}`))
    expect(pages.length).toBeLessThanOrEqual(sheets)
    for (const { width, left, right } of pages) {
      expect(width).toBe(612)
      expect(left).toBeGreaterThanOrEqual(0.65 * 72 - 2)
      expect(right).toBeLessThanOrEqual(width - 0.65 * 72 + 2)
    }
  })

  it.each([
    ['English', 'en', /\b(?:factor|rate|rates|interest)\b/i, 'reported by the funder'],
    ['Español', 'es', /factor|tasa|inter[eé]s/i, 'según el financiador'],
  ] as const)(
    'shows no rate except the APR for California, but also shows other rates for Texas (%s)',
    async (language, code, words, whose) => {
      const california = await print(0, language, `california-${code}`)
      expect(california).not.toMatch(words)
      expect(california).toContain(whose)
      const texas = await print(1, language, `texas-${code}`)
      expect(texas).toMatch(words)
      expect(texas).toContain(whose)
    },
  )

  it('without an APR is refused in California, but created in Texas', async () => {
    const dialog = await openDialog(2, 'English')
    const refusal = dialog.getByTestId('gate-refusals')
    expect(await refusal.innerText()).toContain('Offer 2 has no APR. California SB 362 requires the APR')
    expect(await dialog.getByRole('button', { name: 'Save as PDF' }).isDisabled()).toBe(true)
    for (const colorScheme of KEPT === undefined ? [] : (['light', 'dark'] as const)) {
      // Take the screenshots one after another, because they share one window.
      await environment.page.emulateMedia({ colorScheme })
      await environment.page.screenshot({
        path: join(KEPT ?? '', `dialog-refused-${colorScheme}.png`),
      })
    }
    await dialog.getByRole('checkbox', { name: /^Offer 2/ }).uncheck()
    await refusal.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await print(3, 'English', 'texas-no-apr-en')).toContain('Factor rate')
  })
})
