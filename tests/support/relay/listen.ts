import type { EnvironmentNetwork } from '../../../src-main/platform/net/network.ts'
import { SYSTEM_NETWORK } from '../../../src-shared/features/connection/service-settings.ts'
import { RelayEventSource } from '../../../src-main/features/events/relay-event-source.ts'
import type { LinkState } from '../../../src-shared/features/connection/environment.ts'
import { ok, type AppError } from '../../../src-shared/platform/base/errors.ts'
import type { RelayDelivery } from '../../../src-shared/platform/webhook/event.ts'
import { until, type Cleanup } from '../cleanup.ts'

const silent = { info: () => {}, warn: () => {} }

/** Returns the network settings of an office without a proxy. */
export const directly = async (): Promise<EnvironmentNetwork> => ({
  settings: SYSTEM_NETWORK,
  proxyPassword: async () => ok(null),
  resolveProxy: async () => 'DIRECT',
})

/** Connects to a relay as the app does (with an event source) and collects the events and connection states. */
export function listen(
  cleanup: Cleanup,
  url: string,
  device_token: string,
  {
    cursor = 0,
    epoch = '',
    onEvent = async () => {},
    onGap = async () => {},
    ...options
  }: {
    cursor?: number
    /** Epoch of the cursor. The app sends it to the relay. */
    epoch?: string
    /** Called for each event. If it rejects, the app has not stored this event, and the rest of the batch is skipped. */
    onEvent?: (event: RelayDelivery) => Promise<void>
    /**
     * Called when the relay reports a gap (it has deleted events that this device did not get). Rejects if the app could not store the gap.
     */
    onGap?: () => Promise<void>
  } & ConstructorParameters<typeof RelayEventSource>[4] = {},
) {
  const seen: RelayDelivery[] = []
  const states: { state: LinkState; error: AppError | null }[] = []
  const gaps: number[] = []
  // The pauses before reconnecting are random. With 0 as every random number, each pause is half as long as usual and always the same.
  const source = new RelayEventSource(url, device_token, directly, silent, { random: () => 0, ...options })
  const epochs: string[] = []
  source.start(
    { cursor, epoch },
    {
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
      onGap: async (oldest_seq, from) => {
        gaps.push(oldest_seq)
        epochs.push(from)
        await onGap()
      },
      onEpoch: async (first) => void epochs.push(first),
      onState: (state, error) => states.push({ state, error }),
    },
  )
  cleanup.add(() => source.stop())
  return {
    source,
    seen,
    gaps,
    /** Epochs that the app stored. */
    epochs,
    seqs: () => seen.map(({ seq }) => seq),
    states: () => states.map(({ state }) => state),
    status: () => states.at(-1),
    reaches: (state: LinkState) => until(() => (states.at(-1)?.state === state ? true : undefined)),
    has: (count: number) => until(() => (seen.length >= count ? true : undefined)),
  }
}
