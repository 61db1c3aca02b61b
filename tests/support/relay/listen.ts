import type { EnvironmentNetwork } from '../../../src-main/adapters/net/network.ts'
import { SYSTEM_NETWORK } from '../../../src-shared/domain/service-settings.ts'
import { RelayEventSource } from '../../../src-main/adapters/event-source/relay-event-source.ts'
import type { LinkState } from '../../../src-shared/domain/environment.ts'
import { ok, type AppError } from '../../../src-shared/errors.ts'
import type { RelayDelivery } from '../../../src-shared/domain/event.ts'
import { until, type Cleanup } from '../cleanup.ts'

const silent = { info: () => {}, warn: () => {} }

/** An office network without a proxy. */
export const directly = async (): Promise<EnvironmentNetwork> => ({
  settings: SYSTEM_NETWORK,
  proxyPassword: async () => ok(null),
  resolveProxy: async () => 'DIRECT',
})

/** Starts an event source and collects its events and states. */
export function listen(
  cleanup: Cleanup,
  url: string,
  device_token: string,
  {
    cursor = 0,
    onEvent = async () => {},
    onGap = async () => {},
    ...options
  }: {
    cursor?: number
    /** Called for each event of a batch. A rejection ends the batch. */
    onEvent?: (event: RelayDelivery) => Promise<void>
    /** Rejects if the gap could not be stored. */
    onGap?: () => Promise<void>
  } & ConstructorParameters<typeof RelayEventSource>[4] = {},
) {
  const seen: RelayDelivery[] = []
  const states: { state: LinkState; error: AppError | null }[] = []
  const gaps: number[] = []
  // With 0 as every random number, each pause is half as long and has no jitter.
  const source = new RelayEventSource(url, device_token, directly, silent, { random: () => 0, ...options })
  source.start(cursor, {
    onArrival: () => {},
    onEvents: async (events) => {
      for (const [taken, event] of events.entries()) {
        try {
          await onEvent(event)
        } catch {
          return taken
        }
        seen.push(event)
      }
      return events.length
    },
    onGap: async (oldest_seq) => {
      gaps.push(oldest_seq)
      await onGap()
    },
    onState: (state, error) => states.push({ state, error }),
  })
  cleanup.add(() => source.stop())
  return {
    source,
    seen,
    gaps,
    seqs: () => seen.map(({ seq }) => seq),
    states: () => states.map(({ state }) => state),
    status: () => states.at(-1),
    reaches: (state: LinkState) => until(() => (states.at(-1)?.state === state ? true : undefined)),
    has: (count: number) => until(() => (seen.length >= count ? true : undefined)),
  }
}
