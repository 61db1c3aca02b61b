import type { Readable } from 'node:stream'
import type { Result } from '../../../src-shared/errors.ts'
import type { ConnectionReport } from '../../../src-shared/domain/environment.ts'
import type { ServiceCall } from '../../../src-shared/domain/service-call.ts'
import type { ServiceSettings } from '../../../src-shared/domain/service-settings.ts'
import type { Offer } from '../../../src-shared/domain/offer.ts'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

/** A webhook registration (spec section 2). */
export interface WebhookRegistration {
  uuid: string
  event_type: string
  webhook_url: string
  is_active: boolean
}

/** A document as the service lists it; the fields are assumed, `record` is the whole of it. */
export interface StoredDocument {
  document_id: string | null
  type: string | null
  name: string | null
  record: JsonObject
}

/** An application as the service lists it; the fields are assumed, `record` is the whole of it. */
export interface ListedApplication {
  application_id: string
  record: JsonObject
}

/** What a list of the service told. */
export interface Listing<T> {
  /** Those that could be read. */
  entries: T[]
  /** How many could not. */
  unread: number
  /** Whether the service's answer said that it goes on, or may do so. What follows may be among the entries: it can change between two answers. */
  has_more: boolean
}

/** Whether a list shows everything there is, as far as it can be told. What is not in one that does not may be there all the same. */
export function isWhole({ unread, has_more }: Listing<unknown>): boolean {
  return unread === 0 && !has_more
}

/** A file to upload. `open` may be called again when a request that was surely not received is repeated. */
export interface UploadFile {
  name: string
  /** Bytes. */
  size: number
  /** Of the plain bytes, in hex, as it was when the file was attached. */
  sha256: string
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
  /**
   * An application as the service tells it, by id or by the `callback_path` of an event (section 4.2; method and answer are
   * assumed). `PARTNER_FOREIGN_ADDRESS` for a path that is not below the base address: it is never followed.
   */
  readApplication(
    target: { application_id: string } | { callback_path: string },
  ): Promise<Result<{ status: string | null; record: JsonObject }>>
  /**
   * The service's applications with this reference, or all of them where it does not look at that (not shown at all, so by the
   * endpoint profile); `record` is the whole of what it tells.
   */
  listApplications(reference: string): Promise<Result<Listing<ListedApplication>>>
  /** What the service holds for an application (section 4.3: not shown, so by the endpoint profile). */
  listDocuments(application_id: string): Promise<Result<Listing<StoredDocument>>>
  /** The offers of an application, where the service offers such a read (section 4.4: not shown, so by the endpoint profile). */
  listOffers(application_id: string): Promise<Result<Listing<Offer>>>
  /** One offer (section 4.4: not shown, so by the endpoint profile). */
  readOffer(offer_id: string): Promise<Result<Offer>>
  /** Accepts an offer, where the service offers that. Its answer holds the offer, or nothing that could be read. */
  acceptOffer(offer_id: string): Promise<Result<{ offer: Offer | null; reply: JsonValue }>>
  /** POST /webhooks (section 4.5). */
  createWebhook(event_type: string, webhook_url: string): Promise<Result<WebhookRegistration>>
  /** By the endpoint profile; `PARTNER_NOT_OFFERED` where the service has no such read. */
  listWebhooks(): Promise<Result<WebhookRegistration[]>>
  readWebhook(webhook_uuid: string): Promise<Result<WebhookRegistration>>
  updateWebhook(registration: WebhookRegistration): Promise<Result<WebhookRegistration>>
  deleteWebhook(webhook_uuid: string): Promise<Result<void>>
  /** POST /webhooks/test (section 4.5). Its answer is not shown; where it names the event, so does this. */
  testWebhook(webhook_uuid: string): Promise<Result<{ event_id: string | null }>>
  /** Asks the service whether the present token is valid (section 4.1: not shown, so by the endpoint profile). */
  validateToken(): Promise<Result<void>>
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
  /** Paths, pace and network, as the broker set them. */
  service: ServiceSettings
  /** Asked for only when a proxy wants it; null where there is none. */
  proxyPassword(): Promise<Result<string | null>>
  /** Told of every call when it is over. */
  onCall(call: ServiceCall): void
}

export type ConnectPartner = (connection: PartnerConnection) => PartnerApi
