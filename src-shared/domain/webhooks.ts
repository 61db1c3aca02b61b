export type { WebhookView, WebhooksView, WebhookTest } from './webhooks-schema.ts'

/** What is wrong with a registration that this computer made or needs. */
export const WEBHOOK_PROBLEMS = ['missing', 'switched_off', 'elsewhere'] as const
export type WebhookProblem = (typeof WEBHOOK_PROBLEMS)[number]

/** The way of a test event. */
export const WEBHOOK_TEST_STEPS = ['service', 'relay', 'app'] as const
export type WebhookTestStep = (typeof WEBHOOK_TEST_STEPS)[number]
