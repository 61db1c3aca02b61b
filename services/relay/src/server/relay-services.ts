import type { EnvironmentKeys } from '../events/environment-keys.ts'
import type { GroupCommit } from '../events/group-commit.ts'
import type { Log, RefusalLog } from '../log.ts'
import type { RelayStore } from '../store/sql-store.ts'
import type { DeviceConnections } from './device-connections.ts'
import type { FanOut } from './fan-out.ts'
import type { Heartbeats } from './heartbeats.ts'
import type { Metrics, Readiness } from './monitoring.ts'
import type { SenderOf, proxyReader } from './addresses.ts'
import type { ConnectionLimiter } from './limits.ts'
import type { Slots } from './slots.ts'
import type { Telemetry } from './telemetry.ts'

/** Objects that the HTTP routes use. */
export interface RelayServices {
  store: RelayStore
  commits: GroupCommit
  fanOut: FanOut
  /** Limits how many streams and polls read events from the database at the same time. */
  catchUps: Slots
  keys: EnvironmentKeys
  heartbeats: Heartbeats
  connections: DeviceConnections
  metrics: Metrics
  readiness: Readiness
  /** Export of traces, or null if none is configured. */
  telemetry: Telemetry | null
  log: Log
  /** For incidents that anyone on the network can cause. */
  refusals: RefusalLog
  senderOf: SenderOf
  isProxy: ReturnType<typeof proxyReader>
  limiter: ConnectionLimiter
  /** Signal that aborts when the relay is asked to stop. From then on, every response closes its connection. */
  draining: AbortSignal
  publicUrl: () => string
}
