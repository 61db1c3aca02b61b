import type { Readable } from 'node:stream'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import type { ConnectionReport } from '../../../src-shared/features/connection/environment.ts'
import type { ServiceCall } from '../../../src-shared/features/calls/service-call.ts'
import type { ServiceSettings } from '../../../src-shared/features/connection/service-settings.ts'
import type { Offer } from '../../../src-shared/features/offers/offer.ts'

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

/** A webhook registration (spec section 2). */
export interface WebhookRegistration {
  uuid: string
  event_type: string
  webhook_url: string
  is_active: boolean
}

/**
 * A document in the partner's list. The specification does not show its fields, so their names are guesses. `record` is the whole entry.
 */
export interface StoredDocument {
  document_id: string | null
  type: string | null
  name: string | null
  record: JsonObject
}

/**
 * An application in the partner's list. The specification does not show its fields, so their names are guesses. `record` is the whole
 * entry.
 */
export interface ListedApplication {
  application_id: string
  record: JsonObject
}

export interface Listing<T> {
  entries: T[]
  /** Number of unreadable entries. */
  unread: number
  /**
   * True if the partner's list has, or may have, entries that are not in `entries`. Remains true even after the app read all pages, because
   * the list can change between two responses.
   */
  has_more: boolean
}

/** True if a list is complete, as far as known. An entry missing from an incomplete list may still exist. */
export function isWhole({ unread, has_more }: Listing<unknown>): boolean {
  return unread === 0 && !has_more
}

/** A file to upload. `open` may be called again to repeat a request that was certainly not received. */
export interface UploadFile {
  name: string
  /** In bytes. */
  size: number
  /** SHA-256 of the plain bytes (hex) when the file was attached. */
  sha256: string
  open(): Promise<Result<Readable>>
}

/** Public keys of the partner (spec section 2). */
export interface Jwks {
  keys: { kty: string; kid: string; alg?: string; n: string; e: string }[]
}

/**
 * API of the partner in one environment. Every failed write reports in `error.outcome` whether the partner received the request:
 * `not_received`, `unknown`, or `received` (with a response that violates the specification).
 */
export interface PartnerApi {
  /** Fetches a new token and validates it with the published keys (spec section 5). */
  testConnection(): Promise<Result<ConnectionReport>>
  /** POST /application (section 4.2). `reply` is the partner's unchanged response. */
  createApplication(payload: JsonObject): Promise<Result<{ application_id: string; reply: JsonValue }>>
  /**
   * POST /document (section 4.3), streamed. `onProgress` receives the number of bytes sent. If `signal` aborts the request, `error.outcome`
   * says whether the partner received it.
   */
  createDocument(
    input: { application_id: string; type: string; file: UploadFile },
    onProgress: (sent: number) => void,
    signal: AbortSignal,
  ): Promise<Result<{ reply: JsonValue }>>
  /** Reads an application. Section 4.2 shows neither the method nor the response of this request. */
  readApplication(target: {
    application_id: string
  }): Promise<Result<{ status: string | null; record: JsonObject }>>
  /**
   * Lists applications with this reference, or all if the partner ignores the filter. The specification does not show this request; the
   * endpoint profile defines it. `record` is the whole entry.
   */
  listApplications(reference: string): Promise<Result<Listing<ListedApplication>>>
  /** Lists the partner's documents of an application. Section 4.3 does not show this request; the endpoint profile defines it. */
  listDocuments(application_id: string): Promise<Result<Listing<StoredDocument>>>
  /**
   * Lists the offers of an application, if the partner supports this. Section 4.4 does not show this request; the endpoint profile defines
   * it.
   */
  listOffers(application_id: string): Promise<Result<Listing<Offer>>>
  /** Reads one offer. Section 4.4 does not show this request; the endpoint profile defines it. */
  readOffer(offer_id: string): Promise<Result<Offer>>
  /** Accepts an offer, if the partner supports this. `offer` is null if the response contains no readable offer. */
  acceptOffer(offer_id: string): Promise<Result<{ offer: Offer | null; reply: JsonValue }>>
  /** POST /webhooks (section 4.5). */
  createWebhook(event_type: string, webhook_url: string): Promise<Result<WebhookRegistration>>
  /**
   * Lists the registered webhooks with the request that the endpoint profile defines. Fails with `PARTNER_NOT_OFFERED` if the partner has
   * no such request.
   */
  listWebhooks(): Promise<Result<WebhookRegistration[]>>
  readWebhook(webhook_uuid: string): Promise<Result<WebhookRegistration>>
  updateWebhook(registration: WebhookRegistration): Promise<Result<WebhookRegistration>>
  deleteWebhook(webhook_uuid: string): Promise<Result<void>>
  /** POST /webhooks/test (section 4.5). The response is not specified. Returns the event id if the response contains one. */
  testWebhook(webhook_uuid: string): Promise<Result<{ event_id: string | null }>>
  /** Checks with the partner that the current token is valid (section 4.1 does not show this; the endpoint profile defines the request). */
  validateToken(): Promise<Result<void>>
  /** Reads the JSON Web Key Set (section 5) at the endpoint profile's path. */
  getJwks(): Promise<Result<Jwks>>
  close(): Promise<void>
}

/** Connection data of one environment. The client reads the secret only when it needs a token, and does not keep the secret. */
export interface PartnerConnection {
  base_url: string
  client_id: string
  clientSecret(): Promise<Result<string>>
  /** Paths, rate limit, and network, as the broker configured them. */
  service: ServiceSettings
  /** Returns the proxy's password, or null if none is stored for this proxy. Called only when a proxy requires a password. */
  proxyPassword(): Promise<Result<string | null>>
  /** `wasAnswered` is false after a server error or without a response, and null if the app cancelled the call. */
  onCall(call: ServiceCall, wasAnswered: boolean | null): void
}

/** Fails if the base address cannot be used. Then nothing is sent. */
export type ConnectPartner = (connection: PartnerConnection) => Result<PartnerApi>
