import { create } from 'zustand'
import type { WebhooksView, WebhookTest } from '../../src-shared/domain/webhooks.ts'
import type { AppError } from '../../src-shared/errors.ts'
import { call, on } from '../api/funding-desk.ts'
import { createServerStore } from './server-store.ts'

/** The webhook registrations at the partner. */
export const useWebhooks = createServerStore<WebhooksView>({
  initial: null,
  read: () => call('webhooks.list', {}),
})

/** The webhook test that runs or ran last. */
export const useWebhookTest = create<{ test: WebhookTest | null }>()(() => ({ test: null }))

export async function runWebhookTest(uuid: string): Promise<AppError | null> {
  const show = (test: WebhookTest | null) => useWebhookTest.setState({ test })
  show({ uuid, steps: [], stuck: null, done: false })
  const stop = on('webhooks.test', show)
  const ended = await call('webhooks.test', { uuid })
  stop()
  show(ended.ok ? ended.value : null)
  return ended.ok ? null : ended.error
}
