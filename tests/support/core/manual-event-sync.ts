import { Failure } from '../../../src-main/platform/base/failure.ts'
import { EventSync, type EventSyncDeps } from '../../../src-main/features/events/event-sync.ts'
import type { AnswerSink, EventSink, Question } from '../../../src-main/platform/relay/event-source.ts'
import { writeConnection } from '../../../src-main/features/connection/connection-settings.ts'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { keychainAccount } from '../../../src-shared/platform/base/keychain-names.ts'
import type { Cleanup } from '../cleanup.ts'
import { value, type App } from './composed-app.ts'

/**
 * Event sync without a real relay and partner. The test itself passes in the relay's events and the partner's answers, and thereby controls
 * their order.
 */
export interface ManualEventSync {
  eventSync: EventSync
  /** The app's receiver for relay events. The test calls it. */
  events: EventSink
  /** The app's receiver for the partner's answers. The test calls it. */
  answers: AnswerSink
  asked: Question[]
  asksRegularly: boolean
}

/** Creates event sync for an app, connected to a simulated relay and partner. The test starts it with `eventSync.restart`. */
export async function createManualEventSync(
  cleanup: Cleanup,
  app: App,
  verify: EventSyncDeps['verify'],
): Promise<ManualEventSync> {
  value(await app.context.secrets.set(keychainAccount('sandbox', 'relay-token'), 'token'))
  const connection = { base_url: 'https://x.example', client_id: 'x', relay_url: 'https://relay.example' }
  value(await writeConnection(app.vault, connection))
  const none = undefined as never
  const fed: ManualEventSync = {
    eventSync: none,
    events: none,
    answers: none,
    asked: [],
    asksRegularly: false,
  }
  fed.eventSync = new EventSync(app.context, {
    connect: () => ({
      start: (_, sink) => void (fed.events = sink),
      stop: async () => {},
      retryNow: () => {},
      acknowledge: () => {},
    }),
    createPolling: () => ({
      start: (sink) => void (fed.answers = sink),
      stop: async () => {},
      retryNow: () => {},
      ask: (question) => void fed.asked.push(question),
      askAll: async () => false,
      askRegularly: (on) => void (fed.asksRegularly = on),
    }),
    verify,
    registrations: () => Promise.reject(new Failure(appError('INTERNAL', 'Not asked.', 'Nothing.'))),
  })
  cleanup.add(() => fed.eventSync.stop())
  return fed
}
