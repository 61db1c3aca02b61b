import type { AppendSignal } from '../events/append-signal.ts'
import type { EnvironmentKeys } from '../events/environment-keys.ts'
import type { Growth } from '../events/growth.ts'
import type { GroupCommit } from '../events/group-commit.ts'
import type { Log } from '../log.ts'
import type { RefusalLog } from '../refusal-log.ts'
import type { RelayStore } from '../store/relay-store.ts'
import type { DeviceConnections } from './device-connections.ts'
import type { Heartbeats } from './heartbeats.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'
import type { SenderOf, proxyReader } from './senders.ts'
import type { Strangers } from './strangers.ts'

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
  /** Log for events that strangers can trigger. */
  refusals: RefusalLog
  senderOf: SenderOf
  isProxy: ReturnType<typeof proxyReader>
  strangers: Strangers
  /** Aborts when the relay stops; ends streams and long polls. */
  stopping: AbortSignal
  /** Public address of this relay for the partner, without a trailing slash. */
  publicUrl: () => string
}
