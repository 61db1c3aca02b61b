import type { Result } from '../../../src-shared/platform/base/errors.ts'

/** Argument of the call `open`, which opens the database. `key` is 64 hex digits. */
export interface OpenCall {
  file: string
  key: string
  look: boolean
  /** True to open the database even if it lost commits, and to continue with the remaining commits. */
  accept?: boolean
}

/** The call that a request of main contains: the name of a function of the vault's process, and its arguments. */
export interface VaultCall {
  method: string
  args: unknown[]
}

/**
 * The vault's process does not validate requests again. Only main can send them, and it validates all input from pages and the
 * network first. Validation took about a fifth of the time to store an event (45 of 240 µs).
 */
export interface VaultRequest {
  id: number
  call: VaultCall
}

/** The response to a request, with the request's id. An error in it contains no display text, only the keys of texts. */
export interface VaultReply {
  id: number
  answer: Result<unknown>
}
