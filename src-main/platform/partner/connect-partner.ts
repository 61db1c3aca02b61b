import { Readable } from 'node:stream'
import { createHash, randomUUID } from 'node:crypto'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { readKeySet } from '../../../src-shared/platform/webhook/key-source.ts'
import type { ResolveProxy } from '../base/system.ts'
import type {
  ConnectPartner,
  JsonValue,
  Jwks,
  Listing,
  PartnerApi,
  WebhookRegistration,
  UploadFile,
} from './partner-api.ts'
import type { NetworkTimeouts } from '../net/network.ts'
import {
  applicationStatus,
  createdApplication,
  objectOf,
  readDocument,
  readListedApplication,
  receivedButUnreadable,
  registration,
  textAt,
  unreadable,
} from './answers.ts'
import { namingPath, readBaseAddress, resolveUrl } from './base-address.ts'
import { Http, TIMEOUTS, type HttpAnswer } from './http.ts'
import { isOfAnother, readList } from './list-answer.ts'
import { readListedOffer, readOffer } from './offer-mapping.ts'
import { RateLimiter } from './rate-limiter.ts'
import { RETRY_POLICY, ServiceCalls, needsToken, type RetryPolicy } from './service-calls.ts'
import { type ClientParts, TokenManager, verifyToken } from './token-manager.ts'

interface ClientOptions {
  resolveProxy: ResolveProxy
  now?: () => Date
  timeouts?: NetworkTimeouts
  retryPolicy?: RetryPolicy
}

/**
 * Creates clients of the partner. Clients with the same base address share a rate limiter, so that the limit also includes the requests of
 * connection tests.
 */
export function createConnectPartner({
  resolveProxy,
  now = () => new Date(),
  timeouts = TIMEOUTS,
  retryPolicy = RETRY_POLICY,
}: ClientOptions): ConnectPartner {
  const paces = new Map<string, RateLimiter>()
  return (connection) => {
    const base = readBaseAddress(connection.base_url, connection.service.endpoints)
    if (!base.ok) return base
    const { network, requests_per_second } = connection.service
    const pace = paces.get(base.value) ?? new RateLimiter(requests_per_second)
    paces.set(base.value, pace)
    pace.setRate(requests_per_second)
    const { proxyPassword, onCall } = connection
    const http = new Http({ settings: network, proxyPassword, resolveProxy, timeouts, pace, now, onCall })
    const { endpoints: profile } = connection.service
    return ok(new PartnerClient({ base: base.value, profile, connection, http, now }, retryPolicy))
  }
}

class PartnerClient implements PartnerApi {
  readonly #parts: ClientParts
  readonly #tokens: TokenManager
  readonly #calls: ServiceCalls

  constructor(parts: ClientParts, retryPolicy: RetryPolicy) {
    this.#parts = parts
    this.#tokens = new TokenManager(parts)
    this.#calls = new ServiceCalls(parts, this.#tokens, retryPolicy)
  }

