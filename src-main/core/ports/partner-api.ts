import type { Readable } from 'node:stream'
import type { Result } from '../../../src-shared/errors.ts'
import type { ConnectionReport } from '../../../src-shared/domain/environment.ts'
import type { Offer } from '../../../src-shared/domain/deal.ts'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

/** A webhook registration (spec section 2). */
export interface WebhookRegistration {
  uuid: string
  event_type: string
  webhook_url: string
  is_active: boolean
}

/** A file to upload. `open` may be called again when a request that was surely not received is repeated. */
export interface UploadFile {
  name: string
  /** Bytes. */
  size: number
  open(): Promise<Result<Readable>>
}

/** Public keys of the service (spec section 2). */
export interface Jwks {
  keys: { kty: string; kid: string; alg?: string; n: string; e: string }[]
}

/**
 * The partner's service in one environment. Every failure of a write says in `error.outcome` whether the service received
 * it: `not_received`, `unknown`, or `received` (it answered, but with something else than the specification says).
 */
export interface PartnerApi {
  /** Fetches a fresh token and validates it by the published keys (spec section 5). */
  testConnection(): Promise<Result<ConnectionReport>>
  /** POST /application (section 4.2). `reply` is the service's answer as it came, for the record. */
  createApplication(payload: JsonObject): Promise<Result<{ application_id: string; reply: JsonValue }>>
  /** POST /document (section 4.3), streamed. `onProgress` gets bytes sent. Aborting answers with the true outcome. */
  createDocument(
    input: { application_id: string; type: string; file: UploadFile },
    onProgress: (sent: number) => void,
    signal: AbortSignal,
  ): Promise<Result<{ reply: JsonValue }>>
  /** The offers of an application, where the service offers such a read (section 4.4: not shown, so by the endpoint profile). */
  listOffers(application_id: string): Promise<Result<Offer[]>>
  /** POST /webhooks (section 4.5). */
  createWebhook(event_type: string, webhook_url: string): Promise<Result<WebhookRegistration>>
  /** By the endpoint profile; `PARTNER_NOT_OFFERED` where the service has no such read. */
  listWebhooks(): Promise<Result<WebhookRegistration[]>>
  /** POST /webhooks/test (section 4.5). */
  testWebhook(webhook_uuid: string): Promise<Result<void>>
  /** The JSON Web Key Set (section 5), by the endpoint profile's path. */
  getJwks(): Promise<Result<Jwks>>
  /** Closes idle connections. */
  close(): Promise<void>
}

/** What a client needs to talk to one environment. The secret is asked for only when a token is needed, and not kept. */
export interface PartnerConnection {
  base_url: string
  client_id: string
  clientSecret(): Promise<Result<string>>
}

export type ConnectPartner = (connection: PartnerConnection) => PartnerApi
