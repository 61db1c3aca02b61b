import { Broken, resultOf } from '../../platform/base/failure.ts'
import type { BulkOutcome, BulkAction } from '../../../src-shared/features/pipeline/pipeline-view.ts'
import { MOST_REFUSALS } from '../../../src-shared/features/pipeline/pipeline-view.ts'
import { LARGEST_PAGE } from '../../../src-shared/features/pipeline/pipeline.ts'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import { queueDocuments, submitApplication, type SubmitNeeds } from '../submission/submission-commands.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { notEditable, type TrashNeeds } from '../deals/load-deal.ts'

export type BulkNeeds = SubmitNeeds & TrashNeeds

/**
 * Number of deals that are processed between two reports of the progress. For moves to or from the trash, this number is `LARGEST_PAGE`
 * instead.
 */
const TOLD_AFTER = 10

interface Options {
  bulk_id: string
  action: BulkAction
  deal_ids: string[]
}
type Refusals = Map<string, AppError>

/**
 * Runs an action on many deals. Each deal is checked separately. If a deal is refused, the action reports the reason and continues with the
 * others. Between two deals, the vault can serve other calls.
 */
export class BulkActions {
  readonly #stopped = new Set<string>()

  /** Stops the action. The deals that it is processing now are still completed. */
  stop(bulk_id: string): void {
    this.#stopped.add(bulk_id)
  }

  /** Runs the action. After each group of deals, wakes `engine`, which runs the submission queue. Fails only if the vault does. */
  async run(context: BulkNeeds, engine: { wake(): void }, options: Options): Promise<BulkOutcome> {
    const { action, bulk_id } = options
    const deal_ids = [...new Set(options.deal_ids)]
    const refusals: Refusals = new Map()
    const step = action === 'bin' || action === 'restore' ? LARGEST_PAGE : TOLD_AFTER
    let reached = 0
    while (reached < deal_ids.length && !this.#stopped.has(bulk_id)) {
      const some = deal_ids.slice(reached, reached + step)
      try {
        await perform(context, action, some, refusals)
      } finally {
        engine.wake()
      }
      reached += some.length
      context.emit('pipeline.progress', { bulk_id, done: reached, total: deal_ids.length })
    }
    this.#stopped.delete(bulk_id)
    const tried = deal_ids.slice(0, reached)
    const named = await nameRefusals(context, refusals)
    return {
      deal_ids: tried.filter((deal_id) => !refusals.has(deal_id)),
      refused: named,
      refusals: refusals.size,
      not_reached: deal_ids.length - reached,
    }
  }
}

async function perform(
  context: BulkNeeds,
  action: BulkAction,
  deal_ids: string[],
  refusals: Refusals,
): Promise<void> {
  if (action === 'bin' || action === 'restore')
    return binTogether(context, action === 'bin', deal_ids, refusals)
  const one = action === 'submit' ? submitApplication : queueDocuments
  for (const deal_id of deal_ids) {
    // Submit one deal after another. If two of them are for the same client, the duplicate check of the second one then finds the first
    // one.
    const done = await resultOf(one(context, deal_id), { except: Broken })
    if (!done.ok) refusals.set(deal_id, done.error)
  }
}

/** Moves all deals to or from the trash in one commit. Waiting for the disk takes as long for one deal as for many. */
function binTogether(
  context: BulkNeeds,
  inBin: boolean,
  deal_ids: string[],
  refusals: Refusals,
): Promise<void> {
  return holding(deal_ids, async () => {
    const rows = await context.vault.dealRows(deal_ids)
    const free = rows.filter((deal) => {
      const isOnItsWay = deal.state === 'sending' || deal.state === 'queued'
      if (inBin && isOnItsWay) refusals.set(deal.deal_id, notEditable(deal).error)
      return !(inBin && isOnItsWay)
    })
    const deleted_at = inBin ? context.clock.now() : null
    await context.vault.commit(
      free.map(({ deal_id }) => ({ write: 'update_deal', deal_id, changes: { deleted_at } })),
    )
    context.remindersChanged()
    for (const { deal_id } of free) context.emit('deal.changed', { deal_id })
  })
}

/** Runs a job while no other job changes these deals. Locks the deals in a fixed order, so that two jobs never wait for each other. */
function holding<T>(deal_ids: string[], job: () => Promise<T>): Promise<T> {
  const inOrder = deal_ids.toSorted()
  return inOrder.reduceRight<() => Promise<T>>((rest, deal_id) => () => oneAtATime(deal_id, rest), job)()
}

async function nameRefusals(
  context: Pick<Platform, 'vault'>,
  refusals: Refusals,
): Promise<BulkOutcome['refused']> {
  const refused: BulkOutcome['refused'] = []
  const deal_ids = [...refusals.keys()].slice(0, MOST_REFUSALS)
  for (let at = 0; at < deal_ids.length; at += LARGEST_PAGE) {
    const rows = await context.vault.dealRows(deal_ids.slice(at, at + LARGEST_PAGE))
    for (const row of rows) refused.push({ ...row, error: refusals.get(row.deal_id) as AppError })
  }
  return refused
}
