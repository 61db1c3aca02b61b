import { printable } from '../../../src-shared/platform/base/text.ts'
import type { DocumentFiles } from './document-files.ts'
import type { FaultList } from './faults/faults.ts'
import type { Shapes } from './shapes.ts'
import type { KeyRing, Signing } from './signing.ts'
import type { Store } from './store.ts'
import type { Underwriting } from './underwriting.ts'
import type { Events } from './webhook-delivery.ts'

/** Current time in milliseconds since 1970. The admin endpoint shifts it. */
export type Clock = () => number

export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00')
}

/** Lines contain identifiers, paths, and statuses, but never a body, a header, or the name of a person or business. */
export type Log = (line: string) => void

export const logToStderr: Log = (line) => {
  process.stderr.write(`${new Date().toISOString()} ${printable(line)}\n`)
}

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
