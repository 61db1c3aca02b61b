import { hash } from 'node:crypto'
import type { Coverage } from './relay-store.ts'

export interface Statement {
  text: string
  values: unknown[]
}

/** A generator, because SQLite runs all statements in one turn of the event loop, and PostgreSQL waits for each of them. */
export type Steps<T> = Generator<Statement, T, object[]>

/** What the store needs of a database. Each method rejects if the database fails. */
export interface Engine {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  transaction<T>(steps: Steps<T>): Promise<T>
  /** With PostgreSQL, commits each statement by itself, so that no row stays locked between two of them. */
  inSteps<T>(steps: Steps<T>): Promise<T>
  /** Maximum number of rows that are deleted at once, so that a deletion never blocks incoming events for long. */
  portion: number
  /** Maximum number of rows that are counted at once. */
  counted: number
  /** Table of the device ids in the parameter `$1`. */
  givenDevices: string
  /** Table of the log positions (office_id, log, position) in the parameter `$1`, which is the JSON of `LogPosition[]`. */
  givenLogs: string
  /** Statement that reads the epoch of this database. */
  epoch: string
  /** Stores a new epoch if the stored one belongs to another database, for example to the server that this one replaced. */
  renewEpoch(): Promise<void>
  takeTurn(office_id: number, perMinute: number): Promise<number>
}

/** Takes the steps one after the other, without a turn of the event loop in between. */
export function takeSteps<T>(steps: Steps<T>, run: (statement: Statement) => object[]): T {
  let step = steps.next()
  while (!step.done) step = steps.next(run(step.value))
  return step.value
}

export function* rows<Row extends object>(text: string, values: unknown[] = []): Steps<Row[]> {
  return (yield { text, values }) as Row[]
}

export function* first<Row extends object>(text: string, values: unknown[]): Steps<Row | undefined> {
  return (yield* rows<Row>(text, values))[0]
}

/** A step that returns the number of rows that a statement with `RETURNING` changed. */
export function* changes(text: string, values: unknown[]): Steps<number> {
  return (yield { text, values }).length
}

// Databases contain hashes from the following functions. A change to any of them therefore needs a migration.

/** Short, so that the index stays small. Among a billion events, the odds of two equal hashes are one in a hundred billion. */
export function idHash(environment: string, event_id: string): Uint8Array {
  return hash('sha256', `${environment}\n${event_id}`, 'buffer').subarray(0, 12)
}

/** Null if the signature covers the body: another body would invalidate it, so the relay need not remember it. */
export function signatureHash(signature: string, verification: Coverage): Uint8Array | null {
  return verification === 'body' ? null : hash('sha256', signature, 'buffer').subarray(0, 16)
}

export function bodyHash(raw_body: Uint8Array): Uint8Array {
  return hash('sha256', raw_body, 'buffer').subarray(0, 16)
}
