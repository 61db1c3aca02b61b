import { afterEach, beforeEach, expect, test } from 'vitest'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'
import { Cleanup } from '../support/cleanup.ts'
import { addDeal, type App, composeApp, value } from '../support/core/composed-app.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())
let app: App
beforeEach(async () => {
  app = await composeApp(cleanup)
})

const rows = async (search: string) =>
  value(await app.vault.listDeals(dealQuerySchema.parse({ search }))).rows
const find = async (search: string) => (await rows(search)).map(({ legal_name }) => legal_name)

test('a search finds an amount of the request or of an offer, and the state by its name', async () => {
  await addDeal(app, { legal_name: 'Alder', amount_cents: 12_250_000 })
  await addDeal(app, { legal_name: 'Birch', amount_cents: 100 })
  const offers = [10_000_000, 12_250_000].map((amount_cents) => ({ ...bareOffer('o'), amount_cents }))
  await addDeal(app, { legal_name: 'Cedar', offers })
  for (const search of ['122,500', '$122.5k', '122500'])
    expect({ search, found: (await find(search)).toSorted() }).toEqual({
      search,
      found: ['Alder', 'Cedar'],
    })
  expect(await find('1225')).toEqual([])
  expect(await find('oregon')).toHaveLength(3)
  expect(await find('texas')).toEqual([])
})

test('a misspelled word finds similar words only if nothing matches the words as typed', async () => {
  await addDeal(app, { legal_name: 'Juniper Bakery' })
  await addDeal(app, { legal_name: 'Jupiter Garage' })
  for (const search of ['junper', 'juinper', 'Ujniper', 'junper bakery', 'juniper bekery', 'junxper'])
    expect({ search, found: await find(search) }).toEqual({ search, found: ['Juniper Bakery'] })
  // Both are one letter away.
  expect(await find('juniter')).toHaveLength(2)
  for (const search of ['juniper garage', 'jun?er', 'asper', 'jnpr'])
    expect({ search, found: await find(search) }).toEqual({ search, found: [] })
  await addDeal(app, { legal_name: 'Junper Salon' })
  expect(await find('junper')).toEqual(['Junper Salon'])
})
