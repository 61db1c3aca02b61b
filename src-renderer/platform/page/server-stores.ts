import { useEffect } from 'react'
import { create } from 'zustand'
import { call, on, WINDOW_ID } from '../api/funding-desk.ts'
import { createServerStore } from './server-store.ts'
import type { CreditBox } from '../../../src-shared/features/credit-box/credit-box.ts'
import type { QueueStatus } from '../../../src-shared/features/submission/queue.ts'
import type { ServiceSettingsView } from '../../../src-shared/features/connection/service-settings.ts'
import type { VaultStatus } from '../../../src-shared/features/backup/vault-status.ts'
import type { WebhookTest, WebhooksView } from '../../../src-shared/features/webhooks/webhooks.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { hideNews } from '../ui/toasts.tsx'
import { useEnvironment } from './environment-store.ts'

export const useQueue = createServerStore<QueueStatus, QueueStatus>({
  initial: { state: 'moving', error: null, retry_at: null },
  read: () => call('queue.status', {}),
  listen({ adopt }) {
    const retryNow = () => void call('queue.retry_now', {})
    window.addEventListener('online', retryNow)
    return [on('queue.changed', adopt), () => window.removeEventListener('online', retryNow)]
  },
})

export const useService = createServerStore<ServiceSettingsView>({
  initial: null,
  read: () => call('service.settings', {}),
  clearsOnLoad: true,
})

export const useVault = createServerStore<VaultStatus>({
  initial: null,
  read: () => call('vault.status', {}),
})

/** Marks the news of a deal as read, and hides its toasts, while the window that shows the deal has the focus. */
export function useReadOnSight(deal_id: string): void {
  useEffect(() => {
    const look = () => {
      if (!document.hasFocus()) return
      hideNews(deal_id)
      void call('today.settle_news', { deal_id })
    }
    look()
    window.addEventListener('focus', look)
    const stop = on('today.changed', look)
    return () => {
      window.removeEventListener('focus', look)
      stop()
    }
  }, [deal_id])
}

export const useCreditBoxes = createServerStore<CreditBox[]>({
  initial: null,
  async read() {
    const read = await call('credit_box.get', {})
    return read.ok ? ok(read.value.boxes) : read
  },
  listen: ({ load }) => [on('credit_box.changed', load)],
})

export async function saveCreditBoxes(boxes: CreditBox[]): Promise<Result<unknown>> {
  const saved = await call('credit_box.save', { boxes })
  if (saved.ok) useCreditBoxes.adopt(saved.value.boxes)
  return saved
}

export const useWebhooks = createServerStore<WebhooksView>({
  initial: null,
  read: () => call('webhooks.list', {}),
})

/** The webhook test that is running or, if none is running, the last one. */
export const useWebhookTest = create<{ test: WebhookTest | null }>()(() => ({ test: null }))

export async function runWebhookTest(uuid: string): Promise<Result<unknown>> {
  const show = (test: WebhookTest | null) => useWebhookTest.setState({ test })
  show({ uuid, steps: [], stuck: null, done: false })
  const stop = on('webhooks.test', show)
  const ended = await call('webhooks.test', { uuid })
  stop()
  show(ended.ok ? ended.value : null)
  return ended
}

interface DemoStatus {
  available: boolean
  running: boolean
}

/** The state of the demo: whether this app contains the sandbox, and whether it is running. */
export const useDemo = createServerStore<DemoStatus, DemoStatus>({
  initial: { available: false, running: false },
  read: () => call('demo.status', {}),
})

/**
 * Starts or stops the demo, and loads the stores again, because they contain data of the previous environment. The list of deals is loaded
 * again by `follow-environment.ts`.
 */
export async function switchDemo(channel: 'demo.start' | 'demo.stop'): Promise<Result<DemoStatus>> {
  const switched = await useDemo.getState().change(call(channel, { window_id: WINDOW_ID }))
  if (!switched.ok) return switched
  await useEnvironment.getState().load()
  return switched
}
