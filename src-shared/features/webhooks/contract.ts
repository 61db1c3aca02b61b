import { z } from 'zod'
import { nothing, type, type Contract } from '../../platform/ipc/parts.ts'
import type { EnvironmentStatus } from '../connection/environment.ts'
import type { WebhooksView, WebhookTest } from './webhooks.ts'

const webhookUuid = z.object({ uuid: z.string().min(1).max(200) })

export const webhooksContract = {
  /** Registers the relay's webhook address with the partner. An existing registration remains. */
  'webhooks.register': { input: nothing, output: type<EnvironmentStatus>(), checksEnvironment: true },
  'webhooks.list': { input: nothing, output: type<WebhooksView>() },
  /** Repairs registrations that were changed, and creates missing ones, so that the partner sends its notifications to the relay. */
  'webhooks.fix': { input: nothing, output: type<WebhooksView>(), checksEnvironment: true },
  'webhooks.switch': {
    input: webhookUuid.extend({ is_active: z.boolean() }),
    output: type<WebhooksView>(),
    checksEnvironment: true,
  },
  'webhooks.delete': { input: webhookUuid, output: type<WebhooksView>(), checksEnvironment: true },
  /**
   * Asks the partner to send its test event. The app's event `webhooks.test` reports each step. The call returns when the test event has
   * arrived, or when a step takes too long.
   */
  'webhooks.test': { input: webhookUuid, output: type<WebhookTest>(), checksEnvironment: true },
} as const satisfies Contract

export interface WebhooksEvents {
  'webhooks.test': WebhookTest
}
