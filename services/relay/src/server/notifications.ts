import { z } from 'zod'
import { authenticate, bearerHash, deviceRefusal, isServed } from './device-authentication.ts'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { environmentSchema } from '../../../../src-shared/platform/words/vocabulary-schema.ts'
import { formatMessage } from '../../../../src-shared/platform/texts/msg.ts'
import type { ErrorCode } from '../../../../src-shared/platform/base/errors.ts'
import { verifySignature } from '../../../../src-shared/platform/webhook/verify-signature.ts'
import { nodeCrypto } from '../events/environment-keys.ts'
import type { Settings } from '../settings.ts'
import { SIGNATURE_WINDOW_MS } from '../store/columns.ts'
import type { OfficeEnvironment } from '../store/relay-store.ts'
import { type ConnectionLimiter, OfficeLimit, RateLimit, senderKey } from './limits.ts'
import { ANONYMOUS_KEEP_ALIVE_S } from './http-server.ts'
import type { NotificationOutcome } from './monitoring.ts'
import type { RelayServices } from './relay-services.ts'
import {
  type HttpResponse,
  removeShortKeepAlive,
  refusal,
  type RefusalCode,
  send,
  TOO_LARGE,
  UNAVAILABLE,
  BODY_LIMIT,
} from './responses.ts'

/**
 * First handler of every request. Applies the rate limit of the sender's address. Handles notifications and the answers to heartbeats itself,
 * because Fastify's routing would double the work for each. Passes all other requests to `others`.
 */
export function createRequestListener(
  others: RequestListener,
  services: RelayServices,
  settings: Pick<Settings, 'sender_requests_per_minute' | 'inlet_requests_per_minute'>,
): RequestListener {
  const { senderOf, isProxy, limiter, metrics, log, draining, telemetry } = services
  const senders = new RateLimit(settings.sender_requests_per_minute)
  const take = createNotificationReceiver(services, settings.inlet_requests_per_minute)

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    handled: Promise<HttpResponse | null>,
  ): void {
    handled.then(
      // During the shutdown, close the connection, because an open connection would delay the shutdown. Also close the connection if the
      // body was too large, because the rest of the body is still arriving.
      (result) => {
        if (result === null) return
        if (!limiter.isAnonymous(request.socket)) removeShortKeepAlive(response)
        send(response, result, draining.aborted || !request.complete)
      },
      (error: unknown) => {
        log.error({ err: error }, 'request failed')
        send(response, refusal('UNAVAILABLE', UNAVAILABLE), draining.aborted)
      },
    )
  }

  async function receive(
    request: IncomingMessage,
    hook: HookAddress,
    sender: string,
  ): Promise<HttpResponse | null> {
    const began = performance.now()
    const result = await take(request, hook, sender)
    if (result === null) return null
    telemetry?.notification({
      environment: environmentSchema.safeParse(hook.environment).data ?? 'none',
      status: result.status,
      milliseconds: performance.now() - began,
    })
    if (result.status < 300) limiter.identifySender(request.socket)
    return result
  }

  return (request, response) => {
    const sender = senderOf(request)
    const wait = senders.take(senderKey(sender))
    if (wait > 0) {
      metrics.countRefused('sender')
      return send(
        response,
        refusal('TOO_MANY', 'Too many requests from this address.', wait),
        draining.aborted,
      )
    }
    // The connection of a proxy contains requests of many senders. Therefore count this request for its sender, instead of the connection.
    if (isProxy(request.socket)) response.once('close', limiter.add(request.socket, sender))
    else if (limiter.isAnonymous(request.socket)) setShortKeepAlive(request.socket, response, limiter)
    if (isStatedTooLarge(request)) {
      metrics.countNotification('none', 'too_large')
      return send(response, TOO_LARGE, true)
    }
    if (isHeartbeat(request)) return answer(request, response, acknowledgeHeartbeat(request, services))
    const hook = request.method === 'POST' ? readHookPath(request.url ?? '') : null
    if (hook === null) return others(request, response)
    answer(request, response, receive(request, hook, sender))
  }
}

/** After the client has sent a device token or a genuine signature, the normal, longer time applies. */
function setShortKeepAlive(socket: Socket, response: ServerResponse, limiter: ConnectionLimiter): void {
  response.setHeader('keep-alive', `timeout=${ANONYMOUS_KEEP_ALIVE_S}`)
  // When a response is finished, Node sets its own timeout on the connection. This listener runs after Node's listener, so its shorter
  // timeout applies.
  response.once('finish', () => {
    if (limiter.isAnonymous(socket)) socket.setTimeout(ANONYMOUS_KEEP_ALIVE_S * 1000)
  })
}

