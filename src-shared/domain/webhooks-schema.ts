import { messageSchema } from '../messages/message-schema.ts'
import { z } from 'zod'
import { WEBHOOK_PROBLEMS, WEBHOOK_TEST_STEPS } from './webhooks.ts'

/** A registration as its screen shows it. */
export const webhookViewSchema = z.object({
  uuid: z.string(),
  event_type: z.string(),
  webhook_url: z.string(),
  is_active: z.boolean(),
  /** `here`: the inlet that the relay names now. `former`: made from this computer for another. `foreign`: somebody else's. */
  origin: z.enum(['here', 'former', 'foreign']),
})
export type WebhookView = z.infer<typeof webhookViewSchema>

export const webhooksViewSchema = z.object({
  /** Null: the service does not tell its registrations; those made here are shown as they were made. */
  listed_at: z.string().nullable(),
  /** The inlet to register; null while no relay is paired. */
  inlet_url: z.string().nullable(),
  registrations: z.array(webhookViewSchema),
  problems: z.array(z.object({ event_type: z.string(), problem: z.enum(WEBHOOK_PROBLEMS) })),
})
export type WebhooksView = z.infer<typeof webhooksViewSchema>

/** How far a test event came. A step that is not there has not happened yet. */
export const webhookTestSchema = z.object({
  uuid: z.string(),
  steps: z.array(
    z.object({
      step: z.enum(WEBHOOK_TEST_STEPS),
      /** Milliseconds since the test began. */
      after_ms: z.number(),
      /** Words for what was found there. */
      detail: messageSchema,
    }),
  ),
  /** Where it got stuck, and what to do; null while it goes on and when it came round. */
  stuck: z.object({ step: z.enum(WEBHOOK_TEST_STEPS), words: messageSchema }).nullable(),
  done: z.boolean(),
})
export type WebhookTest = z.infer<typeof webhookTestSchema>
