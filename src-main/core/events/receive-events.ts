import { setImmediate } from 'node:timers/promises'
import type { Announcement } from '../../../src-shared/domain/notification.ts'
import type { RelayEvent, Verification } from '../../../src-shared/domain/event.ts'
import { ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { tellUnread } from '../notifications/inbox.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Question } from '../ports/event-source.ts'
import type { InboxEvent, NewsDeal, StoredDeal, VaultWrite } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'
import { decideEvent } from './decide-event.ts'
import { notificationIn, type Judged, type JudgeEvent } from './judge-event.ts'

/** The name of the relay's cursor in the vault. */
export const RELAY_CURSOR = 'relay'

/** All news of a workspace is decided and committed one after another: each decision rests on the one before. */
export const NEWS = 'news'

/** Enough that a commit costs each of them little, and few enough that the next are decided while these are stored. */
const EVENTS_A_COMMIT = 500

/** What became of an event. `put_aside`: it can never be accepted. */
export interface EventOutcome {
  seq: number
  event_id: string
  application_id: string | null
  state: InboxEvent['state'] | 'duplicate' | 'put_aside'
  verification: Verification | null
  error: AppError | null
}

export interface BatchOutcome {
  /** What became of those that were taken, from the first on. */
  outcomes: EventOutcome[]
  /** Why those behind were not: deliver them again. */
  error: AppError | null
}

/**
 * Takes events from the relay in their order. Each one's signature is checked again here, since the relay is not trusted;
 * then the events, each with its own effect, and the cursor go into the vault, some hundreds in one commit. So a repeated event
 * changes nothing and notifies nobody. An event with a wrong signature or an unreadable body is put aside for good.
 */
export async function receiveEvents(
  workspace: Workspace,
  judge: JudgeEvent,
  received: RelayEvent[],
): Promise<BatchOutcome> {
  const judged = await Promise.all(received.map(judge))
  const stuckAt = judged.findIndex(({ is }) => is === 'stuck')
  const stuck = judged[stuckAt]
  const takeable = (stuckAt < 0 ? judged : judged.slice(0, stuckAt)).filter((one) => one.is !== 'stuck')
  const taken = await oneAtATime(NEWS, () => applyBatch(workspace, takeable))
  return { ...taken, error: taken.error ?? (stuck?.is === 'stuck' ? stuck.error : null) }
}

/** Applies the events that came before their application was known here. Fails only when the vault does; then they wait on. */
export function applyWaitingEvents(workspace: Workspace, application_id: string): Promise<Result<void>> {
  return oneAtATime(NEWS, async () => {
    const { vault } = workspace
    const [waiting, context] = await Promise.all([
      vault.waitingEvents(application_id),
      vault.newsContext([], [application_id]),
    ])
    if (!waiting.ok) return waiting
    if (!context.ok) return context
    if (waiting.value.length === 0) return ok(undefined)
    const effects = new Effects(dealsByApplication(context.value.deals))
    for (const event of waiting.value) {
      const state = effects.apply(event)
      if (state !== 'waiting') effects.write({ write: 'settle_event', event_id: event.event_id, state })
    }
    const committed = await vault.commit(effects.writes())
    if (!committed.ok) return committed
    if (effects.tell(workspace)) await tellUnread(workspace)
    return ok(undefined)
  })
}

type Takeable = Exclude<Judged, { is: 'stuck' }>

/**
 * Decides one part after another and hands each to the vault at once, which commits those before meanwhile. What a part rests on
 * is known here before it is stored, so each names the cursor that the one before it leaves: after a commit that failed, the
 * vault refuses those behind.
 */
async function applyBatch(workspace: Workspace, judged: Takeable[]): Promise<BatchOutcome> {
  const { vault } = workspace
  const events = judged.flatMap((one) => (one.is === 'event' ? [one.event] : []))
  const [context, cursor] = await Promise.all([
    vault.newsContext(
      events.map(({ event_id }) => event_id),
      [...new Set(events.map(({ application_id }) => application_id))],
    ),
    vault.getCursor(RELAY_CURSOR),
  ])
  if (!context.ok) return { outcomes: [], error: context.error }
  if (!cursor.ok) return { outcomes: [], error: cursor.error }
  const known = new Set(context.value.known)
  const deals = dealsByApplication(context.value.deals)
  const parts = []
  let from = cursor.value
  for (let at = 0; at < judged.length; at += EVENTS_A_COMMIT) {
    const effects = new Effects(deals)
    const outcomes = judged.slice(at, at + EVENTS_A_COMMIT).map((one) => takeOne(one, known, effects))
    const seq = outcomes.at(-1)?.seq ?? from
    effects.write({ write: 'set_cursor', source: RELAY_CURSOR, from, seq })
    parts.push({ outcomes, effects, committed: vault.commit(effects.writes()) })
    from = seq
    // Whoever else waits for this process has its turn.
    // oxlint-disable-next-line no-await-in-loop
    await setImmediate()
  }
  return tellInTurn(workspace, parts)
}

interface Part {
  outcomes: EventOutcome[]
  effects: Effects
  committed: ReturnType<Workspace['vault']['commit']>
}

/** Tells what each part did once it is stored, up to the first that could not be. */
async function tellInTurn(workspace: Workspace, parts: Part[]): Promise<BatchOutcome> {
  const taken: EventOutcome[] = []
  let failed: AppError | null = null
  let announced = false
  for (const { outcomes, effects, committed } of parts) {
    // oxlint-disable-next-line no-await-in-loop
    const stored = await committed
    if (!stored.ok) failed = stored.error
    if (!stored.ok || stored.value !== 'committed') break
    for (const { error, seq } of outcomes)
      if (error !== null) workspace.log.warn('event put aside', { code: error.code, seq })
    announced = effects.tell(workspace) || announced
    taken.push(...outcomes)
  }
  if (announced) await tellUnread(workspace)
  return { outcomes: taken, error: failed }
}

function takeOne(one: Takeable, known: Set<string>, effects: Effects): EventOutcome {
  if (one.is === 'aside') return asideOutcome(one.received, one.error)
  const { event } = one
  const outcome = (state: EventOutcome['state']): EventOutcome => ({
    seq: event.seq ?? 0,
    event_id: event.event_id,
    application_id: event.application_id,
    state,
    verification: event.verification,
    error: null,
  })
  if (known.has(event.event_id)) return outcome('duplicate')
  known.add(event.event_id)
  const state = effects.apply(event)
  effects.write({ write: 'insert_event', event: { ...event, state } })
  return outcome(state)
}

/** Gathers what several events do, so that all of it becomes one commit, and is told only after that. */
class Effects {
  readonly #deals: Map<string, NewsDeal>
  readonly #changes = new Map<string, Partial<Omit<StoredDeal, 'deal_id'>>>()
  readonly #writes: VaultWrite[] = []
  readonly #announcements: Announcement[] = []
  readonly #touched = new Set<string>()
  readonly #questions = new Map<string, Question>()

  /** The deals by their applications; what is decided stands there for those that decide after. */
  constructor(deals: Map<string, NewsDeal>) {
    this.#deals = deals
  }

  apply(event: InboxEvent): InboxEvent['state'] {
    const { application_id } = event
    const decision = decideEvent(this.#deals.get(application_id) ?? null, event)
    if (decision.deal !== null) {
      this.#deals.set(application_id, decision.deal)
      this.#touched.add(decision.deal.deal_id)
      // The event only says that something happened; what an offer is, and whether a hint is true, the service tells.
      const needsAll = event.verification === 'hint' || decision.state === 'superseded'
      if (needsAll || event.message_type === 'offer_event')
        this.#ask({
          deal_id: decision.deal.deal_id,
          application_id,
          about: needsAll ? 'all' : 'offers',
        })
    }
    for (const write of decision.writes)
      // One update of a deal is enough for a whole batch; the last one holds.
      if (write.write === 'update_deal')
        this.#changes.set(write.deal_id, { ...this.#changes.get(write.deal_id), ...write.changes })
      else this.#writes.push(write)
    if (decision.announcement !== null) this.#announcements.push(decision.announcement)
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
    return [...updates, ...this.#writes]
  }

  /** After the commit, and only once. Answers whether anything was announced, which is unread then. */
  tell({ notifier, emit, askSoon }: Workspace): boolean {
    for (const announcement of this.#announcements) notifier.notify(announcement)
    for (const deal_id of this.#touched) emit('deal.changed', { deal_id })
    for (const question of this.#questions.values()) askSoon(question)
    return this.#announcements.length > 0
  }

  #ask(question: Question): void {
    if (this.#questions.get(question.deal_id)?.about !== 'all')
      this.#questions.set(question.deal_id, question)
  }
}

function dealsByApplication(deals: NewsDeal[]): Map<string, NewsDeal> {
  return new Map(deals.flatMap((deal) => (deal.application_id === null ? [] : [[deal.application_id, deal]])))
}

/** It goes past, so that it does not hold up those behind it, and changes nothing here. */
function asideOutcome({ seq, event_id, body }: RelayEvent, error: AppError): EventOutcome {
  const application_id = notificationIn(Buffer.from(body, 'base64'))?.application_id ?? null
  return { seq, event_id, application_id, state: 'put_aside', verification: null, error }
}
