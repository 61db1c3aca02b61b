import type { Demo } from '../../../src-main/core/demo/demo.ts'
import type { Office } from '../../../src-main/core/environments/office.ts'
import { createHandlers, type HandlerParts } from '../../../src-main/ipc/handlers/create-handlers.ts'

/** All handlers, of which a test may call those that need no more than the office and the demo. */
export function handlersOf(office: Office, demo: Demo) {
  return createHandlers({ drafts: {}, deal: {}, office, demo } as HandlerParts)
}
