import { openAppRooms } from '../../../src-main/app/rooms.ts'
import type { Demo } from '../../../src-main/features/demo/demo.ts'
import type { TestEnvironment } from './test-environment.ts'
import { createRouter } from '../../../src-main/platform/ipc/router.ts'
import {
  type Channel,
  type ChannelInput,
  type ChannelOutput,
  contract,
} from '../../../src-shared/app/contract.ts'
import type { EnvironmentName } from '../../../src-shared/platform/words/vocabulary.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'

type Calls = {
  [C in Channel]: (input: ChannelInput<C>, shown?: EnvironmentName) => Promise<Result<ChannelOutput<C>>>
}

/** Returns one function for each channel. The function calls the channel's handler in main as a window does. */
export function handlersOf(
  { environmentManager, connections, webhooks }: TestEnvironment,
  demo: Demo,
): Calls {
  const router = createRouter({
    contract,
    isTrusted: () => true,
    app: openAppRooms({ environmentManager, connections, webhooks, demo } as unknown as Parameters<
      typeof openAppRooms
    >[0]),
    environments: environmentManager,
    registry: { register: () => [] },
    lock: { refusal: async () => null },
    log: { info: () => {}, warn: () => {} },
  })
  return Object.fromEntries(
    Object.keys(contract).map((channel) => [
      channel,
      (input: unknown, shown?: unknown) => router.call('page', channel, input, shown),
    ]),
  ) as unknown as Calls
}
