import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { Log } from '../log.ts'
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
  /** Largest document in bytes. */
  maxDocumentBytes: number
}
