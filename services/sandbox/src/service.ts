import type { Clock, Log } from './clock-and-log.ts'
import type { DocumentFiles } from './document-files.ts'
import type { FaultList } from './faults/faults.ts'
import type { Shapes } from './shapes.ts'
import type { KeyRing, Signing } from './signing.ts'
import type { Store } from './store.ts'
import type { Underwriting } from './underwriting.ts'
import type { Events } from './webhook-delivery.ts'

export interface Service {
  store: Store
  files: DocumentFiles
  signing: Signing
  underwriting: Underwriting
  events: Events
  clock: Clock
  log: Log
  keys: KeyRing
  faults: FaultList
  shapes: Shapes
}
