import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { FaultList } from '../faults/fault-list.ts'
import type { KeyRing } from '../key-ring.ts'
import type { Log } from '../log.ts'
import type { Operation } from '../operations.ts'
import type { SenderAddresses } from '../sender-addresses.ts'
import type { Shapes } from '../shapes.ts'
import type { Signing } from '../signing.ts'
import type { Store } from '../store/store.ts'
import type { Underwriting } from '../underwriting.ts'

/** What the routes work with. */
export interface Service {
  store: Store
  signing: Signing
  underwriting: Underwriting
  events: Events
  clock: Clock
  log: Log
  keys: KeyRing
  faults: FaultList
  senders: SenderAddresses
  /** How answers look that the specification does not show. */
  shapes: Shapes
  /** Operations that this service does without. */
  notOffered: ReadonlySet<Operation>
  /** Largest document in bytes. */
  maxDocumentBytes: number
}
