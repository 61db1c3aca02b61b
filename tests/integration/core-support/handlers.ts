import type { Demo } from '../../../src-main/core/demo/demo.ts'
import type { EnvironmentManager } from '../../../src-main/core/environments/environment-manager.ts'
import { createHandlers, type HandlerDeps } from '../../../src-main/ipc/handlers/create-handlers.ts'

/** All handlers, of which a test may call those that need no more than the office and the demo. */
export function handlersOf(environmentManager: EnvironmentManager, demo: Demo) {
  return createHandlers({ drafts: {}, deal: {}, environmentManager, demo } as HandlerDeps)
}
