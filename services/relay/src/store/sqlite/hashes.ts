import { hash } from 'node:crypto'

// Both stand in databases: whatever changes here needs a migration.

/**
 * By which an event is known again in its environment: the first 12 bytes of a SHA-256, so that its index stays small. Among
 * a billion events the odds that any two share it are one in a hundred billion.
 */
export function idHash(environment: string, event_id: string): Uint8Array {
  return hash('sha256', `${environment}\n${event_id}`, 'buffer').subarray(0, 12)
}

/** By which the same body is known again: the first 16 bytes of its SHA-256. */
export function bodyHash(raw_body: Uint8Array): Uint8Array {
  return hash('sha256', raw_body, 'buffer').subarray(0, 16)
}
