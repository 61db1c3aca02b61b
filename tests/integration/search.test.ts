import { resultOf } from '../../src-main/platform/base/failure.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createVaultClient, type VaultClient } from '../../src-main/platform/vault/vault-client.ts'
import { addNote } from '../../src-main/features/deals/deal-timeline.ts'
import type { StoredDeal } from '../../src-main/platform/vault/records.ts'
import type { VaultWrite } from '../../src-main/platform/vault/vault.ts'
import { SUBMISSION_STATES } from '../../src-shared/features/deals/deal.ts'
import type { DealMatch } from '../../src-shared/features/pipeline/deal-match.ts'
import { valueAt } from '../../src-shared/features/form/form-path.ts'
import { newestStatus, shownOffers, storedStatuses } from '../../src-shared/features/offers/offer-status.ts'
import { bareOffer, type Offer } from '../../src-shared/features/offers/offer.ts'
import {
  DEAL_FILTERS,
  DEAL_SORTS,
  type DealFilter,
  type DealQuery,
  type DealSort,
  stageOf,
} from '../../src-shared/features/pipeline/pipeline.ts'
import { statusLabel } from '../../src-shared/platform/words/status-labels.ts'
import { APPLICATION_STATUSES, OFFER_STATUSES } from '../../src-shared/platform/words/vocabulary.ts'
import { makeDeal, type Random, seeded } from '../support/many-deals.ts'
import { addDeal, type App, composeApp, saveAsSeen, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { startVaultHost } from '../support/vault/start-host.ts'
import { trashDeal } from '../../src-main/features/deals/load-deal.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'

const cleanup = new Cleanup()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funding-desk-search-'))
})
afterEach(async () => {
  await cleanup.run()
  rmSync(folder, { recursive: true })
})

async function openVault(): Promise<VaultClient> {
  const vault = createVaultClient(startVaultHost, join(folder, 'vault.db'), 'ab'.repeat(32))
  cleanup.add(() => vault.close())
  value(await vault.open())
  return vault
}

type Asked = DealQuery & { match?: DealMatch }
const ask = (more: Partial<DealQuery>) => dealQuerySchema.parse(more)
const note = (deal_id: string, detail: string): VaultWrite => ({
  write: 'append_timeline',
  entry: { deal_id, at: '2026-05-04T10:00:00.000Z', kind: 'note', title: 'Note', detail, verification: null },
})

interface PlainDeal {
  deal: StoredDeal
  notes: string[]
  number: number
  /** The kinds of the deal's documents. */
  documents: string[]
  words: ReturnType<typeof wordsOfDeal>
}

/** A simple reference implementation of the pipeline. It returns the same results as the app, but checks every deal for each search. */
class PlainPipeline {
  readonly deals: PlainDeal[] = []

  answer({ search, filter, sort, reversed, offset, limit, match = {} }: Asked) {
    const digits = /^[\d\s-]+$/.test(search) ? search.replaceAll(/\D/g, '') : ''
    const amount = /^\d{3,}$/.test(search) ? [[`ǂ${search}00ǂ`]] : []
    const readings = [
      words(search),
      ...(digits.length >= 7 && digits.length <= 10 ? [[digits]] : []),
      ...amount,
    ]
    const found = this.deals.flatMap((entry) => {
      const { names, others, statuses } = entry.words
      // A word finds a deal by its status from the third letter on.
      const begins = (among: string[], ofStatus: string[] = []) =>
        readings.some((searched) =>
          searched.every((word) =>
            [...among, ...(word.length < 3 ? [] : ofStatus)].some((one) => one.startsWith(word)),
          ),
        )
      const isFound = begins([...names, ...others], statuses) && holds(entry, match)
      return isFound ? [{ ...entry, isBest: begins(names) }] : []
    })
    const isIn = (one: DealFilter, deal: StoredDeal) =>
      deal.deleted_at === null ? one === 'all' || one === stageOf(shown(deal)) : one === 'bin'
    const stages = found.map(({ deal }) => (deal.deleted_at === null ? stageOf(shown(deal)) : 'bin'))
    const counts = Object.fromEntries(
      DEAL_FILTERS.map((one) => [
        one,
        stages.filter((stage) => (one === 'all' ? stage !== 'bin' : stage === one)).length,
      ]),
    )
    const matching = found
      .filter(({ deal }) => isIn(filter, deal))
      .sort((a, b) => {
        const best = sort === 'newest' && !reversed ? Number(b.isBest) - Number(a.isBest) : 0
        const [one, other] = [keyOf(a, sort), keyOf(b, sort)]
        // Deals without a value come last in both directions.
        const last = Number(one === null) - Number(other === null)
        const turned = reversed && one !== null ? -1 : 1
        return best || last || turned * (order(one ?? 0, other ?? 0) || b.number - a.number)
      })
    return {
      ids: matching.slice(offset, offset + limit).map(({ deal }) => deal.deal_id),
      total: matching.length,
      counts,
    }
  }
}

