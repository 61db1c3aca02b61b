import { resultOf } from '../../platform/base/failure.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { setImmediate } from 'node:timers/promises'
import type { RelayDelivery, Verification } from '../../../src-shared/platform/webhook/event.ts'
import { appError, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { noteFault } from '../../platform/base/log-lines.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { EventState, InboxEvent, NewsDeal } from '../../platform/vault/records.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { believedArrival, laterOf, unlessAhead } from './arrival.ts'
import { EventEffects, HINT_WINDOW_MS, type EventNeeds } from './event-effects.ts'
import { type CheckedDelivery, type DeliveryCheck, notChecked, type Received } from './verify-event.ts'
import { RELAY_FLOOR, RELAY_CURSOR } from '../connection/connection-settings.ts'

/**
 * Name of the queue for all news of an environment: events and poll responses. The app processes and commits news sequentially, because
 * each decision depends on the previous one.
 */
export const NEWS = 'news'

/**
 * Number of events per commit. A larger number makes the commit cheaper per event. A smaller number lets the app process the next events
 * while a commit runs.
 */
const EVENTS_A_COMMIT = 500

/** Result of a delivery. The state `invalid` means that the event can never be accepted. */
export interface EventOutcome extends Received {
  deal_id: string | null
  state: EventState | 'duplicate' | 'invalid'
  verification: Verification | null
  error: AppError | null
}

export interface BatchOutcome {
  /** Results of the processed events in the order of the batch, starting with the first event. */
  outcomes: EventOutcome[]
  /** The reason why the remaining events were not processed, or null. The relay must deliver them again. */
  error: AppError | null
}

/**
 * Processes events from the relay in order. The relay is not trusted, so the app checks each signature and each time. One commit stores
 * some hundreds of events, together with their effects and the cursor (the position in the relay's stream). A repeated event therefore
 * changes nothing and causes no notification. An invalid event is dropped, and the broker can see why. `not_before` is a time before which
 * no event can have arrived, or null if no such time is known.
 */
export async function receiveEvents(
  context: EventNeeds,
  checkDelivery: DeliveryCheck,
  deliveries: RelayDelivery[],
  not_before: string | null = null,
): Promise<BatchOutcome> {
  const check: DeliveryCheck = (delivery, received_at) =>
    checkDelivery(delivery, received_at).catch((thrown: unknown) => {
      noteFault(context.log, 'event not processed', thrown)
      return notChecked(delivery)
    })
  const checked = await Promise.all(deliveries.map((delivery) => check(delivery)))
  const applied = oneAtATime(NEWS, async () => {
    const floor = await context.vault.getSetting(RELAY_FLOOR)
    const now = context.clock.now()
    const earliest = laterOf(unlessAhead(floor, now), unlessAhead(not_before, now))
    const dated = await checkWithTrustedTimes(check, deliveries, checked, earliest, now)
    const stuckAt = dated.findIndex(({ is }) => is === 'stuck')
    const stuck = dated[stuckAt]
    const takeable = (stuckAt < 0 ? dated : dated.slice(0, stuckAt)).filter((one) => one.is !== 'stuck')
    const taken = await applyBatch(context, takeable, earliest)
    return { ...taken, error: taken.error ?? (stuck?.is === 'stuck' ? stuck.error : null) }
  })
  const batch = await resultOf(applied)
  return batch.ok ? batch.value : { outcomes: [], error: batch.error }
}

/**
 * Verifies an event again if the app does not believe the arrival time that the relay reported. Such an event must be valid both at the
 * reported time and at the time that the app believes instead. The relay logs events in the order of arrival. An event therefore cannot
 * have arrived before its predecessor in the log, even if the predecessor is forged.
 */
async function checkWithTrustedTimes(
  checkDelivery: DeliveryCheck,
  deliveries: RelayDelivery[],
  checked: CheckedDelivery[],
  floor: string | null,
  now: string,
): Promise<CheckedDelivery[]> {
  const dated = [...checked]
  const again: Promise<void>[] = []
  let earliest = floor
  for (const [at, delivery] of deliveries.entries()) {
    const one = checked[at]
    const reported = one?.received.received_at ?? null
    if (one === undefined || reported === null) continue
    const believed = believedArrival(reported, earliest, now)
    earliest = laterOf(earliest, believed)
    if (believed === reported) continue
    if (one.is !== 'event') dated[at] = { ...one, received: { ...one.received, received_at: believed } }
    else
      again.push(
        checkDelivery(delivery, believed).then((result) => {
          dated[at] = result
        }),
      )
  }
  await Promise.all(again)
  return dated
}

/**
 * Applies events that arrived before this app knew their application. Fails only if the vault fails. In that case, the events still wait.
 */
export function applyWaitingEvents(context: EventNeeds, application_id: string): Promise<void> {
  return oneAtATime(NEWS, async () => {
    const { vault } = context
    const [waiting, scope] = await Promise.all([
      vault.waitingEvents(application_id),
      vault.newsContext([], [application_id]),
    ])
    if (waiting.length === 0) return
    const now = context.clock.now()
    const recentHints = await countRecentHints(vault, waiting, now)
    const effects = new EventEffects(context.log, dealsByApplication(scope.deals), recentHints, now)
    for (const event of waiting) {
      const state = effects.isFull(event) ? 'superseded' : effects.apply(event)
      if (state !== 'waiting' && state !== 'set_aside')
        effects.write({ write: 'settle_event', event_id: event.event_id, state })
    }
    await vault.commit(effects.writes())
    if (effects.announce(context)) context.emit('today.changed', {})
  })
}

type Takeable = Exclude<CheckedDelivery, { is: 'stuck' }>

/**
 * Splits a batch into parts, and passes the writes of each part to the vault without waiting for the commit of the previous part. The
 * effects of a part are therefore determined before the earlier parts are stored. Each part requires that the cursor (the position in the
 * relay's stream) has the value that the previous part sets. If the commit of a part fails, the cursor does not get that value, and the
 * vault refuses the parts that follow.
 */
async function applyBatch(
  context: EventNeeds,
  checked: Takeable[],
  floor: string | null,
): Promise<BatchOutcome> {
  const { vault } = context
  const events = checked.flatMap((one) => (one.is === 'event' ? [one.event] : []))
  const [scope, cursor, reused, recentHints] = await Promise.all([
    vault.newsContext(
      checked.flatMap(({ received }) => received.event_id ?? []),
      [...new Set(checked.flatMap(({ received }) => received.application_id ?? []))],
    ),
    vault.getCursor(RELAY_CURSOR),
    findReused(vault, events),
    countRecentHints(vault, events, context.clock.now()),
  ])
  const known = new Set(scope.known)
  const deals = dealsByApplication(scope.deals)
  const parts = []
  let from = cursor
  let earliest = floor
  for (let at = 0; at < checked.length; at += EVENTS_A_COMMIT) {
    const effects = new EventEffects(context.log, deals, recentHints, context.clock.now())
    const part = checked.slice(at, at + EVENTS_A_COMMIT)
    const outcomes = part.map((one) => takeOne(one, known, reused, effects))
    const seq = outcomes.at(-1)?.seq ?? from
    for (const { received } of part) earliest = laterOf(earliest, received.received_at)
    effects.write({ write: 'set_cursor', source: RELAY_CURSOR, from, seq })
    effects.write({ write: 'set_setting', key: RELAY_FLOOR, value: earliest })
    parts.push({ outcomes, effects, committed: resultOf(vault.commit(effects.writes())) })
    from = seq
    // Let other work of this process run before the next part.
    await setImmediate()
  }
  return announceInTurn(context, parts)
}

interface Part {
  outcomes: EventOutcome[]
  effects: EventEffects
  committed: Promise<Result<Awaited<ReturnType<Vault['commit']>>>>
}

/**
 * Announces the news of each part of a batch, in order, after the vault stored the part. Stops at the first part that could not be stored.
 */
async function announceInTurn(context: EventNeeds, parts: Part[]): Promise<BatchOutcome> {
  const taken: EventOutcome[] = []
  let failed: AppError | null = null
  let announced = false
  for (const { outcomes, effects, committed } of parts) {
    const stored = await committed
    if (!stored.ok) failed = stored.error
    if (!stored.ok || stored.value !== 'committed') break
    for (const { error, seq } of outcomes)
      if (error !== null) context.log.warn('invalid event stored', { code: error.code, seq })
    announced = effects.announce(context) || announced
    taken.push(...outcomes)
  }
  if (announced) context.emit('today.changed', {})
  return { outcomes: taken, error: failed }
}

function takeOne(
  one: Takeable,
  known: Set<string>,
  reused: Set<string>,
  effects: EventEffects,
): EventOutcome {
  if (one.is === 'invalid') return storeInvalid(one, one.error, known, effects)
  const { event, received, is_reused } = one
  const { verification } = event
  const deal_id = effects.dealOf(event.application_id)
  const outcome = (state: EventOutcome['state'], error: AppError | null = null): EventOutcome => ({
    ...received,
    deal_id,
    state,
    verification,
    error,
  })
  if (known.has(event.event_id)) return outcome('duplicate')
  known.add(event.event_id)
  if (is_reused || reused.has(event.signature)) effects.note('signature_reused', '', event.application_id)
  if (effects.isFull(event)) {
    effects.note('too_many', '', event.application_id)
    return outcome('invalid', notKept(msg.errorsRelay.tooManyHints))
  }
  // An event that the app cannot process must not block the following ones, and must not be lost.
  const applied = effects.apply(event)
  const state = applied === 'set_aside' ? 'waiting' : applied
  const taken_at = verification === 'hint' ? effects.now : null
  effects.write({ write: 'insert_event', event: { ...event, state, taken_at } })
  return outcome(state)
}

/**
 * Records an invalid event as a problem that the broker can see. The event changes nothing else and does not block the following events.
 */
function storeInvalid(
  { received }: Takeable,
  error: AppError,
  known: Set<string>,
  effects: EventEffects,
): EventOutcome {
  const { event_id, application_id } = received
  // A relay that was restored from a backup delivers old events again. Their signatures have expired, but the events are duplicates and not
  // problems.
  if (event_id !== null && known.has(event_id))
    return { ...received, deal_id: null, state: 'duplicate', verification: null, error: null }
  effects.note('rejected', error.message, application_id)
  const deal_id = application_id === null ? null : effects.dealOf(application_id)
  return { ...received, deal_id, state: 'invalid', verification: null, error }
}

function notKept(message: Message): AppError {
  return appError('EVENT_NOT_KEPT', message, msg.errorsRelay.polledInstead)
}

/** Returns the signatures of hints (unverified events) that were already used with another body, earlier or in this batch. */
async function findReused(vault: Vault, events: InboxEvent[]): Promise<Set<string>> {
  const hints = events.filter(({ verification }) => verification === 'hint')
  if (hints.length === 0) return new Set()
  const stored = await vault.reusedSignatures(
    hints.map(({ signature, raw_body }) => ({ signature, raw_body })),
  )
  const reused = new Set(stored)
  const bodies = new Map<string, string>()
  for (const { signature, raw_body } of hints) {
    if ((bodies.get(signature) ?? raw_body) !== raw_body) reused.add(signature)
    bodies.set(signature, raw_body)
  }
  return reused
}

/**
 * Counts the unconfirmed hints (unverified events) that this computer recently received, by application. Ignores hints with a time in the
 * future, which may remain after a clock correction.
 */
async function countRecentHints(
  vault: Vault,
  events: InboxEvent[],
  now: string,
): Promise<Map<string, number>> {
  const hinted = events.flatMap(({ verification, application_id }) =>
    verification === 'hint' ? [application_id] : [],
  )
  if (hinted.length === 0) return new Map()
  const since = new Date(Date.parse(now) - HINT_WINDOW_MS).toISOString()
  const counts = await vault.countHints([...new Set(hinted)], since, now)
  return new Map(counts.map((one) => [one.application_id, one.hints]))
}

function dealsByApplication(deals: NewsDeal[]): Map<string, NewsDeal> {
  return new Map(deals.flatMap((deal) => (deal.application_id === null ? [] : [[deal.application_id, deal]])))
}
