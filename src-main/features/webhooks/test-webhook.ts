import { must, resultOf } from '../../platform/base/failure.ts'
import { joinMessages, type Message } from '../../../src-shared/platform/texts/message.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookTest, WebhookTestStep } from '../../../src-shared/features/webhooks/webhooks.ts'
import { type AppError } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { EventSync } from '../events/event-sync.ts'
import type { EventOutcome } from '../events/receive-events.ts'
import type { RelayClient } from '../../platform/relay/event-source.ts'
import type { PartnerAccess } from '../connection/partner-link.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { readRelay } from '../connection/relay-link.ts'
import { RELAY_CURSOR, type ConnectionNeeds } from '../connection/connection-settings.ts'

/** Longest wait for a test event. After that, the partner is reported as too slow. */
const GRACE_MS = 20_000
/** Interval for checking whether the event arrived in the app. */
const LOOK_MS = 25
/** Interval for asking the relay about the event, in case the app never receives it. */
const ASK_RELAY_MS = 500

interface Parts {
  context: ConnectionNeeds & PartnerAccess & Pick<Platform, 'emit'>
  eventSync: Pick<EventSync, 'watch' | 'status'>
  relay: RelayClient
  patienceMs?: number
}

/**
 * Makes the partner send a test event to a registration and follows the event: accepted by the partner, received by the relay, received and
 * verified in the app. Reports each step as `webhooks.test` and returns the result. The specification does not describe test events, so the
 * response may not name the event. In that case, any event of an unknown application counts as the test event. If no such event arrives, an
 * event of a known application counts. The message then says that the found event may be another one.
 */
export async function testWebhook(
  { context, eventSync, relay, patienceMs = GRACE_MS }: Parts,
  uuid: string,
): Promise<WebhookTest> {
  const { vault, emit } = context
  const [paired, cursor, partner] = await Promise.all([
    readRelay(context),
    vault.getCursor(RELAY_CURSOR),
    must(context.partner()),
  ])

  const began = performance.now()
  const test: WebhookTest = { uuid, steps: [], stuck: null, done: false }
  const reached = (step: WebhookTestStep, detail: Message) => {
    if (test.steps.some((one) => one.step === step)) return
    test.steps.push({ step, after_ms: Math.round(performance.now() - began), detail })
    emit('webhooks.test', structuredClone(test))
  }
  const end = (stuck: WebhookTest['stuck']): WebhookTest => {
    const ended = { ...test, stuck, done: true }
    emit('webhooks.test', ended)
    return ended
  }

  const seen: EventOutcome[] = []
  const stopWatching = eventSync.watch((outcome) => seen.push(outcome))
  try {
    const eventsAfter = (after: number) => must(relay.readEvents(paired.url, paired.token, after))
    const before = await resultOf(eventsAfter(cursor))
    if (!before.ok) return end({ step: 'relay', message: errorText(before.error) })
    seen.length = 0
    const fired = await partner.testWebhook(uuid)
    if (!fired.ok) return end({ step: 'service', message: errorText(fired.error) })
    const { event_id } = fired.value
    reached('service', msg.errorsRelay.testAccepted)

    let askedRelayAt = performance.now()
    const { mayBeAnother, isLikelyAnother } = msg.errorsRelay
    const caveat = event_id === null ? mayBeAnother : ''
    const isIt = (one: EventOutcome) =>
      event_id === null ? ['waiting', 'invalid'].includes(one.state) : one.event_id === event_id
    while (performance.now() - began < patienceMs) {
      const outcome = seen.find(isIt)
      if (outcome !== undefined) {
        // A test event belongs to no application, so it would wait forever and look like news about a submission without a response.
        // Therefore, end its wait.
        if (event_id !== null && outcome.event_id === event_id && outcome.state === 'waiting')
          await vault.commit([{ write: 'settle_event', event_id, state: 'superseded' }])
        return end(arrived(outcome, reached, caveat))
      }
      const isKnown = test.steps.some(({ step }) => step === 'relay')
      if (!isKnown && performance.now() - askedRelayAt >= ASK_RELAY_MS) {
        askedRelayAt = performance.now()
        // Send only one request to the relay at a time. The event usually arrives earlier, through the app's own connection to the relay.
        const page = await resultOf(eventsAfter(before.value.latest_seq))
        if (page.ok && page.value.events.some((one) => event_id === null || one.event_id === event_id))
          reached('relay', withCaveat(msg.errorsRelay.relayVerified, caveat))
      }
      await sleep(LOOK_MS)
    }
    const ofOurs = seen.find(
      ({ state }) => state === 'applied' || state === 'superseded' || state === 'asking',
    )
    if (event_id === null && ofOurs !== undefined) return end(arrived(ofOurs, reached, isLikelyAnother))
    return end(stuckAt(test, eventSync))
  } finally {
    stopWatching()
  }
}

function arrived(
  { state, verification, error }: EventOutcome,
  reached: (step: WebhookTestStep, detail: Message) => void,
  caveat: Message,
): WebhookTest['stuck'] {
  const { relayVerified, rejectedHere, receivedUnbound, receivedHere } = msg.errorsRelay
  reached('relay', withCaveat(relayVerified, caveat))
  if (state === 'invalid')
    return { step: 'app', message: withCaveat(error === null ? rejectedHere : errorText(error), caveat) }
  reached('app', withCaveat(verification === 'hint' ? receivedUnbound : receivedHere, caveat))
  return null
}

const withCaveat = (said: Message, caveat: Message) => joinMessages([said, caveat])

function stuckAt({ steps }: WebhookTest, eventSync: Pick<EventSync, 'status'>): WebhookTest['stuck'] {
  if (!steps.some(({ step }) => step === 'relay'))
    return {
      step: 'relay',
      message: msg.errorsRelay.nothingAtRelay,
    }
  const { detail, advice } = eventSync.status
  return {
    step: 'app',
    message: msg.errorsRelay.notDelivered(joinMessages([detail, advice])),
  }
}

function errorText({ message, advice }: AppError): Message {
  return joinMessages([message, advice])
}
