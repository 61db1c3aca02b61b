import { logged } from '../../platform/base/log-lines.ts'
import { Failure } from '../../platform/base/failure.ts'
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

export async function readRenewals({ vault, clock }: EnvironmentContext): Promise<Renewal[]> {
  const facts = await vault.moneyFacts()
  return renewalsOf(facts, dayOf(clock.now()))
}

/**
 * Starts a renewal: creates a draft with a funded deal's values, and stores that the renewal was started. If a draft was already started
 * for this renewal, returns that draft. Copies no documents, because a new application needs new statements.
 */
export function startRenewal(context: EnvironmentContext, deal_id: string): Promise<{ deal_id: string }> {
  return oneAtATime(RENEWALS, async () => {
    const { vault, clock } = context
    const facts = await vault.moneyFactsOf(deal_id)
    const renewal = facts === null ? null : renewalOf(facts, dayOf(clock.now()))
    if (renewal === null) throw new Failure(noMoney())
    if (renewal.renewed_as !== null) return { deal_id: renewal.renewed_as }
    const copied = await duplicateDeal(context, deal_id, false)
    await vault.commit([{ write: 'note_renewal', deal_id, renewed_as: copied.deal_id }])
    return copied
  })
}

/** Announces each due renewal once, in the inbox and, depending on the settings, by system notification. */
export function notifyRenewals(context: EnvironmentContext): Promise<number> {
  return oneAtATime(RENEWALS, async () => {
    const { vault, clock, notifier } = context
    const facts = await vault.moneyFacts()
    const at = clock.now()
    const day = dayOf(at)
    const due = renewalsToAnnounce(facts, day)
    if (due.length === 0) return 0
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
    await vault.commit(writes)
    for (const announcement of announcements) notifier.notify(announcement)
    await logged(context.log, notifyUnread(context))
    return due.length
  })
}
