import type { AppendSignal } from '../events/read-log.ts'
import type { EnvironmentKeys } from '../events/environment-keys.ts'
import type { Growth } from '../events/housekeeping.ts'
import type { GroupCommit } from '../events/group-commit.ts'
import type { Log, RefusalLog } from '../log.ts'
import type { RelayStore } from '../store/relay-store.ts'
import type { DeviceConnections, Heartbeats } from './device-connections.ts'
import type { Metrics, Readiness } from './monitoring.ts'
import type { SenderOf, proxyReader } from './addresses.ts'
import type { ConnectionLimiter } from './limits.ts'
import type { Telemetry } from './telemetry-source.ts'

/** Objects that the HTTP routes use. */
export interface RelayServices {
  store: RelayStore
  commits: GroupCommit
  appended: AppendSignal
  growth: Growth
  keys: EnvironmentKeys
  heartbeats: Heartbeats
  connections: DeviceConnections
  metrics: Metrics
  readiness: Readiness
  /** Export of traces, or null if none is configured. */
  telemetry: Telemetry | null
  log: Log
  /**
   * Log for incidents that anyone on the network can cause, such as refused requests. Limits the number of lines, so that a flood cannot
   * fill the disk.
   */
  refusals: RefusalLog
  senderOf: SenderOf
  isProxy: ReturnType<typeof proxyReader>
  limiter: ConnectionLimiter
  /** Signal that aborts when the relay is asked to stop. From then on, every response closes its connection. */
  draining: AbortSignal
  /** Signal that aborts when the relay stops. Event streams and long polls then end. */
  stopping: AbortSignal
  /** Returns the public address at which the partner reaches this relay, without a trailing slash. */
  publicUrl: () => string
}