  testConnection: PartnerApi['testConnection'] = async () => {
    const started = performance.now()
    const token = await this.#tokens.create()
    if (!token.ok) return fail({ ...namingPath(token.error, this.#parts.base), outcome: 'none' })
    const keys = await this.getJwks()
    // The specification does not show the address of the partner's keys. If the partner has no keys at the assumed address, or denies
    // access to them, the test still succeeds, because the partner issued a token.
    if (!keys.ok && keys.error.code !== 'PARTNER_NOT_OFFERED' && !needsToken(keys.error)) return keys
    const proof = keys.ok
      ? await verifyToken(token.value, keys.value, this.#parts.now())
      : ok({ kid: '', expires_at: null })
    if (!proof.ok) return proof
    return ok({
      base_url: this.#parts.base,
      token_verified: keys.ok,
      token_kid: proof.value.kid,
      token_expires_at: proof.value.expires_at,
      keys: keys.ok ? keys.value.keys.length : 0,
      duration_ms: Math.round(performance.now() - started),
    })
  }

  createApplication: PartnerApi['createApplication'] = async (payload) => {
    const answer = await this.#calls.call({ operation: 'application.create', json: payload, isWrite: true })
    if (!answer.ok) return answer
    const created = createdApplication.safeParse(answer.value.json)
    if (!created.success)
      return fail(receivedButUnreadable(msg.errorsPartner.theApplication, 'application_id'))
    return ok({ application_id: created.data.application_id, reply: answer.value.json as JsonValue })
  }

  readApplication: PartnerApi['readApplication'] = async (target) => {
    const answer = await this.#calls.call({
      operation: 'application.read',
      values: target,
      priority: 'background',
    })
    if (!answer.ok) return answer
    const record = objectOf(answer.value.json)
    if (record === null) return fail(unreadable(msg.errorsPartner.anApplication))
    // Rejects a record of another application, because its status must not be used for the requested application.
    const reported = [record, record['data'], record['application']]
    if (reported.some((one) => isOfAnother(one, target.application_id)))
      return fail(unreadable(msg.errorsPartner.anApplication))
    return ok({ status: applicationStatus(record), record })
  }

  createDocument: PartnerApi['createDocument'] = async (
    { application_id, type, file },
    onProgress,
    signal,
  ) => {
    const { method, path } = this.#parts.profile.endpoints['document.create']
    const url = resolveUrl(this.#parts.base, path, {})
    const answer = await this.#calls.upload(async (authorization) => {
      const content = await file.open()
      if (!content.ok) return content
      const body = multipartBody({ application_id, type }, file, content.value, onProgress)
      const sent = await this.#parts.http.send({
        method,
        url,
        headers: { ...authorization, ...body.headers, accept: 'application/json' },
        body: body.stream,
        isBodySent: body.isSent,
        isWrite: true,
        signal,
      })
      // Close the file. If the request never started, nothing read the stream, and no other code would close the file.
      body.stream.destroy()
      if (sent.ok) return body.isSent() ? sent : fail(answeredTooEarly())
      return body.isContentBroken() ? fail(contentBroken()) : sent
    }, signal)
    return answer.ok
      ? ok({ reply: (answer.value.json ?? null) as JsonValue })
      : fail(ofDocument(answer.error))
  }

  listApplications: PartnerApi['listApplications'] = async (reference) => {
    return readList(this.#parts, this.#calls, 'applications.list', { reference }, readListedApplication)
  }

  listDocuments: PartnerApi['listDocuments'] = async (application_id) => {
    return readList(this.#parts, this.#calls, 'documents.list', { application_id }, readDocument)
  }

  listOffers: PartnerApi['listOffers'] = async (application_id) => {
    const read = (entry: unknown) => readListedOffer(entry, this.#parts.profile)
    return understood(await readList(this.#parts, this.#calls, 'offers.list', { application_id }, read))
  }

  readOffer: PartnerApi['readOffer'] = async (offer_id) => {
    const answer = await this.#calls.call({ operation: 'offer.read', values: { offer_id } })
    if (!answer.ok) return answer
    const offer = readOffer(answer.value.json, this.#parts.profile)
    return offer === null ? fail(unreadable(msg.errorsPartner.anOffer)) : ok(offer)
  }

  acceptOffer: PartnerApi['acceptOffer'] = async (offer_id) => {
    const answer = await this.#calls.call({ operation: 'offer.accept', values: { offer_id }, isWrite: true })
    if (!answer.ok) return answer
    const reply = (answer.value.json ?? null) as JsonValue
    return ok({ offer: readOffer(answer.value.json, this.#parts.profile), reply })
  }

  createWebhook: PartnerApi['createWebhook'] = async (event_type, webhook_url) => {
    const json = { event_type, webhook_url }
    const answer = await this.#calls.call({ operation: 'webhook.create', json, isWrite: true })
    if (!answer.ok) return answer
    const created = registration.safeParse(answer.value.json)
    return created.success
      ? ok(created.data)
      : fail(receivedButUnreadable(msg.errorsPartner.theRegistration, 'uuid'))
  }

  listWebhooks: PartnerApi['listWebhooks'] = async () => {
    const read = (entry: unknown): WebhookRegistration | null => registration.safeParse(entry).data ?? null
    const listed = understood(await readList(this.#parts, this.#calls, 'webhooks.list', {}, read))
    return listed.ok ? ok(listed.value.entries) : listed
  }

  readWebhook: PartnerApi['readWebhook'] = async (webhook_uuid) => {
    const answer = await this.#calls.call({ operation: 'webhook.read', values: { webhook_uuid } })
    if (!answer.ok) return answer
    const read = registration.safeParse(answer.value.json)
    return read.success ? ok(read.data) : fail(unreadable(msg.errorsPartner.aRegistration))
  }

  updateWebhook: PartnerApi['updateWebhook'] = async ({ uuid, event_type, webhook_url, is_active }) => {
    const json = { event_type, webhook_url, is_active }
    const values = { webhook_uuid: uuid }
    const answer = await this.#calls.call({ operation: 'webhook.update', values, json, isWrite: true })
    if (!answer.ok) return answer
    const updated = registration.safeParse(answer.value.json)
    // The update succeeded even if the response does not contain the record. In that case, return the values that were sent.
    return ok(updated.success ? updated.data : { uuid, ...json })
  }

  deleteWebhook: PartnerApi['deleteWebhook'] = async (webhook_uuid) =>
    done(await this.#calls.call({ operation: 'webhook.delete', values: { webhook_uuid }, isWrite: true }))

  testWebhook: PartnerApi['testWebhook'] = async (webhook_uuid) => {
    const json = { webhook_uuid }
    const answer = await this.#calls.call({ operation: 'webhook.test', json, isWrite: true })
    if (!answer.ok) return answer
    const named = objectOf(answer.value.json)
    return ok({ event_id: named === null ? null : textAt(named, 'event_id', 'eventId') })
  }

  validateToken: PartnerApi['validateToken'] = async () =>
    done(await this.#calls.call({ operation: 'token.validate' }))

  getJwks: PartnerApi['getJwks'] = async () => {
    const answer = await this.#calls.open('jwks.read')
    if (!answer.ok) return answer
    try {
      return ok({ keys: readKeySet(answer.value.json) } as Jwks)
    } catch {
      // The answer is no key set.
      return fail(unreadable(msg.errorsPartner.itsKeys))
    }
  }

  close(): Promise<void> {
    return this.#parts.http.close()
  }
}

/** Returns a list unchanged, but fails if it has entries of which none could be parsed. Otherwise, such a list would look empty. */
function understood<T>(listed: Result<Listing<T>>): Result<Listing<T>> {
  if (!listed.ok) return listed
  const { entries, unread } = listed.value
  return entries.length === 0 && unread > 0 ? fail(unreadable(msg.errorsPartner.aList)) : listed
}

function done(answer: Result<HttpAnswer>): Result<void> {
  return answer.ok ? ok(undefined) : answer
}

function contentBroken(): AppError {
  return appError('FILE_CHANGED', msg.errorsPartner.otherCopy, msg.errorsPartner.attachAgain, {
    outcome: 'not_received',
  })
}

/** A refused document has no marked fields, so its error says what to check instead. */
function ofDocument(error: AppError): AppError {
  const advice = msg.errorsPartner.correctDocument
  return error.code === 'PARTNER_VALIDATION_FAILED' ? { ...error, advice } : error
}

function answeredTooEarly(): AppError {
  return appError(
    'PARTNER_UNEXPECTED_RESPONSE',
    msg.errorsPartner.answeredEarly,
    msg.errorsPartner.askWhetherFile,
    { outcome: 'unknown' },
  )
}

/**
 * Creates the multipart/form-data body of a document upload (spec section 2). The body is generated while it is sent, so that a file of any
 * size needs little memory. `onProgress` receives the number of file bytes passed to the connection. The
 * stream fails before the last byte if the file's size or SHA-256 changed since it was attached. In that case, the partner receives an
 * incomplete body and cannot accept the file.
 */
function multipartBody(
  fields: Record<string, string>,
  file: Pick<UploadFile, 'name' | 'size' | 'sha256'>,
  content: Readable,
  onProgress: (sent: number) => void,
) {
  const boundary = `funding-desk-${randomUUID()}`
  const head = Buffer.from(
    Object.entries(fields)
      .map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('') +
      `--${boundary}\r\ncontent-disposition: form-data; name="doc"; filename="${headerText(file.name)}"\r\n` +
      'content-type: application/pdf\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  let isDone = false
  let broken = false
  content.once('error', () => {
    broken = true
  })

  async function* parts() {
    yield head
    let sent = 0
    const hash = createHash('sha256')
    for await (const chunk of content as AsyncIterable<Buffer>) {
      sent += chunk.length
      if (sent > file.size) break
      hash.update(chunk)
      yield chunk
      onProgress(sent)
    }
    if (sent !== file.size || hash.digest('hex') !== file.sha256) {
      broken = true
      throw new Error('the file differs from the attached one')
    }
    isDone = true
    yield tail
  }

  const stream = Readable.from(parts(), { objectMode: false })
  // Close the file. If the request never started, nothing read the stream, and no other code would close the file.
  stream.once('close', () => content.destroy())

  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.size + tail.length),
    },
    stream,
    /** True if the whole body was passed to the connection. */
    isSent: () => isDone,
    /** True if the file could not be read completely, or differs from the file that was attached. */
    isContentBroken: () => broken,
  }
}

/** Escapes quotes and line ends in a file name as browsers do; other characters stay UTF-8. */
function headerText(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
