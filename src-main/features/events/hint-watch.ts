import { drop } from '../../platform/base/log-lines.ts'
import { resultOf } from '../../platform/base/failure.ts'
import type { Announcement } from '../../../src-shared/features/today/notification.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { Question } from '../../platform/relay/event-source.ts'
import type { Hint, NewsDeal } from '../../platform/vault/records.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { announce } from './decide-event.ts'
import { NEWS } from './receive-events.ts'

type HintNeeds = Pick<Platform, 'vault' | 'clock' | 'emit' | 'notifier' | 'log'>

/** Time after the arrival of a hint (unverified event). If the partner has not confirmed the hint by then, the app notifies the broker. */
export const HINT_GRACE_MS = 10_000
/**
 * Time between the first and the second poll for a hint. The second poll happens before the broker is notified, because the partner's data
 * may lag behind its notifications.
 */
const ASK_AGAIN_MS = 5_000
/** At its start, the app does not poll for hints that are older than this number of days. */
const HINTS_ASKED_DAYS = 30
const DAY_MS = 24 * 3_600_000

type Asked = Pick<Question, 'application_id'> & Partial<Question>

/** Handles hints (unverified events) that the partner does not confirm: announces them to the broker as unconfirmed. */
export class HintWatch {
  readonly #context: HintNeeds
  readonly #ask: (question: Question) => void
  readonly #timers = new Map<string, NodeJS.Timeout[]>()

  constructor(context: HintNeeds, ask: (question: Question) => void) {
    this.#context = context
    this.#ask = ask
  }

  /** Polls again for hints (unverified events) that were still unconfirmed when the app last ended. */
  async resume(): Promise<void> {
    const { vault, clock } = this.#context
    const since = new Date(Date.parse(clock.now()) - HINTS_ASKED_DAYS * DAY_MS).toISOString()
    const [deals, asking] = await Promise.all([vault.hintedDeals(since), vault.pollingHints()])
    for (const deal of deals) this.#ask({ ...deal, about: 'all' })
    for (const application_id of asking) this.expect({ application_id })
  }

  /**
   * Announces the hints (unverified events) of an application that are still unconfirmed after `wait_ms`. Call this after polling the
   * application.
   */
  expect(asked: Asked, wait_ms = HINT_GRACE_MS): void {
    const { application_id, deal_id } = asked
    if (this.#timers.has(application_id)) return
    const after = (ms: number, run: () => Promise<void>) =>
      setTimeout(() => drop(this.#context.log, run()), ms).unref()
    const askAgain = async () => {
      if (deal_id !== undefined && (await this.#isOpen(application_id)))
        this.#ask({ deal_id, application_id, about: 'all' })
    }
    this.#timers.set(application_id, [after(ASK_AGAIN_MS, askAgain), after(wait_ms, () => this.#due(asked))])
  }

  /** Announces the waiting hints (unverified events) immediately, because the partner offers no read that could confirm them. */
  async giveUp(): Promise<void> {
    for (const application_id of await this.#context.vault.pollingHints())
      // Process the applications one after another, because the app processes all news one at a time.
      await announceUnconfirmed(this.#context, application_id, 0)
  }

  stop(): void {
    for (const timer of [...this.#timers.values()].flat()) clearTimeout(timer)
    this.#timers.clear()
  }

  async #isOpen(application_id: string): Promise<boolean> {
    const hints = await this.#context.vault.unconfirmedHints(application_id)
    return hints.some(({ state }) => state === 'asking' || state === 'contradicted')
  }

  async #due(asked: Asked): Promise<void> {
    const reported = await resultOf(announceUnconfirmed(this.#context, asked.application_id, HINT_GRACE_MS))
    // Delete the timer only after the announcement. Otherwise, a poll during the announcement would start the wait again.
    this.#timers.delete(asked.application_id)
    // The vault failed, so try again later.
    if (!reported.ok) return this.expect(asked)
    if (reported.value !== null) this.expect(asked, reported.value)
  }
}

/**
 * Announces the hints (unverified events) of an application that are still unconfirmed after `patience_ms`. Stores their new state in the
 * same commit as the announcement, so that each hint is announced only once, even across a restart. Returns the milliseconds until the next
 * hint must be announced, or null.
 */
export function announceUnconfirmed(
  context: HintNeeds,
  application_id: string,
  patience_ms: number,
): Promise<number | null> {
  return oneAtATime(NEWS, async () => {
    const { vault, notifier, emit, clock } = context
    const [scope, hints] = await Promise.all([
      vault.newsContext([], [application_id]),
      vault.unconfirmedHints(application_id),
    ])
    const at = clock.now()
    const asking = hints.filter(({ state }) => state === 'asking')
    const waits = asking.map(({ taken_at }) => waitOf(taken_at, at, patience_ms))
    const due = asking.filter((_, index) => waits[index] === 0)
    const later = waits.filter((wait) => wait > 0)
    const next_due_ms = later.length === 0 ? null : Math.min(...later)
    const deal = scope.deals[0]
    if (due.length === 0 || deal === undefined) return next_due_ms
    const { writes, announcements } = decideUnconfirmed(deal, due, at)
    await vault.commit(writes)
    for (const announcement of announcements) notifier.notify(announcement)
    if (announcements.length > 0) context.emit('today.changed', {})
    emit('deal.changed', { deal_id: deal.deal_id })
    return next_due_ms
  })
}

/** Returns the milliseconds until a hint must be announced. A clock that was set back does not prolong the wait. */
function waitOf(taken_at: string, now: string, patience_ms: number): number {
  const age = Date.parse(now) - Date.parse(taken_at)
  return age < 0 ? 0 : Math.max(0, patience_ms - age)
}

/**
 * Decides which hints (unverified events) to announce: only the newest of each type, and none that reports the status already known. The
 * newest hint about an available offer is always announced, because it may be about a new offer. A newer hint with another status does not
 * replace it, because that hint may be an old event that was sent again.
 */
function decideUnconfirmed(
  deal: NewsDeal,
  due: Hint[],
  at: string,
): { writes: VaultWrite[]; announcements: Announcement[] } {
  const writes: VaultWrite[] = []
  const announcements: Announcement[] = []
  const subjects = new Set<string>()
  for (const { event_id, message_type, status } of due) {
    const isOffer = status === 'offer_available'
    const subject = isOffer ? status : message_type
    const isOvertaken = subjects.has(subject)
    subjects.add(subject)
    const isKnown = !isOffer && (status === deal.application_status || status === deal.offer_status)
    const isNews = !isOvertaken && !isKnown
    writes.push({ write: 'settle_event', event_id, state: isNews ? 'unconfirmed' : 'superseded' })
    const reported = isNews ? announce(deal, status) : null
    if (reported === null) continue
    const announcement = {
      ...reported,
      title: msg.notifications.unconfirmed(reported.title),
      unconfirmed: true,
    }
    announcements.push(announcement)
    const { unconfirmed: _, ...item } = announcement
    writes.push({ write: 'insert_news', item: { ...item, at } })
  }
  return { writes, announcements }
}
