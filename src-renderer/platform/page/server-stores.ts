import { useEffect } from 'react'
import { create } from 'zustand'
import { call, on, WINDOW_ID } from '../api/funding-desk.ts'
import { createServerStore } from './server-store.ts'
import type { CreditBox } from '../../../src-shared/features/credit-box/credit-box.ts'
import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import type { QueueStatus } from '../../../src-shared/features/submission/queue.ts'
import type { ServiceSettingsView } from '../../../src-shared/features/connection/service-settings.ts'
import type { VaultStatus } from '../../../src-shared/features/backup/vault-status.ts'
import type { WebhookTest, WebhooksView } from '../../../src-shared/features/webhooks/webhooks.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { useEnvironment } from './environment-store.ts'

/** The entries of the inbox, newest first, and the number of unread entries. */
export const useInbox = createServerStore<{ items: InboxItem[]; unread: number }>({
  initial: null,
  read: () => call('inbox.list', {}),
  listen: ({ load }) => [on('inbox.changed', load)],
})

/** Marks the inbox entries of a deal as read, or all entries if no deal is given. */
export async function markRead(deal_id?: string): Promise<Result<unknown>> {
  const inbox = useInbox.getState().value
  const listed = inbox?.items.filter((item) => item.read_at === null)
  // The list contains only the newest entries. Even if the list has no unread entry of the deal, an older one may exist.
  const isListComplete = listed !== undefined && listed.length >= (inbox?.unread ?? 0)
  if (isListComplete && !listed.some((item) => item.deal_id === (deal_id ?? item.deal_id))) return ok({})
  return call('inbox.read', deal_id === undefined ? {} : { deal_id })
}

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

/** Marks a deal's inbox entries as read while the window that shows the deal has the focus. */
export function useReadOnSight(deal_id: string): void {
  useEffect(() => {
    const look = () => {
      if (document.hasFocus()) void markRead(deal_id)
    }
    look()
    window.addEventListener('focus', look)
    const unsubscribe = useInbox.subscribe(look)
    return () => {
      window.removeEventListener('focus', look)
      unsubscribe()
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
  await Promise.all([useEnvironment.getState().load(), useInbox.getState().load()])
  return switched
}
