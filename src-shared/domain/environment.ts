import type { Message } from '../messages/message.ts'
import type { Environment } from './vocabulary.ts'

/** What the app knows of its environment; secrets are only told to exist. */
export interface EnvironmentStatus {
  environment: Environment
  configured: boolean
  base_url: string
  client_id: string
  has_client_secret: boolean
  relay_url: string
  relay_paired: boolean
  /** URL registered at the partner for this office, null while none is. */
  webhook_url: string | null
}

/** Credentials as the first-run screen sends them. An absent `client_secret` means the one in the keychain. */
export interface Credentials {
  environment: Environment
  base_url: string
  client_id: string
  client_secret?: string | undefined
}

/** Proof that a connection works: a token was fetched and its signature checked against the published keys. */
export interface ConnectionReport {
  base_url: string
  /** False where the service has no key set at the assumed address: then nothing can be said of the signature. */
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

/** How the connection to the relay stands. `none`: no relay is paired. */
export const LINK_STATES = ['none', 'connecting', 'catching_up', 'live', 'offline', 'refused'] as const
export type LinkState = (typeof LINK_STATES)[number]

/** The one status light: how news reaches this app now, with words. */
export interface ConnectionStatus {
  state: (typeof CONNECTION_STATES)[number]
  /** Since when it is so. */
  since: string
  /** What is. */
  detail: Message
  /** What that means for offers. */
  meaning: Message
  /** What to do; empty where there is nothing. */
  advice: Message
  /** What is wrong with the registrations at the service; null while nothing is known to be. */
  webhook_problem: Message | null
  /** What is told once, until it was read. */
  note: Message | null
  /** How many notifications were not accepted, or suspicious, since the broker cleared the list of them. */
  event_problems: number
}
export type ConnectionState = ConnectionStatus['state']

export interface AppInfo {
  version: string
  electron: string
  chromium: string
  platform: string
  packaged: boolean
  /** What this computer is called; empty where the system does not say. */
  computer: string
}
