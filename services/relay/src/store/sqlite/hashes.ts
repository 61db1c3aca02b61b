import { hash } from 'node:crypto'

// Both hashes are stored in databases: a change here needs a migration.

/**
 * Hash that identifies an event in its environment: the first 12 bytes of a SHA-256, so that its index stays small. Among a billion events,
 * the odds that any two collide are one in a hundred billion.
 */
export function idHash(environment: string, event_id: string): Uint8Array {
  return hash('sha256', `${environment}\n${event_id}`, 'buffer').subarray(0, 12)
}

/** Hash that identifies a body: the first 16 bytes of its SHA-256. */
export function bodyHash(raw_body: Uint8Array): Uint8Array {
  return hash('sha256', raw_body, 'buffer').subarray(0, 16)
}
