import { create } from 'zustand'
import type { WebhooksView, WebhookTest } from '../../src-shared/domain/webhooks.ts'
import type { AppError, Result } from '../../src-shared/errors.ts'
import { call, on } from '../api/funding-desk.ts'

interface WebhooksState {
  view: WebhooksView | null
  error: AppError | null
  /** The test that runs or ran last. */
  test: WebhookTest | null
  load(): Promise<void>
  /** Runs a change and takes over what holds then; the failure of a change is the caller's to show. */
  change(work: () => Promise<Result<WebhooksView>>): Promise<AppError | null>
  runTest(uuid: string): Promise<AppError | null>
}

/** The registrations at the service. */
export const useWebhooks = create<WebhooksState>()((set) => ({
  view: null,
  error: null,
  test: null,
  async load() {
    const read = await call('webhooks.list', {})
    set(read.ok ? { view: read.value, error: null } : { error: read.error })
  },
  async change(work) {
    const changed = await work()
    if (!changed.ok) return changed.error
    set({ view: changed.value, error: null })
    return null
  },
  async runTest(uuid) {
    set({ test: { uuid, steps: [], stuck: null, done: false } })
    const stop = on('webhooks.test', (test) => set({ test }))
    const ended = await call('webhooks.test', { uuid })
    stop()
    set({ test: ended.ok ? ended.value : null })
    return ended.ok ? null : ended.error
  },
}))
