import { z } from 'zod'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { loadUndici, Network, type OfficeNetwork } from '../net/network.ts'
import { readWebAddress } from '../net/web-address.ts'

const MAX_ANSWER_BYTES = 1024 * 1024

/** How long a relay may stay silent, in milliseconds. */
export interface RelayPatience {
  connectMs: number
  answerMs: number
  streamMs: number
}

/**
 * The relay sends at least a heartbeat every 15 s, so a stream that stays silent for 40 s belongs to a connection that died
 * without a word (a sleeping laptop, a half-open socket).
 */
const PATIENCE: RelayPatience = { connectMs: 10_000, answerMs: 15_000, streamMs: 40_000 }

/** Connections to relays, through the office's network. */
export function createRelayNetwork(
  office: OfficeNetwork,
  { connectMs, answerMs, streamMs }: RelayPatience = PATIENCE,
): Network {
  return new Network({
    ...office,
    timeouts: { connect: connectMs, headers: answerMs, body: streamMs },
    keepAlive: { keepAliveTimeout: 4_000, keepAliveMaxTimeout: 60_000 },
  })
}

/** A relay's address as typed; `RELAY_ADDRESS_INVALID`. */
export function readRelayAddress(typed: string): Result<string> {
  const address = readWebAddress(typed)
  if ('url' in address) return ok(address.url)
  return fail(
    appError(
      'RELAY_ADDRESS_INVALID',
      words().errorsRelay.addressUnusable(address.why),
      words().errorsRelay.checkPairingAddress,
      { fields: [{ path: 'url', message: address.why }] },
    ),
  )
}

/** One short call to a relay, its answer read by a schema. `RELAY_DEVICE_REFUSED` where the relay takes no such token or code. */
export async function callRelay<T>(
  network: Network,
  call: { method: 'GET' | 'POST'; url: string; token?: string; body?: object; signal?: AbortSignal },
  schema: z.ZodType<T>,
): Promise<Result<T>> {
  try {
    const { request } = await loadUndici()
    const dispatcher = await network.dispatcher(call.url)
    if (!dispatcher.ok) return dispatcher
    const { statusCode, body } = await request(call.url, {
      dispatcher: dispatcher.value,
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal: AbortSignal.any([
        AbortSignal.timeout(30_000),
        ...(call.signal === undefined ? [] : [call.signal]),
      ]),
    })
    const text = await readBounded(body)
    const parsed = statusCode === 200 ? schema.safeParse(readJson(text)) : null
    return parsed?.success ? ok(parsed.data) : fail(refusedWith(statusCode, text))
  } catch {
    return fail(relayUnreachable())
  }
}

const refusalSchema = z.object({ error: z.object({ code: z.string() }) })

/**
 * What an answer other than the one that was asked for means. Only the relay's own words lead to pairing anew: a captive portal's or a
 * proxy's 403 is about somebody else.
 */
export function refusedWith(status: number, body: string): AppError {
  const code = refusalSchema.safeParse(readJson(body)).data?.error.code
  if (code === 'DEVICE_REFUSED' || code === 'PAIRING_REFUSED')
    return appError('RELAY_DEVICE_REFUSED', words().errorsRelay.unknownComputer, words().errorsRelay.pairAnew)
  if (code === 'UNAVAILABLE' || code === 'TOO_MANY')
    return appError('RELAY_UNREACHABLE', words().errorsRelay.notNow, words().errorsRelay.inAMoment, {
      retryable: true,
    })
  return unexpectedAnswer(status)
}

export function relayUnreachable(): AppError {
  return appError('RELAY_UNREACHABLE', words().errorsRelay.unreachable, words().errorsRelay.checkRelay, {
    retryable: true,
  })
}

export function unexpectedAnswer(status: number): AppError {
  return appError(
    'RELAY_UNEXPECTED_RESPONSE',
    words().errorsRelay.noRelay(status),
    words().errorsRelay.mustBeRelay,
    { retryable: status >= 500 },
  )
}

/** Empty for what is larger than any answer of a relay. */
export async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
