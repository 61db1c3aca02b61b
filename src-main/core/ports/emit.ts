import type { EventName } from '../../../src-shared/ipc/channels.ts'
import type { EventPayload } from '../../../src-shared/ipc/contract.ts'

export type Emit = <E extends EventName>(event: E, payload: EventPayload<E>) => void
