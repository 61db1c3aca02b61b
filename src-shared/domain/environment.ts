import { messageSchema } from '../messages/message-schema.ts'
import { z } from 'zod'
import { environmentSchema } from './vocabulary-schema.ts'

/** What the app knows of its environment; secrets are only told to exist. */
export const environmentStatusSchema = z.object({
  environment: environmentSchema,
  configured: z.boolean(),
  base_url: z.string(),
  client_id: z.string(),
  has_client_secret: z.boolean(),
  relay_url: z.string(),
  relay_paired: z.boolean(),
  /** URL registered at the partner for this office, null while none is. */
  webhook_url: z.string().nullable(),
})
export type EnvironmentStatus = z.infer<typeof environmentStatusSchema>

/** Credentials as the first-run screen sends them. An absent `client_secret` means the one in the keychain. */
export const credentialsSchema = z.object({
  environment: environmentSchema,
  base_url: z.string().trim().min(1).max(500),
  client_id: z.string().trim().min(1).max(500),
  client_secret: z.string().min(1).max(2000).optional(),
})
export type Credentials = z.infer<typeof credentialsSchema>

/** Proof that a connection works: a token was fetched and its signature checked against the published keys. */
export const connectionReportSchema = z.object({
  base_url: z.string(),
  /** False where the service has no key set at the assumed address: then nothing can be said of the signature. */
  token_verified: z.boolean(),
  token_kid: z.string(),
  token_expires_at: z.string().nullable(),
  keys: z.int(),
  duration_ms: z.number(),
})
export type ConnectionReport = z.infer<typeof connectionReportSchema>

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
export const connectionStatusSchema = z.object({
  state: z.enum(CONNECTION_STATES),
  /** Since when it is so. */
  since: z.string(),
  /** What is. */
  detail: messageSchema,
  /** What that means for offers. */
  meaning: messageSchema,
  /** What to do; empty where there is nothing. */
  advice: messageSchema,
  /** What is wrong with the registrations at the service; null while nothing is known to be. */
  webhook_problem: messageSchema.nullable(),
  /** What is told once, until it was read. */
  note: messageSchema.nullable(),
  /** How many notifications were not accepted, or suspicious, since the broker cleared the list of them. */
  event_problems: z.int().nonnegative(),
})
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>
export type ConnectionState = ConnectionStatus['state']

export const appInfoSchema = z.object({
  version: z.string(),
  electron: z.string(),
  chromium: z.string(),
  platform: z.string(),
  packaged: z.boolean(),
  /** What this computer is called; empty where the system does not say. */
  computer: z.string(),
})
export type AppInfo = z.infer<typeof appInfoSchema>
