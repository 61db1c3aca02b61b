import { create } from 'zustand'
import type { AppError, Result } from '../../src-shared/errors.ts'
import { call, WINDOW_ID } from '../api/funding-desk.ts'
import { useInbox } from './server-stores.ts'
import { useEnvironment } from './environment-store.ts'
import { usePipeline } from './pipeline-store.ts'

interface DemoState {
  available: boolean
  running: boolean
  busy: boolean
  load(): Promise<void>
  start(): Promise<AppError | null>
  stop(): Promise<AppError | null>
}

/** The built-in sandbox, and whether everything shown is of it. */
export const useDemo = create<DemoState>()((set) => {
  async function turn(work: () => Promise<Result<{ available: boolean; running: boolean }>>) {
    set({ busy: true })
    const turned = await work()
    if (turned.ok) {
      set(turned.value)
      // The office has changed, so all stored data belongs to the previous one.
      await Promise.all([
        useEnvironment.getState().load(),
        useInbox.getState().load(),
        usePipeline.getState().load(),
      ])
    }
    set({ busy: false })
    return turned.ok ? null : turned.error
  }
  return {
    available: false,
    running: false,
    busy: false,
    async load() {
      const status = await call('demo.status', {})
      if (status.ok) set(status.value)
    },
    start: () => turn(() => call('demo.start', { window_id: WINDOW_ID })),
    stop: () => turn(() => call('demo.stop', { window_id: WINDOW_ID })),
  }
})
