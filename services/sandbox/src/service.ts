import type { Clock } from './clock.ts'
import type { FaultList } from './faults/faults.ts'
import type { Log } from './log.ts'
import type { Operation } from './operations.ts'
import type { SenderAddresses } from './sender-addresses.ts'
import type { Shapes } from './shapes.ts'
import type { KeyRing, Signing } from './signing.ts'
import type { Store } from './store/store.ts'
import type { Underwriting } from './underwriting.ts'
import type { Events } from './webhook-delivery.ts'

/** Dependencies of the routes. */
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
  /** Response formats that the spec does not show. */
  shapes: Shapes
  /** Operations that this sandbox does not offer. */
  notOffered: ReadonlySet<Operation>
  maxDocumentBytes: number
}
