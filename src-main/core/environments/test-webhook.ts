import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookTest, WebhookTestStep } from '../../../src-shared/domain/webhooks.ts'
import { ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { Bridge } from '../events/bridge.ts'
import { RELAY_CURSOR, type EventOutcome } from '../events/receive-events.ts'
import type { RelayClient } from '../ports/relay-client.ts'
import type { Workspace } from '../workspace.ts'
import { readRelay } from './relay-link.ts'

/** So long a test event is waited for; a service that is slower than that is told so. */
const PATIENCE_MS = 20_000
/** So often it is looked whether the event came here. */
const LOOK_MS = 25
/** So often the relay is asked whether the event is there, in case the app never gets it. */
const ASK_RELAY_MS = 500

interface Parts {
  workspace: Workspace
  bridge: Pick<Bridge, 'watch' | 'status'>
  relay: RelayClient
  patienceMs?: number
}

/**
 * Has the service send a test event to a registration, and follows it: accepted by the service, received by the relay,
 * received and verified here. Each step is told as `webhooks.test`; the answer is how it ended. What a test event looks like and whether
 * the service names it is not shown: where it does not, one that tells of no application of ours is taken for it, one of ours only where
 * nothing else comes, and the words say that it may be another.
 */
export async function testWebhook(
  { workspace, bridge, relay, patienceMs = PATIENCE_MS }: Parts,
  uuid: string,
): Promise<Result<WebhookTest>> {
  const { vault, emit } = workspace
  const [paired, cursor, partner] = await Promise.all([
    readRelay(workspace),
    vault.getCursor(RELAY_CURSOR),
    workspace.partner(),
  ])
  if (!paired.ok) return paired
  if (!cursor.ok) return cursor
  if (!partner.ok) return partner

  const began = performance.now()
  const test: WebhookTest = { uuid, steps: [], stuck: null, done: false }
  const reached = (step: WebhookTestStep, detail: string) => {
    if (test.steps.some((one) => one.step === step)) return
    test.steps.push({ step, after_ms: Math.round(performance.now() - began), detail })
    emit('webhooks.test', structuredClone(test))
  }
  const end = (stuck: WebhookTest['stuck']): Result<WebhookTest> => {
    const ended = { ...test, stuck, done: true }
    emit('webhooks.test', ended)
    return ok(ended)
  }

  const seen: EventOutcome[] = []
  const stopWatching = bridge.watch((outcome) => void seen.push(outcome))
  try {
    const eventsAfter = (after: number) => relay.readEvents(paired.value.url, paired.value.token, after)
    const before = await eventsAfter(cursor.value)
    if (!before.ok) return end({ step: 'relay', words: inWords(before.error) })
    seen.length = 0
    const fired = await partner.value.testWebhook(uuid)
    if (!fired.ok) return end({ step: 'service', words: inWords(fired.error) })
    const { event_id } = fired.value
    reached('service', words().errorsRelay.testAccepted)

    let askedRelayAt = performance.now()
    const { mayBeAnother, isLikelyAnother } = words().errorsRelay
    const caveat = event_id === null ? mayBeAnother : ''
    const isIt = (one: EventOutcome) =>
      event_id === null ? ['waiting', 'put_aside'].includes(one.state) : one.event_id === event_id
    while (performance.now() - began < patienceMs) {
      const outcome = seen.find(isIt)
      if (outcome !== undefined) {
        // It tells of no application. Left waiting for one, it would look like news of a submission that nobody answered.
        if (event_id !== null && outcome.event_id === event_id && outcome.state === 'waiting')
          // oxlint-disable-next-line no-await-in-loop
          await vault.commit([{ write: 'settle_event', event_id, state: 'superseded' }])
        return end(arrived(outcome, reached, caveat))
      }
      const isKnown = test.steps.some(({ step }) => step === 'relay')
      if (!isKnown && performance.now() - askedRelayAt >= ASK_RELAY_MS) {
        askedRelayAt = performance.now()
        // One look after another; the app's own stream is mostly quicker.
        // oxlint-disable-next-line no-await-in-loop
        const page = await eventsAfter(before.value.latest_seq)
        if (page.ok && page.value.events.some((one) => event_id === null || one.event_id === event_id))
          reached('relay', withCaveat(words().errorsRelay.relayVerified, caveat))
      }
      // oxlint-disable-next-line no-await-in-loop
      await sleep(LOOK_MS)
    }
    const ofOurs = seen.find(
      ({ state }) => state === 'applied' || state === 'superseded' || state === 'asking',
    )
    if (event_id === null && ofOurs !== undefined) return end(arrived(ofOurs, reached, isLikelyAnother))
    return end(stuckAt(test, bridge))
  } finally {
    stopWatching()
  }
}

function arrived(
  { state, verification, error }: EventOutcome,
  reached: (step: WebhookTestStep, detail: string) => void,
  caveat: string,
): WebhookTest['stuck'] {
  const { relayVerified, putAsideHere, receivedUnbound, receivedHere } = words().errorsRelay
  reached('relay', withCaveat(relayVerified, caveat))
  if (state === 'put_aside')
    return { step: 'app', words: withCaveat(error === null ? putAsideHere : inWords(error), caveat) }
  reached('app', withCaveat(verification === 'hint' ? receivedUnbound : receivedHere, caveat))
  return null
}

const withCaveat = (said: string, caveat: string) => `${said} ${caveat}`.trim()

function stuckAt({ steps }: WebhookTest, bridge: Pick<Bridge, 'status'>): WebhookTest['stuck'] {
  if (!steps.some(({ step }) => step === 'relay'))
    return {
      step: 'relay',
      words: words().errorsRelay.nothingAtRelay,
    }
  const { detail, advice } = bridge.status
  return {
    step: 'app',
    words: words().errorsRelay.notCome(`${detail} ${advice}`).trim(),
  }
}

function inWords({ message, advice }: AppError): string {
  return `${message} ${advice}`
}
