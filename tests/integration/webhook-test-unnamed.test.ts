import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeConnection } from '../../src-main/features/connection/connection-settings.ts'
import { testWebhook } from '../../src-main/features/webhooks/test-webhook.ts'
import type { EventOutcome } from '../../src-main/features/events/receive-events.ts'
import type { RelayClient } from '../../src-main/platform/relay/event-source.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../src-shared/platform/base/keychain-names.ts'
import { messages } from '../../src-shared/platform/texts/messages.ts'
import { memoryKeychain, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

/*
 * The specification does not show the response to a webhook test. In these tests, the response contains no event id, so the app must guess
 * which event is the test event.
 */

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let app: App
/** The event that arrives right after the test request. */
let coming: EventOutcome[] = []
let notify: (outcome: EventOutcome) => void
beforeAll(async () => {
  const secrets = memoryKeychain(new Map([[keychainAccount('sandbox', 'relay-token'), 'token']]))
  const testing = async () => {
    setTimeout(() => {
      for (const one of coming) notify(one)
    }, 20)
    return ok({ event_id: null })
  }
  app = await composeApp(cleanup, { secrets, partner: { testWebhook: testing } })
  value(await writeConnection(app.vault, { relay_url: 'https://relay.example' }))
})

const relay = {
  readEvents: async () => ok({ oldest_seq: 1, latest_seq: 0, epoch: 'one', events: [] }),
} as unknown as RelayClient
const eventSync = {
  watch: (watcher: typeof notify) => {
    notify = watcher
    return () => {}
  },
  status: { state: 'live', since: '', detail: '', advice: '', webhook_problem: null, note: null },
} as never
const run = async () =>
  value(await testWebhook({ context: app.context, eventSync, relay, patienceMs: 300 }, 'u-1'))
const event = (state: EventOutcome['state']): EventOutcome => ({
  ...{ seq: 1, event_id: state, application_id: '7', deal_id: null, state },
  ...{ received_at: null, verification: 'body', error: null },
})
const { mayBeAnother, isLikelyAnother, receivedHere } = messages().errorsRelay

test('an event about an unknown application counts as the test event, but an event about one of our own applications does not', async () => {
  coming = [event('applied'), event('duplicate'), event('waiting')]
  const { steps, stuck } = await run()
  expect(stuck).toBeNull()
  expect(steps.at(-1)).toMatchObject({ step: 'app', detail: `${receivedHere} ${mayBeAnother}` })
})

test('if only our own events arrive, the app reports that they are probably not the test', async () => {
  coming = [event('duplicate'), event('applied')]
  const { steps, stuck } = await run()
  expect(stuck).toBeNull()
  expect(steps.at(-1)).toMatchObject({ step: 'app', detail: `${receivedHere} ${isLikelyAnother}` })
})

test('an event that the app already knew does not count as the test event', async () => {
  coming = [event('duplicate')]
  expect((await run()).stuck).toMatchObject({ step: 'relay' })
})
