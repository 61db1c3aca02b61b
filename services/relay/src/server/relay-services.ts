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

/** Dependencies of the routes. */
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
  log: Log
  /** Log for incidents that anyone on the network can cause. It limits the number of lines. */
  refusals: RefusalLog
  senderOf: SenderOf
  isProxy: ReturnType<typeof proxyReader>
  limiter: ConnectionLimiter
  /** Aborts when the relay stops; ends streams and long polls. */
  stopping: AbortSignal
  /** Public address of this relay for the partner, without a trailing slash. */
  publicUrl: () => string
}
