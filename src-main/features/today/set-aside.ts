import type { When } from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { ReasonId } from '../../../src-shared/features/today/today.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { commitReminders, dueIn, ended, type ReminderNeeds, set } from '../follow-ups/follow-ups.ts'

/** Hides reasons of the Today screen until a time. Ends them if `when` is null. */
export async function setAside(
  context: ReminderNeeds,
  reasons: readonly ReasonId[],
  when: When | null,
): Promise<void> {
  const until = when === null ? null : dueIn(context, when)
  const at = context.clock.now()
  return commit(context, reasons, (reason) => {
    if (reason.kind === 'news') {
      const { number } = reason
      return until === null
        ? [{ write: 'read_news_item', number, read_at: at }]
        : [{ write: 'snooze_news', number, until, read_at: at }]
    }
    if (reason.kind === 'follow_up') {
      const { follow_up } = reason
      if (until === null) return [ended(follow_up.deal_id, at, msg.history.followUpDone)]
      const title = msg.history.followUpSet(until.wall ?? until.at)
      return set({ ...follow_up, ...until, set_at: at, fired_at: null }, at, title)
    }
    const { deal_id, kind, fact } = reason
    return [{ write: 'set_aside', line: { deal_id, kind, fact, ...(until ?? { wall: null, at: null }) } }]
  })
}

/** Brings back reasons that the broker set aside, as they were before. */
export function putBack(context: ReminderNeeds, reasons: readonly ReasonId[]): Promise<void> {
  const at = context.clock.now()
  return commit(context, reasons, (reason) => {
    if (reason.kind === 'news')
      return [{ write: 'snooze_news', number: reason.number, until: reason.until, read_at: at }]
    if (reason.kind === 'follow_up') {
      const { follow_up } = reason
      return set(follow_up, at, msg.history.followUpRestored(follow_up.wall ?? follow_up.at))
    }
    const { deal_id, kind, fact, until } = reason
    return [
      until === null
        ? { write: 'put_back', deal_id, kind }
        : { write: 'set_aside', line: { deal_id, kind, fact, ...until } },
    ]
  })
}

/** Commits the writes of all reasons at once. Fails if one of the deals no longer exists. */
async function commit(
  context: ReminderNeeds,
  reasons: readonly ReasonId[],
  writesOf: (reason: ReasonId) => VaultWrite[],
): Promise<void> {
  const reminded = reasons.flatMap((one) => (one.kind === 'follow_up' ? one.follow_up.deal_id : []))
  const others = reasons.flatMap((one) => ('deal_id' in one ? one.deal_id : []))
  await Promise.all([...new Set([...reminded, ...others])].map((deal_id) => loadDeal(context, deal_id)))
  return commitReminders(context, reminded, reasons.flatMap(writesOf))
}

/** Marks the news of a deal as read, because the broker sees the deal. */
export async function settleNews(
  { vault, clock, emit }: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  deal_id: string,
): Promise<void> {
  if (await vault.hasUnreadNews(deal_id)) {
    await vault.commit([{ write: 'read_news', deal_id, read_at: clock.now() }])
    emit('today.changed', {})
  }
}