const shown = (deal: StoredDeal) => ({
  ...deal,
  ...shownOffers(deal.offer_status, storedStatuses(deal.offers, [])),
})
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
const words = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const afterApostrophes = (text: string) =>
  [...text.matchAll(/['’](\w{3,})/g)].map(([, part]) => (part ?? '').toLowerCase())

function wordsOfDeal({ deal, notes }: { deal: StoredDeal; notes: string[] }) {
  const { company } = deal.values as unknown as {
    company: {
      dba?: string
      ein: string
      owners: Record<string, { first_name: string; last_name: string }>
      phone: string
      email?: string
      address: { city: string; zip: string }
    }
  }
  const phone = company.phone.replaceAll(/\D/g, '')
  const [local = '', host = ''] = (company.email ?? '').replace('.com', '').split('@')
  const states = {
    draft: 'draft',
    queued: 'queued',
    sending: 'sending',
    received: 'submitted',
    refused: 'refused',
    unknown: 'unclear outcome unknown',
  }
  const others = [
    ...Object.values(company.owners).flatMap(({ first_name, last_name }) => [first_name, last_name]),
    deal.reference,
    deal.application_id ?? '',
    company.ein.replaceAll(/\D/g, ''),
    company.ein.slice(-4),
    company.address.city,
    company.address.zip,
    'OR Oregon Ore Oreg',
    ...[deal.amount_cents, ...deal.offers.map(({ amount_cents }) => amount_cents)].flatMap((cents) =>
      cents === null ? [] : `ǂ${cents}ǂ`,
    ),
    phone,
    phone.slice(3),
    phone.slice(6),
    (company.email ?? '').replaceAll(/[.@]/g, ''),
    local,
    ...(['gmail', 'yahoo', 'outlook'].includes(host) ? [] : [host, host === '' ? '' : `${host}com`]),
    ...notes,
  ]
  const statuses = [
    states[deal.state],
    ...[deal.application_status, shown(deal).offer_status].flatMap((one) =>
      one ? [one, statusLabel(one)] : [],
    ),
  ]
  const names = [`${deal.legal_name} ${company.dba ?? ''}`, others.join(' ')]
  const [ofBusiness = [], ofOthers = []] = names.map((text) => [...words(text), ...afterApostrophes(text)])
  return { names: ofBusiness, others: ofOthers, statuses: words(statuses.join(' ')) }
}

/** Returns the sort key of a deal; smaller keys come first. Returns null if the deal has no value to sort by. */
function keyOf({ deal, documents }: PlainDeal, sort: DealSort): string | number | null {
  const owner = (name: string) => valueAt(deal.values, `company.owners.0.${name}`) as string
  const amounts = deal.offers.flatMap(({ amount_cents }) => amount_cents ?? [])
  const turned = (key: number) => (key === 0 ? null : -key)
  const text = (key: string | null) => (key === '' || key === null ? null : plain(key))
  const keys: Record<DealSort, () => string | number | null> = {
    newest: () => -Date.parse(deal.deleted_at ?? deal.updated_at),
    name: () => text(deal.legal_name),
    amount: () => (deal.amount_cents === null ? null : -deal.amount_cents),
    submitted: () => (deal.submitted_at === null ? null : -Date.parse(deal.submitted_at)),
    created: () => -Date.parse(deal.created_at),
    stage: () => DEAL_FILTERS.indexOf(stageOf(shown(deal))),
    offer: () => (amounts.length === 0 ? null : -Math.max(...amounts)),
    expires: () => expiriesOf(deal)[0] ?? null,
    documents: () => turned(documents.length),
    problems: () => turned(deal.field_problems.length),
    reference: () => text(deal.reference),
    owner: () => text(`${owner('first_name')} ${owner('last_name')}`),
    application: () => deal.application_id,
  }
  return keys[sort]()
}

function expiriesOf(deal: StoredDeal): number[] {
  if (stageOf(shown(deal)) !== 'offer' || shown(deal).offer_status === 'offer_accepted') return []
  return deal.offers
    .flatMap(({ expires_at }) => (expires_at === null ? [] : Date.parse(expires_at)))
    .toSorted(up)
}

function holds({ deal, documents }: PlainDeal, match: DealMatch): boolean {
  const isIn = (range: DealMatch['updated'], key: number | null) =>
    range === undefined || (key !== null && key >= range.from && key <= range.to)
  const time = (instant: string | null) => (instant === null ? null : Date.parse(instant))
  const isOpen = (line: string) => line !== 'own' && !documents.some((kind) => `kind:${kind}` === line)
  const stage = stageOf(shown(deal))
  const isComplete = deal.field_problems.length === 0
  const { expires, papers, region, status, problems, under_way } = match
  return (
    isIn(match.amount_cents, deal.amount_cents) &&
    isIn(match.updated, time(deal.deleted_at ?? deal.updated_at)) &&
    isIn(match.submitted, time(deal.submitted_at)) &&
    (expires === undefined || expiriesOf(deal).some((at) => isIn(expires, at))) &&
    (papers === undefined || papers.lines.some(isOpen) === (papers.is === 'open')) &&
    (region === undefined || region === 'OR') &&
    (status === undefined || status === (newestStatus(shown(deal)) ?? deal.state)) &&
    (problems === undefined || isComplete === (problems === 'none')) &&
    (under_way === undefined ||
      (deal.state === 'draft' ? isComplete : stage !== 'funded' && stage !== 'declined'))
  )
}

const up = (a: number, b: number) => a - b
const order = (a: string | number, b: string | number) => (a < b ? -1 : Number(a > b))

/** Returns a search string that matches one deal, some deals, or none. */
function someSearch(random: Random, { deals }: PlainPipeline): string {
  const one = deals[Math.floor(random() * deals.length)]
  if (one === undefined || random() < 0.1) return ''
  const { names, others, statuses } = one.words
  const typed = [...names, ...others, ...statuses].filter(() => random() < 0.25).slice(0, 3)
  return typed.map((word) => word.slice(0, 1 + Math.floor(random() * 6))).join(random() < 0.5 ? ' ' : ' - ')
}

function someChange(random: Random, pipeline: PlainPipeline): VaultWrite[] {
  const entry = pipeline.deals[Math.floor(random() * pipeline.deals.length)]
  if (entry === undefined) return []
  const { deal } = entry
  const at = new Date(Date.UTC(2027, 0, 1) + Math.floor(random() * 1e9)).toISOString()
  const other = makeDeal(random, 1).deal
  const some = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const changes = some<() => Partial<StoredDeal>>([
    () => ({
      legal_name: other.legal_name,
      values: other.values,
      amount_cents: other.amount_cents,
      updated_at: at,
    }),
    () => ({ reference: `REF ${Math.floor(random() * 50)}`, updated_at: at }),
    () => ({ state: some(SUBMISSION_STATES), updated_at: at }),
    () => ({ application_status: some(APPLICATION_STATUSES), application_status_at: at, updated_at: at }),
    () => ({
      offer_status: some([...OFFER_STATUSES, 'offer_of_a_new_kind']),
      offer_status_at: at,
    }),
    () => ({ application_id: `77001-${randomUUID()}`, submitted_at: at }),
    () => ({
      offers: Array.from({ length: Math.floor(random() * 3) }, () => someOffer(random)),
      ...(random() < 0.5 && { offer_status: 'offer_available', offer_status_at: at }),
    }),
    () => ({ field_problems: random() < 0.5 ? [] : [{ path: 'company.ein', message: 'Fill this in.' }] }),
    () => ({ deleted_at: deal.deleted_at === null ? at : null }),
  ])()
  const writes: VaultWrite[] = [{ write: 'update_deal', deal_id: deal.deal_id, changes }]
  if (random() < 0.5) writes.push(document(deal.deal_id, some(KINDS)))
  if (random() < 0.2) writes.push(note(deal.deal_id, `spoke about ${other.legal_name}`))
  return writes
}

const KINDS = ['bank_statement', 'voided_check', 'lease']

const document = (deal_id: string, kind: string): VaultWrite => ({
  write: 'put_document',
  document: {
    document_id: randomUUID(),
    deal_id,
    name: 'a.pdf',
    kind,
    size: 1,
    pages: 1,
    sha256: 'ab'.repeat(32),
    state: 'attached',
    error: null,
    added_at: '2026-05-04T10:00:00.000Z',
    sent_at: null,
    reading: null,
  },
})

const dayOf = (number: number) => Date.UTC(2027, 0, number)

function someOffer(random: Random): Offer {
  return {
    ...bareOffer('1'),
    status: [null, 'open', 'offer_rescinded', 'offer_accepted'][Math.floor(random() * 4)] ?? null,
    amount_cents: random() < 0.2 ? null : Math.floor(random() * 9) * 100_000,
    payback_cents: null,
    payment_cents: null,
    payment_frequency: null,
    payments: null,
    term: null,
    factor_rate: null,
    commission_cents: null,
    net_to_merchant_cents: null,
    expires_at:
      random() < 0.2 ? null : new Date(dayOf(1) + Math.floor(random() * 20 * 86_400_000)).toISOString(),
  }
}

/** Returns criteria for a search: often none, otherwise one or two. */
function someMatch(random: Random): DealMatch {
  const some = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  if (random() < 0.4) return {}
  const traits: (() => DealMatch)[] = [
    () => ({ amount_cents: { from: 5_000_000, to: 12_000_000 } }),
    () => ({ updated: { from: Date.UTC(2024, 0, 3), to: dayOf(5) } }),
    () => ({ submitted: { from: Date.UTC(2024, 0, 2), to: dayOf(9) } }),
    () => ({ expires: { from: dayOf(3), to: dayOf(12) } }),
    () => ({ problems: some(['some', 'none'] as const) }),
    () => ({
      papers: { lines: [`kind:${some(KINDS)}`, 'own'], months: [], is: some(['open', 'closed'] as const) },
    }),
    () => ({ region: some(['OR', 'TX']) }),
    () => ({ status: some(['draft', 'refused', 'app_under_review', 'offer_available']) }),
    () => ({ under_way: true }),
  ]
  return { ...some(traits)(), ...(random() < 0.5 && some(traits)()) }
}

function applyTo(pipeline: PlainPipeline, writes: VaultWrite[]): void {
  const changed = (deal_id: string, change: (entry: PlainDeal) => void) => {
    const entry = pipeline.deals.find(({ deal }) => deal.deal_id === deal_id) as PlainDeal
    change(entry)
    entry.words = wordsOfDeal(entry)
  }
  for (const write of writes) {
    if (write.write === 'create_deal') {
      const entry = { deal: { ...write.deal }, notes: [], documents: [], number: pipeline.deals.length + 1 }
      pipeline.deals.push({ ...entry, words: wordsOfDeal(entry) })
    }
    if (write.write === 'update_deal')
      changed(write.deal_id, ({ deal }) => Object.assign(deal, write.changes))
    if (write.write === 'put_document')
      changed(write.document.deal_id, ({ documents }) => documents.push(write.document.kind))
    if (write.write === 'append_timeline')
      changed(write.entry.deal_id, ({ notes }) => notes.push(formatMessage(write.entry.detail)))
  }
}

describe('search, filters, counts, and sorts give the same result as reading every deal', () => {
  async function check(random: Random, vault: VaultClient, pipeline: PlainPipeline, times: number) {
    for (let time = 0; time < times; time++) {
      const query = ask({
        search: someSearch(random, pipeline),
        filter: DEAL_FILTERS[Math.floor(random() * random() * DEAL_FILTERS.length)] as DealFilter,
        sort: DEAL_SORTS[Math.floor(random() * DEAL_SORTS.length)] ?? 'newest',
        offset: random() < 0.6 ? 0 : Math.floor(random() * 500),
        limit: 20,
        reversed: random() < 0.3,
      })
      const asked = { ...query, match: someMatch(random) }
      const { rows, total, counts } = value(await vault.listDeals(asked))
      const answer = { ids: rows.map(({ deal_id }) => deal_id), total, counts }
      const expected = pipeline.answer(asked)
      expect({ asked, ...answer }).toEqual({ asked, ...expected })
      expect(value(await vault.listDealIds(asked))).toEqual(expected.ids)
      expect(value(await vault.countDeals([asked]))).toEqual([expected.total])
    }
  }

  test('for 600 deals, while deals are changed, deleted, and restored, and after a restart', async () => {
    const random = seeded(20_260_504)
    const vault = await openVault()
    const pipeline = new PlainPipeline()
    const made = Array.from({ length: 600 }, (_, at) => makeDeal(random, at + 1))
    for (let at = 0; at < made.length; at += 300) {
      const writes = made
        .slice(at, at + 300)
        .flatMap(({ deal, notes }) => [
          { write: 'create_deal' as const, deal },
          ...notes.map((text) => note(deal.deal_id, text)),
        ])
      value(await vault.commit(writes))
      applyTo(pipeline, writes)
    }
    await check(random, vault, pipeline, 40)
    for (let round = 0; round < 15; round++) {
      const writes = Array.from({ length: 12 }, () => someChange(random, pipeline)).flat()
      // A failed commit changes no search result.
      const fails: VaultWrite = { write: 'update_deal', deal_id: randomUUID(), changes: { revision: 1 } }
      if (round % 5 === 4)
        expect(await resultOf(vault.commit([...writes, fails]))).toMatchObject({ ok: false })
      else {
        value(await vault.commit(writes))
        applyTo(pipeline, writes)
      }
      await check(random, vault, pipeline, 4)
    }
    await vault.close()
    await check(random, await openVault(), pipeline, 20)
    expect(pipeline.deals).toHaveLength(600)
  })
})

describe('a search text', () => {
  let app: App
  const find = async (search: string, more: Partial<DealQuery> = {}) =>
    value(await app.vault.listDeals(ask({ search, ...more }))).rows.map(({ legal_name }) => legal_name)
  beforeEach(async () => {
    app = await composeApp(cleanup)
  })

  test('is never interpreted as query syntax of the search index', async () => {
    await addDeal(app, { legal_name: 'Not Near Or And Café "Zoë" Inc', reference: 'names: x*' })
    await addDeal(app, { legal_name: 'Other' })
    const named = ['Not Near Or And Café "Zoë" Inc']
    for (const search of ['NOT', 'near or', 'OR AND', 'names:', 'names : x', 'x*', '^not', '- not', 'zoe"'])
      expect({ search, found: await find(search) }).toEqual({ search, found: named })
    // A search string without a letter or a digit does not filter the list.
    for (const search of ['"', '""', '*', '- (', ' '])
      expect({ search, found: await find(search) }).toEqual({ search, found: ['Other', ...named] })
    for (const search of ['not OR other', 'NEAR(not near, 2) missing', 'marks : other', '{names} : missing'])
      expect({ search, found: await find(search) }).toEqual({ search, found: [] })
  })

  test('matches regardless of accents and apostrophes in the search text or in the data', async () => {
    await addDeal(app, { legal_name: "Señor Müller's Café" })
    for (const search of ['senor', 'SEÑOR', 'mullers', 'müller’s', 'mu\u0308ller', 'cafe mull'])
      expect({ search, found: await find(search) }).toEqual({ search, found: ["Señor Müller's Café"] })
  })

  test('ranks deals with a match in the name first, and then sorts by the newest change', async () => {
    const at = (day: number) => `2026-05-0${day}T10:00:00.000Z`
    const old = await addDeal(app, { legal_name: 'Sunrise Old', updated_at: at(1) })
    await addDeal(app, { legal_name: 'Sunrise New', updated_at: at(2) })
    const other = await addDeal(app, { legal_name: 'Other', updated_at: at(3) })
    value(await addNote(app.context, other, 'landlord is at Sunrise'))
    expect(await find('sunrise')).toEqual(['Sunrise New', 'Sunrise Old', 'Other'])
    expect(await find('sunrise', { sort: 'name' })).toEqual(['Other', 'Sunrise New', 'Sunrise Old'])
    value(await saveAsSeen(app, old, [{ op: 'set', path: 'company.legal_name', value: 'Sunrise Oldest' }]))
    expect(await find('sunrise')).toEqual(['Sunrise Oldest', 'Sunrise New', 'Other'])
    expect(await find('sunrise', { offset: 2, limit: 1 })).toEqual(['Other'])
  })

  test('matches notes on the timeline', async () => {
    const deal_id = await addDeal(app, { state: 'received', application_id: '77' })
    value(await addNote(app.context, deal_id, 'Wire promised by Friday.\nSSN 900-12-3456, EIN 98-7654321'))
    const [entry] = value(await app.vault.listTimeline(deal_id))
    expect(entry).toMatchObject({ kind: 'note', detail: expect.stringContaining('Friday.\nSSN') })
    expect(app.emitted).toContainEqual({ event: 'deal.changed', payload: { deal_id } })
    expect(await find('promised fri')).toHaveLength(1)
    // An SSN or EIN in a note is never found.
    for (const search of ['900', '3456', '98-7654321', '7654321']) expect(await find(search)).toEqual([])
    expect(await resultOf(addNote(app.context, randomUUID(), 'x'))).toMatchObject({
      error: { code: 'DEAL_NOT_FOUND' },
    })
  })

  test('matches deals in the trash only there, and everywhere after they are restored', async () => {
    const deal_id = await addDeal(app, { legal_name: 'Juniper' })
    value(await trashDeal(app.context, deal_id, true))
    expect([await find('juniper'), await find('juniper', { filter: 'bin' })]).toEqual([[], ['Juniper']])
    value(await trashDeal(app.context, deal_id, false))
    expect([await find('juniper'), await find('juniper', { filter: 'bin' })]).toEqual([['Juniper'], []])
  })
})
