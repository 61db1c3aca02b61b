import { LARGEST_PAGE } from '../../../src-shared/features/pipeline/pipeline.ts'
import type { DealRow } from '../../../src-shared/features/pipeline/pipeline.ts'
import { fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { type EnvironmentContext, notConfirmed } from '../../platform/environment/environment-context.ts'
import type { Consent } from '../../platform/base/system.ts'
import { nameOf } from '../submission/duplicates.ts'

/** Maximum number of deals that are deleted in one commit. It is small, so that other calls to the vault do not wait long. */
const ERASED_AT_ONCE = 20
/** Maximum number of deals that the dialog names. It shows only the number of the others. */
const MOST_NAMED = 5

/**
 * Permanently deletes deals in the trash with their proof, timeline, and documents, if the broker agrees in a system dialog. The result
 * `kept` is the number of deals that are not deleted because they are not in the trash or are being sent. Fails with `CHANGE_NOT_CONFIRMED`
 * if the broker refuses.
 */
export async function eraseDeals(
  context: EnvironmentContext,
  consent: Consent,
  deal_ids: readonly string[],
): Promise<Result<{ erased: number; kept: number }>> {
  const { vault, emit } = context
  const rows = await readRows(context, [...new Set(deal_ids)])
  if (!rows.ok) return rows
  const mayGo = rows.value.filter(
    ({ deleted_at, state }) => deleted_at !== null && state !== 'sending' && state !== 'queued',
  )
  if (mayGo.length === 0) return ok({ erased: 0, kept: rows.value.length })
  const isAgreed = await consent.eraseDeals({
    names: mayGo.slice(0, MOST_NAMED).map(nameOf),
    deals: mayGo.length,
    submitted: mayGo.filter(({ was_submitted }) => was_submitted).length,
  })
  if (!isAgreed) return fail(notConfirmed())
  let erased = 0
  for (let at = 0; at < mayGo.length; at += ERASED_AT_ONCE) {
    const some = mayGo.slice(at, at + ERASED_AT_ONCE).map(({ deal_id }) => deal_id)
    const gone = await vault.eraseDeals(some)
    if (!gone.ok) return gone
    erased += gone.value
    for (const deal_id of some) emit('deal.changed', { deal_id })
  }
  return ok({ erased, kept: rows.value.length - erased })
}

async function readRows({ vault }: EnvironmentContext, deal_ids: string[]): Promise<Result<DealRow[]>> {
  const all: DealRow[] = []
  for (let at = 0; at < deal_ids.length; at += LARGEST_PAGE) {
    const rows = await vault.dealRows(deal_ids.slice(at, at + LARGEST_PAGE))
    if (!rows.ok) return rows
    all.push(...rows.value)
  }
  return ok(all)
}
