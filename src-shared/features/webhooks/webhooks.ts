/** Problems of webhook registrations. The app checks only the event types for which it created a registration on this computer. */
export const WEBHOOK_PROBLEMS = ['missing', 'switched_off', 'elsewhere'] as const
export type WebhookProblem = (typeof WEBHOOK_PROBLEMS)[number]

/** The steps of a test event, in order: at the partner, at the relay, and in the app. */
export const WEBHOOK_TEST_STEPS = ['service', 'relay', 'app'] as const
export type WebhookTestStep = (typeof WEBHOOK_TEST_STEPS)[number]

export interface WebhookView {
  uuid: string
  event_type: string
  webhook_url: string
  is_active: boolean
  /**
   * Who made the registration. `here`: its URL is the relay's current webhook address (inlet). `former`: it was made on this computer for
   * another inlet. `foreign`: another installation made it.
   */
  origin: 'here' | 'former' | 'foreign'
}

export interface WebhooksView {
  /**
   * When the partner listed the registrations. Null if the partner cannot list them. In this case, `registrations` contains only those that
   * this computer made, as this computer last set them.
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

/** Progress of a test event. `steps` contains only the steps that have already happened. */
export interface WebhookTest {
  uuid: string
  steps: {
    step: (typeof WEBHOOK_TEST_STEPS)[number]
    /** Milliseconds since the test began. */
    after_ms: number
    detail: Message
  }[]
  /** The step that did not happen in time, and what the broker can do. Null while the test runs, and after it succeeded. */
  stuck: {
    step: (typeof WEBHOOK_TEST_STEPS)[number]
    message: Message
  } | null
  done: boolean
}
import type { Message } from '../../platform/texts/message.ts'
