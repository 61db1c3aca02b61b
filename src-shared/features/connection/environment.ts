import type { Message } from '../../platform/texts/message.ts'
import type { Environment } from '../../platform/words/vocabulary.ts'

/** Status of the app's environment (sandbox or production). For each secret, it contains only whether the secret exists. */
export interface EnvironmentStatus {
  environment: Environment
  configured: boolean
  base_url: string
  client_id: string
  has_client_secret: boolean
  relay_url: string
  relay_paired: boolean
  /** The webhook address that the app registered with the partner, or null if it has registered none. */
  webhook_url: string | null
}

/** Credentials as the first-run screen sends them. Without a `client_secret`, main uses the one in the keychain. */
export interface Credentials {
  environment: Environment
  base_url: string
  client_id: string
  client_secret?: string | undefined
}

/** Result of a connection test: the app fetched a token and checked its signature against the published keys. */
export interface ConnectionReport {
  base_url: string
  /** False if the app could not verify the token's signature, because the partner publishes no keys at the assumed address. */
  token_verified: boolean
  token_kid: string
  token_expires_at: string | null
  keys: number
  duration_ms: number
}

export const CONNECTION_STATES = [
  'off',
  'connecting',
  'catching_up',
  'live',
  'polling',
  'offline',
  'refused',
] as const

/** States of the connection to the relay. `none` means that the app is not paired with a relay. */
export const LINK_STATES = ['none', 'connecting', 'catching_up', 'live', 'offline', 'refused'] as const
export type LinkState = (typeof LINK_STATES)[number]

/** The connection status: how events currently reach this app. Contains texts that describe the status. */
export interface ConnectionStatus {
  state: (typeof CONNECTION_STATES)[number]
  since: string
  detail: Message
  meaning: Message
  advice: Message
  /** Time since when the partner answers no call of the app, or null if it answered the last one. */
  partner_lost_at: string | null
  /** The problem with the webhook registrations at the partner, or null if none is known. */
  webhook_problem: Message | null
  /** A note that is shown until the broker has read it. */
  note: Message | null
  /** Number of rejected or suspicious notifications that arrived after the broker last cleared the list of such notifications. */
  event_problems: number
}
export type ConnectionState = ConnectionStatus['state']

export interface AppInfo {
  version: string
  electron: string
  chromium: string
  platform: string
  packaged: boolean
  /** This computer's name; empty if the system has none. */
  computer: string
}
