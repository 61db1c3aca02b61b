import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { call, WINDOW_ID } from '../api/funding-desk.ts'
import { useEnvironment } from './environment-store.ts'
import { createServerStore } from './server-store.ts'
import { useInbox } from './server-stores.ts'

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