/**
 * Returns the webhook address in a request's target, or null. The target may contain what senders and proxies add to an address: a host,
 * more slashes, a query, a space at the end, and percent-encoding.
 */
export function readHookPath(url: string): HookAddress | null {
  const path = url.replace(/^https?:\/\/[^/?]*/i, '').split(/[?#]/, 1)[0] ?? ''
  try {
    const parts = path.split('/').map((part) => decodeURIComponent(part).trim())
    const [root, environment, inlet, ...rest] = parts.filter((part) => part !== '')
    if (root !== 'hooks' || environment === undefined || inlet === undefined || rest.length > 0) return null
    return { environment, inlet }
  } catch {
    // An invalid percent-encoding is no address of an inlet.
    return null
  }
}

interface HookAddress {
  environment: string
  inlet: string
}

/** Returns null if the sender disconnected before the body was complete. */
type ReceiveNotification = (
  request: IncomingMessage,
  address: HookAddress,
  sender: string,
) => Promise<HttpResponse | null>

const REFUSAL_OF: Partial<Record<ErrorCode, [RefusalCode, NotificationOutcome]>> = {
  EVENT_SIGNATURE_INVALID: ['SIGNATURE_INVALID', 'signature_invalid'],
  EVENT_MALFORMED: ['EVENT_MALFORMED', 'malformed'],
}
/** Number of seconds after which a sender may use a signature again that it used for too many notifications. */
const REUSED_RETRY_S = SIGNATURE_WINDOW_MS / 1000
/** Number of seconds after which a sender may try again if the office has stored too many bytes. Retention frees space once an hour. */
const OVER_QUOTA_RETRY_S = 900
const NOT_JUDGED: [RefusalCode, NotificationOutcome] = ['KEYS_UNAVAILABLE', 'keys_unavailable']

/**
 * Creates the handler of `POST /hooks/{environment}/{inlet}`, which receives the partner's notifications (spec section 6). The handler
 * responds only after the notification is on the disk. It stores the body exactly as received, for any content type, and does not parse the
 * body before the signature is verified. Each inlet (webhook address) accepts at most `perMinute` notifications per minute; 0 means no
 * limit.
 */
function createNotificationReceiver(services: RelayServices, perMinute: number): ReceiveNotification {
  const { store, commits, keys, metrics, log, refusals } = services
  const inlets = new RateLimit(perMinute)
  const offices = new OfficeLimit(store)

  return async (request, address, sender) => {
    const began = performance.now()
    try {
      const raw_body = await readBody(request)
      if (raw_body === 'gone') return null
      if (raw_body === 'too_large') {
        metrics.countNotification('none', 'too_large')
        return TOO_LARGE
      }
      const config = await store.findInlet(address.inlet)
      if (config === null || config.name !== address.environment) {
        const environment = environmentSchema.safeParse(address.environment).data ?? 'none'
        metrics.countNotification(environment, 'unknown_inlet')
        // Without the path, because an inlet of another environment or relay works like a key.
        refusals.warn({ environment, sender }, 'notification at an unknown inlet')
        return refusal('NOT_FOUND', 'This inlet does not exist, or it was revoked.')
      }
      const { office } = config
      if (config.office_state !== 'active') {
        refusals.warn({ office, environment: config.name, sender }, 'office is suspended')
        metrics.countNotification(config.name, 'office_suspended')
        return refusal('OFFICE_SUSPENDED', 'The office of this inlet is suspended.')
      }
      if (config.sender_addresses.length > 0 && !config.sender_addresses.includes(sender)) {
        refusals.warn({ office, environment: config.name, sender }, 'sender address refused')
        metrics.countNotification(config.name, 'sender_refused')
        return refusal('SENDER_REFUSED', 'Notifications of this environment must come from other addresses.')
      }
      const wait = inlets.take(address.inlet)
      if (wait > 0) {
        metrics.countRefused('inlet')
        metrics.countNotification(config.name, 'rate_limited')
        return refusal('TOO_MANY', 'Too many notifications at this inlet.', wait)
      }
      const pause = await offices.take(config)
      if (pause > 0) {
        refusals.warn({ office, environment: config.name }, 'the office gets more notifications than it may')
        metrics.countRefused('office')
        metrics.countNotification(config.name, 'over_quota')
        return refusal('TOO_MANY', 'This office gets too many notifications.', pause)
      }
      const answer = await receiveEvent(raw_body, request.headers['x-signature'], config, sender)
      if (answer.status < 300) metrics.acknowledged((performance.now() - began) / 1000)
      return answer
    } catch (error) {
      metrics.countNotification('none', 'failed')
      throw error
    }
  }

  async function receiveEvent(
    raw_body: Buffer,
    header: string | string[] | undefined,
    config: OfficeEnvironment,
    sender: string,
  ): Promise<HttpResponse> {
    const { office_id, office, name: environment } = config
    const signature = typeof header === 'string' ? header : ''
    const now = new Date()
    const verified = await verifySignature({
      body: raw_body,
      signature,
      keys: keys.of(config),
      now,
      crypto: nodeCrypto,
    })
    if (!verified.ok) {
      const { code } = verified.error
      const message = formatMessage(verified.error.message)
      refusals.warn({ office, environment, sender, code, reason: message }, 'notification not taken')
      const [refused, outcome] = REFUSAL_OF[code] ?? NOT_JUDGED
      metrics.countNotification(environment, outcome)
      return refusal(refused, message)
    }
    const { event_id, kid, is_unique } = verified.value
    const verification =
      verified.value.verification === 'hint' && is_unique ? 'unique' : verified.value.verification
    const received_at = now.toISOString()
    const appended = await commits.append({
      office_id,
      environment,
      event_id,
      received_at,
      sender,
      signature,
      kid,
      verification,
      raw_body,
    })
    metrics.countNotification(environment, appended.outcome)
    if (appended.outcome === 'conflict') {
      log.error(
        { office, environment, sender, event_id, kid },
        'ALARM: a known event id arrived again with a different body',
      )
      return refusal('EVENT_CONFLICT', 'An event with this id already arrived with a different body.')
    }
    if (appended.outcome === 'signature_reused') {
      // The signature does not cover the body. It is genuine, but somebody may have taken it from another notification.
      if (!is_unique) {
        refusals.warn({ office, environment, sender, kid }, 'ALARM: a signature arrived with too many bodies')
        return refusal('TOO_MANY', 'This signature arrived with too many different bodies.', REUSED_RETRY_S)
      }
      log.error(
        { office, environment, sender, event_id, kid },
        'ALARM: a known signature arrived again with a different body',
      )
      return refusal('SIGNATURE_INVALID', 'This signature already arrived with a different body.')
    }
    if (appended.outcome === 'over_quota') {
      refusals.warn({ office, environment }, 'the office stores more events than it may')
      metrics.countRefused('office')
      return refusal('TOO_MANY', 'This office has stored as many events as it may.', OVER_QUOTA_RETRY_S)
    }
    if (appended.outcome === 'closed')
      return refusal('OFFICE_SUSPENDED', 'The office of this inlet is suspended.')
    log.info({ office, environment, event_id, ...appended }, 'notification')
    return {
      status: appended.outcome === 'stored' ? 202 : 200,
      headers: {},
      body: { status: appended.outcome },
    }
  }
}

const HEARD: HttpResponse = { status: 200, headers: {}, body: { status: 'ok' } }
const HEARTBEAT_PATH = /^\/v1\/heartbeat(?:\?|$)/
const answerSchema = z.object({ stream: z.uuid() })

function isHeartbeat({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && HEARTBEAT_PATH.test(url)
}

/** Most requests at a quiet relay are these answers. Returns null if the device disconnected before its request was complete. */
async function acknowledgeHeartbeat(
  request: IncomingMessage,
  services: RelayServices,
): Promise<HttpResponse | null> {
  const { heartbeats, limiter } = services
  const body = await readBody(request)
  if (body === 'gone') return null
  if (body === 'too_large') return TOO_LARGE
  const stream = readStream(body)
  const token_hash = bearerHash(request)
  // Most heartbeats are of streams of this process. Their answers need no query.
  const device_id =
    stream === null || token_hash === null ? null : heartbeats.answeredHere(stream, token_hash)
  if (device_id !== null) {
    limiter.identifyDevice(request.socket, device_id)
    return HEARD
  }
  const device = await authenticate(request, services)
  if (!isServed(device)) return deviceRefusal(device)
  if (stream === null) return refusal('BAD_REQUEST', 'Send {"stream"} from the heartbeat.')
  heartbeats.answered(device.device_id, stream)
  return HEARD
}

function readStream(body: Buffer): string | null {
  try {
    return answerSchema.parse(JSON.parse(body.toString())).stream
  } catch {
    // The caller refuses the request, and says what to send.
    return null
  }
}

function isStatedTooLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > BODY_LIMIT
}

/** Reads the raw body of a request. Returns `too_large` as soon as the body exceeds the limit, and `gone` if the sender disconnected. */
function readBody(request: IncomingMessage): Promise<Buffer | 'too_large' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size <= BODY_LIMIT) return void chunks.push(chunk)
      request.off('data', take)
      resolve('too_large')
    }
    request.on('data', take)
    // Most bodies arrive in one chunk. Return this chunk without copying it.
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', () => resolve('gone'))
    request.on('close', () => resolve('gone'))
  })
}
