import type { OfficeNetwork } from '../../../src-main/adapters/net/network.ts'
import { SYSTEM_NETWORK } from '../../../src-shared/domain/service-settings.ts'
import { RelayEventSource } from '../../../src-main/adapters/event-source/relay-event-source.ts'
import type { EventSink } from '../../../src-main/core/ports/event-source.ts'
import type { BridgeStatus } from '../../../src-shared/domain/environment.ts'
import type { RelayEvent } from '../../../src-shared/domain/event.ts'
import { until, type Cleanup } from './program.ts'

const silent = { info: () => {}, warn: () => {} }

/** Starts a source and keeps what it delivers and tells. */
/** An office without a proxy. */
export const directly = async (): Promise<OfficeNetwork> => ({
  settings: SYSTEM_NETWORK,
  proxyPassword: async () => null,
  resolveProxy: async () => 'DIRECT',
})

export function listen(
  cleanup: Cleanup,
  url: string,
  device_token: string,
  {
    cursor = 0,
    onEvent = async () => {},
    ...options
  }: {
    cursor?: number
    onEvent?: EventSink['onEvent']
  } & ConstructorParameters<typeof RelayEventSource>[4] = {},
) {
  const seen: RelayEvent[] = []
  const states: BridgeStatus[] = []
  const gaps: number[] = []
  // Without jitter and at half the pauses.
  const source = new RelayEventSource(url, device_token, directly, silent, { random: () => 0, ...options })
  source.start(cursor, {
    onEvent: async (event) => {
      await onEvent(event)
      seen.push(event)
    },
    onGap: (oldest_seq) => gaps.push(oldest_seq),
    onState: (status) => states.push(status),
  })
  cleanup.add(() => source.stop())
  return {
    source,
    seen,
    gaps,
    seqs: () => seen.map(({ seq }) => seq),
    states: () => states.map(({ state }) => state),
    status: () => states.at(-1),
    reaches: (state: BridgeStatus['state']) =>
      until(() => (states.at(-1)?.state === state ? true : undefined)),
    has: (count: number) => until(() => (seen.length >= count ? true : undefined)),
  }
}
