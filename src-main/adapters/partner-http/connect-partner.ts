import { z } from 'zod'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import type { Endpoint, EndpointProfile, Operation } from '../../../src-shared/profile/endpoint-profile.ts'
import type {
  ConnectPartner,
  JsonValue,
  Jwks,
  PartnerApi,
  PartnerConnection,
  WebhookRegistration,
} from '../../core/ports/partner-api.ts'
import { readBaseAddress } from './base-address.ts'
import { resolveUrl } from './endpoints.ts'
import { Http, TIMEOUTS, type HttpAnswer, type Timeouts } from './http.ts'
import { multipartBody } from './multipart.ts'
import { listOf, readOffers } from './offer-mapping.ts'
import { TokenManager } from './token-manager.ts'
import { verifyToken } from './verify-token.ts'

interface ClientOptions {
  endpoints: EndpointProfile
  now?: () => Date
  timeouts?: Timeouts
}

/** Makes clients that place their requests by an endpoint profile. */
export function createConnectPartner({
  endpoints,
  now = () => new Date(),
  timeouts = TIMEOUTS,
}: ClientOptions): ConnectPartner {
  return (connection) => {
    const base = readBaseAddress(connection.base_url)
    return base.ok
      ? new PartnerClient(base.value, connection, endpoints, now, timeouts)
      : refusingClient(base.error)
  }
}

const createdApplication = z.looseObject({
  application_id: z.union([z.string().min(1), z.number().transform(String)]),
})
const registration = z.looseObject({
  uuid: z.string(),
  event_type: z.string(),
  is_active: z.boolean(),
  webhook_url: z.string(),
})
const keySet = z.looseObject({ keys: z.array(z.unknown()) })
/** Keys of other kinds may stand beside those of the specification, and are of no use here. */
const rsaKey = z.looseObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  alg: z.string().optional(),
  n: z.string(),
  e: z.string(),
})

interface Call {
  operation: Operation
  values?: Record<string, string>
  json?: JsonValue
  isWrite?: boolean
}

class PartnerClient implements PartnerApi {
  readonly #base: string
  readonly #profile: EndpointProfile
  readonly #http: Http
  readonly #tokens: TokenManager
  readonly #now: () => Date

  constructor(
    base: string,
    connection: PartnerConnection,
    profile: EndpointProfile,
    now: () => Date,
    timeouts: Timeouts,
  ) {
    this.#base = base
    this.#profile = profile
    this.#now = now
    this.#http = new Http(timeouts, now)
    this.#tokens = new TokenManager(this.#http, base, connection, profile, now)
  }

