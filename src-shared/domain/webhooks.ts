/** Problems of a webhook registration that was made on this computer or that the app needs. */
export const WEBHOOK_PROBLEMS = ['missing', 'switched_off', 'elsewhere'] as const
export type WebhookProblem = (typeof WEBHOOK_PROBLEMS)[number]

/** The steps of a test event. */
export const WEBHOOK_TEST_STEPS = ['service', 'relay', 'app'] as const
export type WebhookTestStep = (typeof WEBHOOK_TEST_STEPS)[number]

/** A webhook registration as Settings shows it. */
export interface WebhookView {
  uuid: string
  event_type: string
  webhook_url: string
  is_active: boolean
  /**
   * `here`: its URL is the current inlet of the relay. `former`: made on this computer for another inlet. `foreign`: made by another
   * installation.
   */
  origin: 'here' | 'former' | 'foreign'
}

export interface WebhooksView {
  /**
   * When the service listed the registrations. Null if the service cannot list them: `registrations` then contains only those made on this
   * computer, with the data of that time.
   */
  listed_at: string | null
  /** The relay's webhook URL (inlet) to register with the partner. Null while no relay is paired. */
  inlet_url: string | null
  registrations: WebhookView[]
  problems: {
    event_type: string
    problem: (typeof WEBHOOK_PROBLEMS)[number]
  }[]
}

/** Progress of a test event. Missing steps have not happened yet. */
export interface WebhookTest {
  uuid: string
  steps: {
    step: (typeof WEBHOOK_TEST_STEPS)[number]
    /** Milliseconds since the test began. */
    after_ms: number
    /** Describes the result of the step. */
    detail: Message
  }[]
  /** The step at which the test is stuck, and the action for the broker. Null while the test runs and after it succeeded. */
  stuck: {
    step: (typeof WEBHOOK_TEST_STEPS)[number]
    message: Message
  } | null
  done: boolean
}
import type { Message } from '../messages/message.ts'
