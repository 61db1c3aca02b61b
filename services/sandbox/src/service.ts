import type { FaultList } from './faults/faults.ts'
import type { Operation } from './operations.ts'
import type { SenderAddresses } from './sender-addresses.ts'
import type { Shapes } from './shapes.ts'
import type { KeyRing, Signing } from './signing.ts'
import type { Store } from './store/store.ts'
import type { Underwriting } from './underwriting.ts'
import type { Events } from './webhook-delivery.ts'
import { printable } from '../../../src-shared/text.ts'

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

/** Returns the current time in milliseconds since 1970. A dependency, because `--clock-offset` shifts it. */
export type Clock = () => number

/** ISO 8601 with fractional seconds and UTC offset (spec section 6). */
export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00')
}

/** Formats a time for the `Date` header. */
export function toHttpDate(ms: number): string {
  return new Date(ms).toUTCString()
}

/** Writes a line for people to stderr. Lines contain identifiers, paths, and statuses; never a body, a header, or a name. */
export type Log = (line: string) => void

export const logToStderr: Log = (line) => {
  process.stderr.write(`${new Date().toISOString()} ${printable(line)}\n`)
}
