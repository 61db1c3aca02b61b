import { resultOf } from '../../src-main/platform/base/failure.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { viewOffers } from '../../src-main/features/offers/accept-offer.ts'
import {
  printComparison,
  type ComparisonPrint,
  type PrintOptions,
} from '../../src-main/features/merchant-page/print-comparison.ts'
import { savePackage } from '../../src-main/features/package/save-package.ts'
import type { SaveZip } from '../../src-main/platform/files/ports.ts'
import type { ProofPrinter } from '../../src-main/features/proof/export-proof.ts'
import { bareOffer, type Offer } from '../../src-shared/features/offers/offer.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { addDeal, composeApp, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const priced: Offer = {
  ...bareOffer('o1'),
  status: 'offer_available',
  amount_cents: 35_000_00,
  factor_rate: '1.2500',
  payback_cents: 43_750_00,
  payments: 126,
  payment_frequency: 'daily',
  total_fees_cents: 0,
}

describe('the merchant page for California', () => {
  async function printFor(offers: Offer[], options: Partial<PrintOptions> = {}) {
    const app = await composeApp(cleanup)
    const address = { street_1: '1 Bay Street', city: 'Oakland', state: 'CA', zip: '94607' }
    const values = { ...completeDraft(), company: { legal_name: 'Bay Bakery', address } }
    const deal_id = await addDeal(app, { values, offers })
    const pages: string[] = []
    const saved: string[] = []
    const deps: ComparisonPrint = {
      print: async (html) => {
        pages.push(html)
        return Buffer.from(html)
      },
      save: async ({ name }) => {
        saved.push(name)
        return { saved_as: name }
      },
    }
    const offer_ids = offers.map(({ offer_id }) => offer_id)
    const defaults: PrintOptions = {
      deal_id,
      offer_ids,
      language: 'en',
      broker_name: 'Ada Broker',
      tried: false,
    }
    const printed = await resultOf(printComparison(app.context, deps, { ...defaults, ...options }))
    const { broker_name } = value(await viewOffers(app.context, deal_id))
    return { printed, pages, saved, broker_name }
  }

  test.each(['en', 'es'] as const)('names no rate except the APR (%s)', async (language) => {
    const { printed, pages, saved } = await printFor([priced], { language })
    expect(printed.ok).toBe(true)
    expect(saved).toHaveLength(1)
    expect(pages.join()).toContain('>APR</th>')
    expect(pages.join()).not.toMatch(/\b(?:factor|rate|rates|tasa|interest|interés)\b/i)
  })
  test('is refused without an APR, and nothing is printed, saved, or stored', async () => {
    const { printed, pages, saved, broker_name } = await printFor([{ ...priced, payments: null }])
    expect(formatted(printed)).toMatchObject({
      error: {
        code: 'MERCHANT_PAGE_REFUSED',
        outcome: 'none',
        message: 'Offer 1 has no APR. California SB 362 requires the APR next to the price of an offer.',
        advice: expect.stringMatching(/^Ask the funder for its APR/) as string,
      },
    })
    expect([pages, saved, broker_name]).toEqual([[], [], ''])
  })
  test('is refused if the broker typed a restricted word', async () => {
    const { printed, pages } = await printFor([priced], { broker_name: 'The 1.25 factor rate desk' })
    expect(printed).toMatchObject({ error: { code: 'MERCHANT_PAGE_REFUSED' } })
    expect(pages).toEqual([])
  })
})

test('only the gate module creates a merchant page', () => {
  const sources = ['src-main', 'src-renderer', 'src-shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  )
  const makers = sources.filter(
    (file) => /\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('as MerchantPage'),
  )
  expect(makers).toEqual(['src-shared/features/merchant-page/gate.ts'])
})

test('the package of a deal contains no offer prices', async () => {
  const app = await composeApp(cleanup)
  const deal_id = await addDeal(app, { offers: [{ ...priced, payback_cents: 43_987_65, apr: '92.61' }] })
  const texts: string[] = []
  const saveZip: SaveZip = async (_name, files) => {
    for await (const { open } of files) {
      for await (const piece of await open()) texts.push(Buffer.from(piece).toString('latin1'))
    }
    return { saved_as: 'package.zip' }
  }
  const printer: ProofPrinter = { print: async (html) => Buffer.from(html), attach: async (pages) => pages }
  const options = { deal_id, with_sensitive: true, with_notes: true }
  value(await savePackage(app.context, { ...printer, saveZip }, options))
  expect(texts.join()).toContain('Juniper Bakery LLC')
  expect(texts.join()).not.toMatch(/43,?987|1\.25|92\.61/)
})
