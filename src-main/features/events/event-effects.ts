import { storeMessage, type Message } from '../../../src-shared/platform/texts/message.ts'
import type { EventProblem } from '../../../src-shared/platform/webhook/event.ts'
import type { Announcement } from '../../../src-shared/features/today/notification.ts'
import type { Question } from '../../platform/relay/event-source.ts'
import type { EventState, InboxEvent, NewsDeal, StoredDeal } from '../../platform/vault/records.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { noteFault } from '../../platform/base/log-lines.ts'
import type { Log } from '../../platform/base/system.ts'
import { endedByNews } from '../follow-ups/follow-ups.ts'
import { decideEvent } from './decide-event.ts'

export interface EventNeeds extends Pick<Platform, 'vault' | 'clock' | 'emit' | 'notifier' | 'log'> {
  /** Asks the partner about a deal as soon as the rate limit allows, and applies the response to the deal. */
  askSoon(question: Question): void
}

/**
 * Maximum number of stored unconfirmed hints (unverified events) per application within `HINT_WINDOW_MS`. The app does not store further
 * hints, but polls the partner for each one. If the partner offers no read request, no hint is ever confirmed. Without the time window, a
 * flood of such hints would therefore suppress all later hints.
 */
const MOST_HINTS = 100
export const HINT_WINDOW_MS = 24 * 3_600_000

/** Collects the effects of several events (writes and announcements) for one commit, and makes the announcements only after the commit. */
export class EventEffects {
  readonly #log: Log
  readonly #deals: Map<string, NewsDeal>
  readonly #recentHints: Map<string, number>
  readonly #changes = new Map<string, Partial<Omit<StoredDeal, 'deal_id'>>>()
  readonly #writes: VaultWrite[] = []
  readonly #announcements: Announcement[] = []
  readonly #touched = new Set<string>()
  readonly #questions = new Map<string, Question>()
  readonly #problems = new Map<string, EventProblem>()
  readonly now: string

  /** The deals and the number of recent hints, by application. Each decision updates these maps for the next decision. */
  constructor(log: Log, deals: Map<string, NewsDeal>, recentHints: Map<string, number>, now: string) {
    this.#log = log
    this.#deals = deals
    this.#recentHints = recentHints
    this.now = now
  }

  dealOf(application_id: string): string | null {
    return this.#deals.get(application_id)?.deal_id ?? null
  }

  /** True if the event is a hint (its signature does not cover its body) and its application has reached the limit of hints. */
  isFull({ verification, application_id }: InboxEvent): boolean {
    return verification === 'hint' && this.#hintsOf(application_id) >= MOST_HINTS
  }

  /** Records a problem for the broker. Repetitions increase its count. */
  note(problem: EventProblem['problem'], reason: Message, application_id: string | null): void {
    const at = this.now
    const key = `${problem} ${storeMessage(reason)}`
    const count = (this.#problems.get(key)?.count ?? 0) + 1
    const noted = { problem, reason, application_id, count, first_at: at, last_at: at }
    this.#problems.set(key, noted)
  }

  /**
   * Applies an event and returns its new state. An event that causes an exception changes nothing. It waits until the next start, which
   * applies it again. Until then, the app asks the partner for the status.
   */
  apply(event: InboxEvent): EventState | 'set_aside' {
    try {
      return this.#apply(event)
    } catch (thrown) {
      noteFault(this.#log, 'event not processed', thrown)
      const { application_id } = event
      this.note('set_aside', '', application_id)
      const deal_id = this.dealOf(application_id)
      if (deal_id !== null) this.#ask({ deal_id, application_id, about: 'all' })
      return 'set_aside'
    }
  }

  #apply(event: InboxEvent): EventState {
    const { application_id, verification } = event
    const decision = decideEvent(this.#deals.get(application_id) ?? null, event, this.now)
    if (decision.deal !== null) {
      this.#deals.set(application_id, decision.deal)
      this.#touched.add(decision.deal.deal_id)
      if (verification === 'hint') this.#recentHints.set(application_id, this.#hintsOf(application_id) + 1)
      // Polls the partner, because the event only says that something happened. The partner's response has the offer's details, and
      // confirms a hint (unverified event).
      const needsAll = verification === 'hint' || decision.state === 'superseded'
      if (needsAll || event.message_type === 'offer_event')
        this.#ask({
          deal_id: decision.deal.deal_id,
          application_id,
          about: needsAll ? 'all' : 'offers',
        })
    }
    for (const write of decision.writes)
      // Merges all updates of a deal in this batch into one. If two updates set the same column, the later value is used.
      if (write.write === 'update_deal')
        this.#changes.set(write.deal_id, { ...this.#changes.get(write.deal_id), ...write.changes })
      else this.#writes.push(write)
    if (decision.announcement !== null) {
      const { deal_id, title } = decision.announcement
      this.#announcements.push(decision.announcement)
      this.#writes.push(endedByNews(deal_id, this.now, title))
    }
    return decision.state
  }

  write(write: VaultWrite): void {
    this.#writes.push(write)
  }

  writes(): VaultWrite[] {
    const updates = [...this.#changes].map(([deal_id, changes]): VaultWrite => ({
      write: 'update_deal',
      deal_id,
      changes,
    }))
    const problems = [...this.#problems.values()].map((problem): VaultWrite => ({
      write: 'note_event_problem',
      problem,
    }))
    return [...updates, ...this.#writes, ...problems]
  }

  /**
   * Makes the announcements and starts the polls that the events require. Call this once after the commit. Returns true if there are new,
   * unread announcements.
   */
  announce({ notifier, emit, askSoon }: EventNeeds): boolean {
    for (const announcement of this.#announcements) notifier.notify(announcement)
    for (const deal_id of this.#touched) emit('deal.changed', { deal_id })
    for (const question of this.#questions.values()) askSoon(question)
    return this.#announcements.length > 0
  }

  #hintsOf(application_id: string): number {
    return this.#recentHints.get(application_id) ?? 0
  }

  #ask(question: Question): void {
    if (this.#questions.get(question.deal_id)?.about !== 'all')
      this.#questions.set(question.deal_id, question)
  }
}
