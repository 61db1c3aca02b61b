import { type Failure, failure } from '../../platform/base/failure.ts'
import type { FieldProblem } from '../../../src-shared/platform/base/errors.ts'
import {
  inCurrentLanguage,
  refusalReason,
  refusedField,
} from '../../../src-shared/features/form/refused-fields.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'

export interface TrashNeeds extends Pick<Platform, 'vault' | 'clock' | 'emit'> {
  /** Looks again which reminder is due next. */
  remindersChanged(): void
}

/** Reads a deal. Fails if the deal does not exist or is in the trash. */
export async function loadDeal(context: Pick<Platform, 'vault'>, deal_id: string): Promise<StoredDeal> {
  const found = await context.vault.getDeal(deal_id)
  return present(found)
}

/** Fails if a deal does not exist or is in the trash. */
export function present(deal: StoredDeal | null): StoredDeal {
  if (deal === null || deal.deleted_at !== null)
    throw failure('DEAL_NOT_FOUND', msg.errors.dealGone, msg.errors.toPipeline)
  return deal
}

/**
 * Returns the problems of a deal's fields in the current language: those that the form profile finds, and the partner's objections to
 * fields that the form shows. If a field has both, returns only the partner's objection.
 */
export function problemsToShow(
  { profile }: Pick<BrokerForm, 'profile'>,
  deal: Pick<StoredDeal, 'values' | 'field_problems' | 'refused_fields'>,
): FieldProblem[] {
  const found = new Map<string, FieldProblem>()
  for (const { path: key, message } of deal.refused_fields) {
    const path = refusedField(profile, deal.values, key)
    if (path !== null && !found.has(path)) found.set(path, { path, message: refusalReason(message) })
  }
  for (const problem of deal.field_problems)
    if (!found.has(problem.path)) found.set(problem.path, inCurrentLanguage(profile, problem))
  return [...found.values()]
}

export function isEditable(deal: StoredDeal): boolean {
  return deal.state === 'draft' || deal.state === 'refused'
}

export function notEditable(deal: Pick<StoredDeal, 'state'>): Failure {
  const why = {
    queued: msg.errorsDeals.applicationQueued,
    sending: msg.errorsDeals.beingSent,
    received: msg.errorsDeals.receivedNoChange,
    unknown: msg.errorsDeals.applicationNotKnown,
    draft: msg.errorsDeals.notNow,
    refused: msg.errorsDeals.notNow,
  }[deal.state]
  return failure(
    'DEAL_NOT_EDITABLE',
    why,
    { queued: msg.errorsDeals.cancelFirst, unknown: msg.errorsDeals.confirmDelivery }[deal.state as string] ??
      msg.errorsDeals.changeNotSaved,
  )
}

/** Moves a deal to the trash or restores it. A submission that was already sent is not affected. */
export function trashDeal(context: TrashNeeds, deal_id: string, inBin: boolean): Promise<void> {
  return oneAtATime(deal_id, async () => {
    const found = await context.vault.getDeal(deal_id)
    if (inBin && (found?.state === 'sending' || found?.state === 'queued')) throw notEditable(found)
    const deleted_at = inBin ? context.clock.now() : null
    await context.vault.commit([{ write: 'update_deal', deal_id, changes: { deleted_at } }])
    context.remindersChanged()
    context.emit('deal.changed', { deal_id })
  })
}

export function nameOf({ legal_name, reference }: Pick<StoredDeal, 'legal_name' | 'reference'>): Message {
  return legal_name || reference || msg.errorsDeals.unnamedDeal
}
