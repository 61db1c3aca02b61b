import type { Announcement } from '../../../src-shared/domain/notification.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { announce } from '../events/decide-event.ts'
import { NEWS } from '../events/receive-events.ts'
import { tellUnread } from '../notifications/inbox.ts'
import { doubted, settled } from '../offers/decide-acceptance.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { ServiceAnswer } from '../ports/event-source.ts'
import type { NewsDeal } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'
import { decideAnswer, type AnswerDecision } from './decide-answer.ts'

/**
 * Commits what an answer of the service changes and, after that and only once, tells the broker. Answers whether it was news,
 * or is held back for now. `mayOverrule` is asked when its turn came: an event may be stored before that.
 */
export function takeAnswer(
  workspace: Workspace,
  answer: ServiceAnswer,
  mayOverrule: () => boolean,
): Promise<Result<Pick<AnswerDecision, 'is_news' | 'is_held'>>> {
  return oneAtATime(NEWS, async () => {
    const { vault, notifier, emit } = workspace
    const { application_id } = answer
    const [context, hints, stored, own] = await Promise.all([
      vault.newsContext([], [application_id]),
      vault.unconfirmedHints(application_id),
      vault.getDeal(answer.deal_id),
      vault.ownOffers(answer.deal_id),
    ])
    if (!context.ok) return context
    if (!hints.ok) return hints
    if (!stored.ok) return stored
    if (!own.ok) return own
    const deal = context.value.deals.find(({ deal_id }) => deal_id === answer.deal_id)
    if (deal === undefined || stored.value === null) return ok({ is_news: false, is_held: false })
    const decision = decideAnswer(deal, stored.value.offers, hints.value, answer, mayOverrule())
    const { deal_id, offers, asked_at } = answer
    const read = offers === null ? null : { deal_id, offers, own: own.value }
    const acceptances = read === null ? [] : settled(read, asked_at)
    const inDoubt = read === null ? [] : doubted(read, asked_at).flatMap(() => announceDoubt(deal) ?? [])
    const announcements = [...decision.announcements, ...inDoubt]
    const writes = [
      ...decision.writes,
      ...acceptances,
      ...inDoubt.map((item) => ({ write: 'insert_inbox_item' as const, item: { ...item, at: asked_at } })),
    ]
    if (writes.length === 0) return ok(decision)
    const committed = await vault.commit(writes)
    if (!committed.ok) return committed
    for (const announcement of announcements) notifier.notify(announcement)
    if (announcements.length > 0) await tellUnread(workspace)
    emit('deal.changed', { deal_id })
    return ok(decision)
  })
}

/** An acceptance that counted as taken may not have been. */
function announceDoubt(deal: NewsDeal): Announcement | null {
  const announcement = announce(deal, 'offer_available')
  return announcement && { ...announcement, title: words().history.acceptanceNotShown }
}
