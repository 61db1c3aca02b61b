import { ok, fail, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { Announcement } from '../../../src-shared/features/inbox/notification.ts'
import type { Renewal } from '../../../src-shared/features/money/money-view.ts'
import { RENEWAL_DUE } from '../../../src-shared/features/follow-ups/follow-up.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { renewalOf, renewalsOf, renewalsToAnnounce } from '../../../src-shared/features/money/renewals.ts'
import { duplicateDeal } from '../drafts/create-draft.ts'
import { notifyUnread } from '../inbox/inbox.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { noMoney } from './commissions.ts'

const RENEWALS = 'renewals'

export async function readRenewals({ vault, clock }: EnvironmentContext): Promise<Result<Renewal[]>> {
  const facts = await vault.moneyFacts()
  return facts.ok ? ok(renewalsOf(facts.value, dayOf(clock.now()))) : facts
}

/**
 * Starts a renewal: creates a draft with a funded deal's values, and stores that the renewal was started. If a draft was already started
 * for this renewal, returns that draft. Copies no documents, because a new application needs new statements.
 */
export function startRenewal(
  context: EnvironmentContext,
  deal_id: string,
): Promise<Result<{ deal_id: string }>> {
  return oneAtATime(RENEWALS, async () => {
    const { vault, clock } = context
    const facts = await vault.moneyFactsOf(deal_id)
    if (!facts.ok) return facts
    const renewal = facts.value === null ? null : renewalOf(facts.value, dayOf(clock.now()))
    if (renewal === null) return fail(noMoney())
    if (renewal.renewed_as !== null) return ok({ deal_id: renewal.renewed_as })
    const copied = await duplicateDeal(context, deal_id, false)
    if (!copied.ok) return copied
    const noted = await vault.commit([{ write: 'note_renewal', deal_id, renewed_as: copied.value.deal_id }])
    return noted.ok ? copied : noted
  })
}

/** Announces each due renewal once, in the inbox and, depending on the settings, by system notification. */
export function notifyRenewals(context: EnvironmentContext): Promise<Result<number>> {
  return oneAtATime(RENEWALS, async () => {
    const { vault, clock, notifier } = context
    const facts = await vault.moneyFacts()
    if (!facts.ok) return facts
    const at = clock.now()
    const day = dayOf(at)
    const due = renewalsToAnnounce(facts.value, day)
    if (due.length === 0) return ok(0)
    const announcements = due.map(({ deal_id, legal_name, amount_cents }): Announcement => ({
      deal_id,
      status: RENEWAL_DUE,
      title: msg.money.renewals.dueTitle,
      body: legal_name || msg.money.noName,
      amount: amount_cents === null ? null : { cents: amount_cents, of: 'offer' },
    }))
    const writes = announcements.flatMap((announcement): VaultWrite[] => [
      { write: 'insert_inbox_item', item: { ...announcement, at } },
      { write: 'note_renewal_told', deal_id: announcement.deal_id, day },
    ])
    const committed = await vault.commit(writes)
    if (!committed.ok) return committed
    for (const announcement of announcements) notifier.notify(announcement)
    await notifyUnread(context)
    return ok(due.length)
  })
}
