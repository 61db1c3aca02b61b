import type { Demo } from '../../../src-main/core/demo/demo.ts'
import type { EnvironmentManager } from '../../../src-main/core/environments/environment-manager.ts'
import { createHandlers, type HandlerDeps } from '../../../src-main/ipc/handlers/create-handlers.ts'
import { registerHandlers } from '../../../src-main/ipc/router.ts'
import type { EnvironmentName } from '../../../src-shared/domain/vocabulary.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { Channel } from '../../../src-shared/ipc/channels.ts'
import type { ChannelInput, ChannelOutput } from '../../../src-shared/ipc/contract.ts'

type Calls = {
  [C in Channel]: (input: ChannelInput<C>, shown?: EnvironmentName) => Promise<Result<ChannelOutput<C>>>
}

/**
 * Returns one function for each channel. The function calls the channel's handler in main as a window does. `others` contains the other
 * dependencies, such as `save`, of the handlers that the test calls.
 */
export function handlersOf(
  environmentManager: EnvironmentManager,
  demo: Demo,
  others: Partial<HandlerDeps> = {},
): Calls {
  const calls: Record<string, (input: unknown, shown?: unknown) => Promise<unknown>> = {}
  registerHandlers(
    { handle: (channel, listener) => (calls[channel] = (input, shown) => listener('page', input, shown)) },
    () => true,
    createHandlers({ ...others, environmentManager, demo } as HandlerDeps),
    (shown) => environmentManager.openExpected(shown),
    () => ok([]),
    async () => null,
    { info: () => {}, warn: () => {} },
  )
  return calls as Calls
}
