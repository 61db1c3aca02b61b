import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { readDashboard } from '../../src-main/features/money/commissions.ts'
import { BulkActions } from '../../src-main/features/pipeline/bulk.ts'
import { listDealIds, listDeals, sumDeals } from '../../src-main/features/pipeline/list-deals.ts'
import { nextActions } from '../../src-main/features/pipeline/next-actions.ts'
import { PERIODS } from '../../src-shared/features/money/money-view.ts'
import { DEAL_FILTERS, DEAL_SORTS, STAGES } from '../../src-shared/features/pipeline/pipeline.ts'
import { memoryKeychain, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { seeded } from '../support/many-deals.ts'
import type { Measured } from '../support/measured.ts'
import { interleave, quantile, rounded, timed } from './harness.ts'
import { putManyDeals } from '../support/many-in-vault.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'
import { exportDeals } from '../../src-main/features/pipeline/export-deals.ts'

/*
 * Method: the bench performs a broker's actions on the pipeline with 10,000 deals, including documents and notes. Each action calls the
 * functions of core that the main process would call, on an encrypted vault in its own process. The bench opens a new vault process, reads
 * the list once, and waits two seconds before the first action. One interaction consists of all requests that the screen makes for one
 * action. The page divides long work (CSV, bulk) into pieces, and other work can run between two pieces. The bench therefore measures such
 * work piece by piece. Each interaction runs 40 times with different values.
 *
 * `slowest_p99_ms` is the p99 of the slowest interaction, from call to answer. The result's `context` shows the p99 of each interaction in
 * ms. The bench repeats all this with a quarter and with four times as many deals. `growth` is the slowest p99 with the most deals divided
 * by the one with the fewest.
 */

const SIZES = [2_500, 10_000, 40_000] as const
const ROUNDS = 40
const PAGE = 50
const WORDS = ['bakery', 'maple auto', 'r-00', 'llc', 'smith', 'offer', 'river', 'no such thing']

export async function measure(): Promise<Measured> {
  const [few, some, many] = [await actOn(SIZES[0]), await actOn(SIZES[1]), await actOn(SIZES[2])]
  const slowest = (times: Record<string, number>) => Math.max(...Object.values(times))
  return {
    metrics: { slowest_p99_ms: slowest(some), growth: rounded(slowest(many) / slowest(few)) },
    goals: { slowest_p99_ms: { at_most: 50 }, growth: { at_most: 2 } },
    rounds: ROUNDS,
    context: Object.fromEntries(
      Object.entries(some).map(([name, p99]) => [name, `${few[name]}, ${p99}, ${many[name]}`]),
    ),
  }
}

/** Returns the p99 of each interaction with this number of deals, in milliseconds. */
async function actOn(deals: number): Promise<Record<string, number>> {
  const cleanup = new Cleanup()
  try {
    const folder = cleanup.folder()
    const secrets = memoryKeychain()
    const filling = await composeApp(cleanup, { folder, secrets })
    await putManyDeals(filling.vault, deals)
    await filling.vault.close()
    const app = await composeApp(cleanup, { folder, secrets, now: new Date().toISOString() })
    value(await listDeals(app.context, query({})))
    await sleep(2_000)
    const p99: Record<string, number> = {}
    for (const [name, act] of await interactions(app, deals)) {
      const { times } = await interleave({ rounds: ROUNDS }, { times: (at) => timed(() => act(at)) })
      p99[name] = rounded(quantile(times, 0.99), 1)
    }
    return p99
  } finally {
    await cleanup.run()
  }
}

type Act = (round: number) => Promise<unknown>

async function interactions({ context, vault }: App, deals: number): Promise<Map<string, Act>> {
  const everything = value(await listDealIds(context, { ...query({}), limit: deals })).deal_ids
  const random = seeded(3)
  const anyDeal = () => everything[Math.floor(random() * everything.length)] as string
  const letters = WORDS.flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1)))
  const of = <T>(list: readonly T[], round: number) => list[round % list.length] as T
  const engine = { wake: () => {} }
  const app = new BulkActions()
  return new Map<string, Act>([
    ['pipeline', () => both(resultOf(listDeals(context, query({}))), resultOf(nextActions(context)))],
    [
      'sort',
      (round) =>
        resultOf(
          listDeals(context, query({ sort: of(DEAL_SORTS, round), reversed: round >= DEAL_SORTS.length })),
        ),
    ],
    [
      'filter',
      (round) =>
        resultOf(
          listDeals(
            context,
            query({ filter: of(DEAL_FILTERS, round), where: round % 2 === 0 ? {} : { under_way: true } }),
          ),
        ),
    ],
    ['scroll', () => resultOf(listDeals(context, query({ offset: Math.floor(random() * (deals - PAGE)) })))],
    ['search', (round) => resultOf(listDeals(context, query({ search: of(letters, round) })))],
    ['palette', (round) => resultOf(listDeals(context, query({ search: of(letters, round * 7), limit: 8 })))],
    [
      'board',
      async () =>
        Promise.all([
          resultOf(sumDeals(context, query({}))),
          ...STAGES.map((filter) => resultOf(listDeals(context, query({ filter })))),
        ]),
    ],
    ['open a deal', () => resultOf(viewDeal(context, anyDeal()))],
    ['timeline', () => resultOf(vault.timelinePage(anyDeal(), { kinds: [], before: null, limit: PAGE }))],
    ['dashboard', (round) => resultOf(readDashboard(context, of(PERIODS, round)))],
    ['select all', () => resultOf(listDealIds(context, { ...query({}), limit: deals }))],
    [
      'bin or restore 50',
      (round) =>
        resultOf(
          app.run(context, engine, {
            bulk_id: randomUUID(),
            action: round % 2 === 0 ? 'bin' : 'restore',
            deal_ids: everything.slice(0, 50),
          }),
        ),
    ],
    [
      'csv of 200',
      () =>
        resultOf(
          exportDeals(context, readAll, {
            columns: ['business', 'status', 'amount', 'offer', 'documents', 'owner', 'updated'],
            of: { deal_ids: everything.slice(0, 200) },
          }),
        ),
    ],
  ])
}

const query = (more: object) => dealQuerySchema.parse({ limit: PAGE, ...more })

async function both(...answers: Promise<{ ok: boolean }>[]): Promise<void> {
  for (const answer of await Promise.all(answers)) if (!answer.ok) throw new Error('It failed.')
}

const readAll: Parameters<typeof exportDeals>[1] = async (_, pieces) => {
  for await (const piece of pieces) value(piece)
  return { saved_as: 'list.csv' }
}
