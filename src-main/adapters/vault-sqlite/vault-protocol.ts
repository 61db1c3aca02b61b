import type { Missing } from './history-guard.ts'
import type { VaultDatabase } from './vault-database.ts'
import type { VaultLook } from './vault-look.ts'

type Served = VaultDatabase & VaultLook

/** `key` is 64 hex digits. */
export interface OpenCall {
  file: string
  key: string
  /** To change nothing. */
  look: boolean
  /** To go on with what is left of a history that lost commits. */
  accept?: boolean
}

/** What main asks of the vault's process: a method of the database with its arguments, once it is open. */
export type VaultCall =
  | { method: 'open'; args: [OpenCall] }
  /** `commit`, with its writes as JSON. */
  | { method: 'commitJson'; args: [string] }
  | { [Method in keyof Served]: { method: Method; args: Parameters<Served[Method]> } }[keyof Served]

/**
 * Not parsed again over there. Main alone holds the other end, what comes from the page or from the network was parsed before it came to
 * a port, and judging the writes of an event took about a fifth of the time that it takes to store it (45 of 240 µs).
 */
export interface VaultRequest {
  id: number
  call: VaultCall
}

/** What the vault's process ran into. */
export interface VaultTrouble {
  what:
    | 'no_such_deal'
    | 'application_id_taken'
    | 'application_id_deleted'
    | 'newer_version'
    | 'key_wrong'
    | 'damaged'
    | 'disk_full'
    | 'busy'
    | 'not_open'
    | 'unavailable'
    | 'unknown_call'
    | 'shortened'
    | 'read_only'
    | 'disk_failed'
    | 'cannot_open'
  /** For `shortened`. */
  missing?: Missing
}

/** What it answers, under the id of the request. It knows no language: main words what is wrong. */
export interface VaultReply {
  id: number
  answer: { value: unknown } | { trouble: VaultTrouble }
}
