import { value } from '../support/core/value.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { forkUnderNode } from '../../src-main/platform/vault/host-process.ts'
import { createVaultClient, type VaultClient } from '../../src-main/platform/vault/vault-client.ts'
import type { StoredDeal } from '../../src-main/platform/vault/records.ts'
import type { VaultWrite } from '../../src-main/platform/vault/vault.ts'
import { valueAt } from '../../src-shared/features/form/form-path.ts'
import { makeDeal, seeded } from '../support/many-deals.ts'
import type { Measured } from '../support/measured.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'
import { PlainSearch } from './bare/search.ts'
import { quantile, rounded, timed } from './harness.ts'

/*
 * Method: an encrypted vault in its own process contains 20,000 generated deals with notes. The bench opens the vault in a new process,
 * reads the first page of the list, and waits two seconds before the typing starts.
 *
 * As the search field does, the bench makes one query per typed letter. The searches cover names of businesses and owners, pairs of words
 * from these names, references, application_ids, and the last four digits of an EIN. They also cover words of notes, statuses, and words
 * without a match. Each measured time starts at the call of main's VaultClient and ends at its answer. An answer contains the first page of
 * 50 rows, the total, and the counts of all filters. Before every tenth query, the bench saves a changed deal, because a broker's data also
 * changes between searches.
 *
 * After each query, the bare program (bare/search.ts) answers the same query: a plain SQLite FTS5 index of the same deals, in this process
 * and not encrypted. `ratio_to_plain_fts` is the ratio of both p99. The bench repeats all this with a quarter and with four times as many
 * deals. `growth` is the p99 with the most deals divided by the p99 with the fewest.
 */

const SIZES = [5_000, 20_000, 80_000] as const
const SEARCHES = 400
const PAGE = 50

const hostFile = fileURLToPath(new URL('../../src-main/vault-host.ts', import.meta.url))

interface Searched {
  times: number[]
  bare: number[]
  saves: number[]
  open_ms: number
}

export async function measure(): Promise<Measured> {
  const [few, some, many] = [await searchIn(SIZES[0]), await searchIn(SIZES[1]), await searchIn(SIZES[2])]
  const p99 = (times: number[]) => quantile(times, 0.99)
  return {
    metrics: {
      ratio_to_plain_fts: rounded(p99(some.times) / p99(some.bare)),
      p99_ms: rounded(p99(some.times), 1),
      growth: rounded(p99(many.times) / p99(few.times)),
    },
    goals: {
      ratio_to_plain_fts: { at_most: 3 },
      p99_ms: { at_most: 16 },
      growth: { at_most: 2 },
    },
    rounds: some.times.length,
    context: {
      p50_ms: rounded(quantile(some.times, 0.5), 1),
      p99_ms_at_5000: rounded(p99(few.times), 1),
      p99_ms_at_80000: rounded(p99(many.times), 1),
      plain_p50_ms: rounded(quantile(some.bare, 0.5), 1),
      plain_p99_ms: rounded(p99(some.bare), 1),
      save_p99_ms: rounded(p99(some.saves), 1),
      open_ms: rounded(some.open_ms, 0),
    },
  }
}

async function searchIn(deals: number): Promise<Searched> {
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-bench-'))
  const file = join(folder, 'vault.db')
  const key = randomBytes(32).toString('hex')
  const open = async () => {
    const vault = createVaultClient(forkUnderNode(hostFile, process.execPath), file, key)
    value(await vault.open())
    return vault
  }
  let vault = await open()
  const plain = new PlainSearch(join(folder, 'plain.db'))
  try {
    const sample = await fill(vault, plain, deals)
    await vault.close()
    const began = performance.now()
    vault = await open()
    const open_ms = performance.now() - began
    const list = (search: string) => vault.listDeals(dealQuerySchema.parse({ search, limit: PAGE }))
    await list('')
    await sleep(2_000)
    const random = seeded(7)
    const [times, bare, saves]: [number[], number[], number[]] = [[], [], []]
    for (const search of typed(sample, random)) {
      if (times.length % 10 === 9) saves.push(await timed(() => save(vault, sample, random)))
      times.push(await timed(() => list(search)))
      bare.push(await timed(() => plain.find(search, PAGE)))
    }
    return { times, bare, saves, open_ms }
  } finally {
    plain.close()
    await vault.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Fills the vault and the plain index. Returns some of the deals, for which the bench searches. */
async function fill(vault: VaultClient, plain: PlainSearch, deals: number): Promise<StoredDeal[]> {
  const random = seeded(1)
  const sample: StoredDeal[] = []
  let writes: VaultWrite[] = []
  for (let number = 1; number <= deals; number++) {
    const { deal, notes } = makeDeal(random, number)
    if (number % (deals / SEARCHES) < 1) sample.push(deal)
    const { deal_id, created_at: at } = deal
    plain.add({
      number,
      state: deal.state,
      updated_at: deal.updated_at,
      names: wordsOf(deal),
      notes: notes.join(' '),
    })
    writes.push({ write: 'create_deal', deal })
    for (const detail of notes)
      writes.push({
        write: 'append_timeline',
        entry: { deal_id, at, kind: 'note', title: 'Note', detail, verification: null },
      })
    if (writes.length < 2_000 && number < deals) continue
    await vault.commit(writes)
    writes = []
  }
  plain.commit()
  return sample
}

const ofCompany = (deal: StoredDeal, path: string) => valueAt(deal.values, `company.${path}`) as string

/** Returns the words of a deal for which a broker searches, except its notes. */
function wordsOf(deal: StoredDeal): string {
  const owner = ['owners.0.first_name', 'owners.0.last_name'].map((path) => ofCompany(deal, path))
  const ein = ofCompany(deal, 'ein').slice(-4)
  return [deal.legal_name, ...owner, deal.reference, deal.application_id ?? '', ein].join(' ')
}

/** Makes up search texts. Yields the content of the search field after each typed letter. */
function* typed(sample: StoredDeal[], random: () => number): Generator<string> {
  const others = [
    'statements',
    'voicemail',
    'renewal',
    'under review',
    'funded',
    'offer available',
    'xylophone',
    'qqq',
  ]
  for (const deal of sample) {
    const text = (path: string) => ofCompany(deal, path)
    const owner = { first_name: text('owners.0.first_name'), last_name: text('owners.0.last_name') }
    const searches = [
      deal.legal_name.split(' ').slice(0, 2).join(' '),
      owner.last_name,
      `${owner.last_name} ${deal.legal_name.split(' ')[1]}`,
      `${owner.first_name} ${owner.last_name}`,
      deal.reference || deal.legal_name,
      deal.application_id ?? text('ein').slice(-4),
      text('ein').slice(-4),
      others[Math.floor(random() * others.length)] as string,
    ]
    const search = searches[Math.floor(random() * searches.length)] as string
    for (let length = 1; length <= search.length; length++) yield search.slice(0, length)
  }
}

/** Saves a changed business name of one of the deals, which the vault must index. */
async function save(vault: VaultClient, sample: StoredDeal[], random: () => number): Promise<void> {
  const { deal_id, values, legal_name } = sample[Math.floor(random() * sample.length)] as StoredDeal
  const changes = {
    values,
    legal_name: `${legal_name} ${Math.floor(random() * 1000)}`,
    updated_at: new Date().toISOString(),
  }
  await vault.commit([{ write: 'update_deal', deal_id, changes }])
}
