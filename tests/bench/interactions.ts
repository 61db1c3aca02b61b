import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { readDashboard } from '../../src-main/features/money/commissions.ts'
import { BulkActions } from '../../src-main/features/pipeline/bulk.ts'
import { listDealIds, listDeals, sumDeals } from '../../src-main/features/pipeline/list-deals.ts'
import { nextActions } from '../../src-main/features/pipeline/next-actions.ts'
import { PERIODS } from '../../src-shared/features/money/money-view.ts'
import { DEAL_FILTERS, DEAL_SORTS, STAGES } from '../../src-shared/features/pipeline/pipeline.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { memoryKeychain, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { seeded } from '../support/many-deals.ts'
import type { Measured } from '../support/measured.ts'
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
 * `slowest_p99_ms` is the p99 of the slowest interaction, from call to answer. The result's `context` shows "p99 ms / CPU ms" for each
 * interaction (CPU time on Linux only). The CPU time is the mean per interaction and includes this process and the vault's process. A busy
 * machine hardly changes it.
 */

const DEALS = 10_000
const ROUNDS = 40
const PAGE = 50
const WORDS = ['bakery', 'maple auto', 'r-00', 'llc', 'smith', 'offer', 'river', 'no such thing']

export async function measure(): Promise<Measured> {
  const cleanup = new Cleanup()
  try {
    const folder = cleanup.folder()
    const secrets = memoryKeychain()
    const filling = await composeApp(cleanup, { folder, secrets })
    await putManyDeals(filling.vault, DEALS)
    await filling.vault.close()
    const app = await composeApp(cleanup, { folder, secrets, now: new Date().toISOString() })
    value(await listDeals(app.context, query({})))
    await sleep(2_000)

    const details: Record<string, string | number> = { deals: DEALS }
    let slowest = 0
    for (const [name, act] of await interactions(app)) {
      const { p99, cpu } = await timed(act)
      details[name] = `${p99} / ${cpu}`
      slowest = Math.max(slowest, p99)
    }
    return {
      metrics: { slowest_p99_ms: slowest },
      goals: { slowest_p99_ms: { at_most: 50 } },
      rounds: ROUNDS,
      context: details,
    }
  } finally {
    await cleanup.run()
  }
}

type Act = (round: number) => Promise<unknown>

async function interactions({ context, vault }: App): Promise<Map<string, Act>> {
  const everything = value(await listDealIds(context, { ...query({}), limit: DEALS })).deal_ids
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
    ['scroll', () => resultOf(listDeals(context, query({ offset: Math.floor(random() * (DEALS - PAGE)) })))],
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
    ['select all', () => resultOf(listDealIds(context, { ...query({}), limit: DEALS }))],
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
  return ok({ saved_as: 'list.csv' })
}

async function timed(act: Act): Promise<{ p99: number; cpu: number }> {
  const times: number[] = []
  const before = await processorTime()
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await act(round)
    times.push(performance.now() - began)
  }
  const cpu = ((await processorTime()) - before) / ROUNDS
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN
  return { p99: round1(p99), cpu: round1(cpu) }
}

/** Returns the CPU time in milliseconds that this process and its children have used so far, or 0 if the system does not report it. */
async function processorTime(): Promise<number> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8').catch(() => '')
  const stats = await Promise.all(
    [...children.split(' ').filter(Boolean), 'self'].map((pid) =>
      readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    ),
  )
  // The two numbers are user and system time in hundredths of a second. They follow the process name in parentheses, which may contain
  // spaces.
  return stats.reduce((sum, stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
  }, 0)
}

const round1 = (ms: number) => Math.round(ms * 10) / 10