  testConnection: PartnerApi['testConnection'] = async () => {
    const started = performance.now()
    const token = await this.#tokens.create()
    if (!token.ok) return fail({ ...token.error, outcome: 'none' })
    const keys = await this.getJwks()
    if (!keys.ok) return keys
    const proof = await verifyToken(token.value, keys.value, this.#now())
    if (!proof.ok) return proof
    return ok({
      base_url: this.#base,
      token_kid: proof.value.kid,
      token_expires_at: proof.value.expires_at,
      keys: keys.value.keys.length,
      duration_ms: Math.round(performance.now() - started),
    })
  }

  createApplication: PartnerApi['createApplication'] = async (payload) => {
    const answer = await this.#call({ operation: 'application.create', json: payload, isWrite: true })
    if (!answer.ok) return answer
    const created = createdApplication.safeParse(answer.value.json)
    if (!created.success) return fail(receivedButUnreadable('application', 'application_id'))
    return ok({ application_id: created.data.application_id, reply: answer.value.json as JsonValue })
  }

  createDocument: PartnerApi['createDocument'] = async (
    { application_id, type, file },
    onProgress,
    signal,
  ) => {
    const { method, path } = this.#profile.endpoints['document.create']
    const url = resolveUrl(this.#base, path, {})
    const answer = await this.#authorised(async (authorization) => {
      const content = await file.open()
      if (!content.ok) return content
      const body = multipartBody({ application_id, type }, file, content.value, onProgress)
      const sent = await this.#http.send({
        method,
        url,
        headers: { ...authorization, ...body.headers, accept: 'application/json' },
        body: body.stream,
        isBodySent: body.isSent,
        isWrite: true,
        signal,
      })
      if (sent.ok) return body.isSent() ? sent : fail(answeredTooEarly())
      return body.isContentBroken() ? fail(contentBroken()) : sent
    })
    return answer.ok ? ok({ reply: (answer.value.json ?? null) as JsonValue }) : answer
  }

  listOffers: PartnerApi['listOffers'] = async (application_id) => {
    const answer = await this.#call({ operation: 'offers.list', values: { application_id } })
    if (!answer.ok) return answer
    return ok(readOffers(answer.value.json, this.#profile.endpoints['offers.list']?.items))
  }

  createWebhook: PartnerApi['createWebhook'] = async (event_type, webhook_url) => {
    const answer = await this.#call({
      operation: 'webhook.create',
      json: { event_type, webhook_url },
      isWrite: true,
    })
    if (!answer.ok) return answer
    const created = registration.safeParse(answer.value.json)
    return created.success ? ok(created.data) : fail(receivedButUnreadable('registration', 'uuid'))
  }

  listWebhooks: PartnerApi['listWebhooks'] = async () => {
    const answer = await this.#call({ operation: 'webhooks.list' })
    if (!answer.ok) return answer
    const list = listOf(answer.value.json, this.#profile.endpoints['webhooks.list']?.items)
    return ok(
      list.flatMap((entry): WebhookRegistration[] => {
        const parsed = registration.safeParse(entry)
        return parsed.success ? [parsed.data] : []
      }),
    )
  }

  testWebhook: PartnerApi['testWebhook'] = async (webhook_uuid) => {
    const answer = await this.#call({ operation: 'webhook.test', json: { webhook_uuid }, isWrite: true })
    return answer.ok ? ok(undefined) : answer
  }

  getJwks: PartnerApi['getJwks'] = async () => {
    const endpoint = this.#profile.endpoints['jwks.read']
    if (endpoint === undefined) return fail(notOffered())
    const url = resolveUrl(this.#base, endpoint.path, {})
    const answer = await this.#http.send({
      method: endpoint.method,
      url,
      headers: { accept: 'application/json' },
      isWrite: false,
    })
    if (!answer.ok) return answer.error.code === 'PARTNER_NOT_FOUND' ? fail(notOffered()) : answer
    const parsed = keySet.safeParse(answer.value.json)
    if (parsed.success)
      return ok({ keys: parsed.data.keys.flatMap((key) => rsaKey.safeParse(key).data ?? []) } as Jwks)
    return fail(
      appError(
        'PARTNER_UNEXPECTED_RESPONSE',
        'The service did not give its public keys.',
        'Check the base address.',
      ),
    )
  }

  close(): Promise<void> {
    return this.#http.close()
  }

  /** A JSON request by the profile, with a token. */
  #call({ operation, values = {}, json, isWrite = false }: Call): Promise<Result<HttpAnswer>> {
    const endpoint: Endpoint | undefined = this.#profile.endpoints[operation]
    if (endpoint === undefined) return Promise.resolve(fail(notOffered()))
    const { method, path } = endpoint
    return this.#authorised(async (authorization) => {
      const answer = await this.#http.send({
        method,
        url: resolveUrl(this.#base, path, values),
        headers: {
          ...authorization,
          accept: 'application/json',
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: json === undefined ? undefined : JSON.stringify(json),
        isWrite,
      })
      // An address that is our assumption and answers 404 is one that this service does not have.
      const missing = !answer.ok && answer.error.code === 'PARTNER_NOT_FOUND' && this.#isAssumed(operation)
      return missing ? fail(notOffered()) : answer
    })
  }

  /** Runs a request with a token; when the service refuses the token itself, once more with a new one. */
  async #authorised(
    request: (headers: { authorization: string }) => Promise<Result<HttpAnswer>>,
  ): Promise<Result<HttpAnswer>> {
    const token = await this.#tokens.get()
    if (!token.ok) return token
    const answer = await request({ authorization: `Bearer ${token.value}` })
    if (answer.ok || answer.error.code !== 'PARTNER_CREDENTIALS_REJECTED') return answer
    // Safe to repeat, since a request without a valid token is refused before anything is taken from it.
    this.#tokens.reject(token.value)
    const renewed = await this.#tokens.get()
    return renewed.ok ? request({ authorization: `Bearer ${renewed.value}` }) : renewed
  }

  #isAssumed(operation: Operation): boolean {
    return this.#profile.assumed.some((path) => path === `${operation}.*` || path === `${operation}.path`)
  }
}

/** A client for an address that can't be used: every call says why. */
function refusingClient(error: AppError): PartnerApi {
  const refuse = () => Promise.resolve(fail(error))
  return {
    testConnection: refuse,
    createApplication: refuse,
    createDocument: refuse,
    listOffers: refuse,
    createWebhook: refuse,
    listWebhooks: refuse,
    testWebhook: refuse,
    getJwks: refuse,
    close: () => Promise.resolve(),
  }
}

function contentBroken(): AppError {
  return appError(
    'FILE_CHANGED',
    'The stored copy of this file is not the one that was attached.',
    'Remove it and attach the file again.',
    { outcome: 'not_received' },
  )
}

function answeredTooEarly(): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    'The service answered before it had the whole file.',
    'Ask the funding partner whether the file is there before you send it again.',
    { outcome: 'unknown' },
  )
}

function notOffered(): AppError {
  return appError('PARTNER_NOT_OFFERED', 'This service does not offer that.', 'You can go on without it.')
}

function receivedButUnreadable(what: string, missing: string): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    `The service took the ${what}, but its answer holds no ${missing}.`,
    'Ask the funding partner before you send it again.',
    { outcome: 'received' },
  )
}
