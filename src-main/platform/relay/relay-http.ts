import { z } from 'zod'
import { type EnvironmentNetwork, loadUndici, Network, proxyProblem } from '../net/network.ts'
import { readWebAddress } from '../net/web-address.ts'
import type { RelayClient } from './event-source.ts'
import {
  relayDeviceSchema,
  relayEventsPageSchema,
  relayPairingSchema,
} from '../../../src-shared/platform/webhook/event-schema.ts'
import { appError, type AppError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

const MAX_ANSWER_BYTES = 1024 * 1024

/** Timeouts for a relay, in milliseconds. */
export interface RelayRetryPolicy {
  connectMs: number
  answerMs: number
  streamMs: number
}

/**
 * The relay sends a heartbeat at least every 15 s. A stream without data for 40 s is a dead connection (sleeping laptop, half-open
 * socket).
 */
const RETRY_POLICY: RelayRetryPolicy = { connectMs: 10_000, answerMs: 15_000, streamMs: 40_000 }

/** Creates connections to relays, with the network settings of the broker's office. */
export function createRelayNetwork(
  settings: EnvironmentNetwork,
  { connectMs, answerMs, streamMs }: RelayRetryPolicy = RETRY_POLICY,
): Network {
  return new Network({
    ...settings,
    timeouts: { connect: connectMs, headers: answerMs, body: streamMs },
    keepAlive: { keepAliveTimeout: 4_000, keepAliveMaxTimeout: 60_000 },
  })
}

/** Parses a relay's address that the user typed. Fails with `RELAY_ADDRESS_INVALID`. */
export function readRelayAddress(typed: string): Result<string> {
  const address = readWebAddress(typed)
  if ('url' in address) return ok(address.url)
  return fail(
    appError(
      'RELAY_ADDRESS_INVALID',
      msg.errorsRelay.addressUnusable(address.why),
      msg.errorsRelay.checkPairingAddress,
      { fields: [{ path: 'url', message: address.why }] },
    ),
  )
}

/** Makes one short call to a relay and parses its response. */
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
    if (statusCode !== 200) return fail(await readRefusal(statusCode, body))
    const parsed = schema.safeParse(await readJson(body))
    return parsed.success ? ok(parsed.data) : fail(unexpectedAnswer(statusCode))
  } catch (error) {
    return fail(relayUnreachable(error, call.url))
  }
}

const refusalSchema = z.object({ error: z.object({ code: z.string() }) })

/**
 * Converts a response other than 200 into an error. A refusal means that the user must pair this device again. Only a response in the
 * relay's format counts as a refusal, because captive portals and office proxies also respond with 401 and 403.
 */
export async function readRefusal(status: number, body: AsyncIterable<Buffer>): Promise<AppError> {
  const refusal = refusalSchema.safeParse(await readJson(body))
  const code = refusal.success ? refusal.data.error.code : null
  const text = msg.errorsRelay
  if (status === 401 && code === 'DEVICE_REFUSED')
    return appError('RELAY_DEVICE_REFUSED', text.unknownComputer, text.pairAgain)
  if (status === 403 && code === 'PAIRING_REFUSED')
    return appError('RELAY_PAIRING_REFUSED', text.codeRefused, text.askNewCode, {
      fields: [{ path: 'code', message: text.codeWrong }],
    })
  if (status === 403 && code === 'OFFICE_SUSPENDED')
    return appError('RELAY_UNREACHABLE', text.officeSuspended, text.askToResume, { retryable: true })
  if (code === 'UNAVAILABLE' || code === 'TOO_MANY')
    return appError('RELAY_UNREACHABLE', text.notNow, text.inAMoment, { retryable: true })
  return unexpectedAnswer(status)
}

/** Returns the error for a call or stream that failed with `error`. The stream ended without an error if it is undefined. */
export function relayUnreachable(error: unknown, url: string): AppError {
  const { message, advice } = proxyProblem(error, new URL(url).host) ?? {
    message: msg.errorsRelay.unreachable,
    advice: msg.errorsRelay.checkRelay,
  }
  return appError('RELAY_UNREACHABLE', message, advice, { retryable: true })
}

export function unexpectedAnswer(status: number): AppError {
  return appError('RELAY_UNEXPECTED_RESPONSE', msg.errorsRelay.noRelay(status), msg.errorsRelay.mustBeRelay, {
    retryable: status >= 500,
  })
}

/** Parses JSON. Returns undefined for any other text, which the callers report as an unexpected answer. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses the body of a response. Returns undefined if it is not valid JSON, or longer than any response of a relay. */
async function readJson(body: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) return undefined
    chunks.push(chunk)
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'))
}

/** Pairs this device with a relay over HTTP. Before each request, calls `current` for the network settings. */
export function createRelayClient(current: () => Promise<EnvironmentNetwork>): RelayClient {
  async function ask<T>(call: Parameters<typeof callRelay>[1], schema: z.ZodType<T>): Promise<Result<T>> {
    const network = createRelayNetwork(await current())
    try {
      return await callRelay(network, call, schema)
    } finally {
      await network.close()
    }
  }
  return {
    async pair(url, code, device_name) {
      const address = readRelayAddress(url)
      if (!address.ok) return address
      const call = {
        method: 'POST' as const,
        url: `${address.value}/v1/pair`,
        body: { code: code.trim(), device_name },
      }
      return ask(call, relayPairingSchema)
    },
    async readEvents(url, device_token, after) {
      const address = readRelayAddress(url)
      if (!address.ok) return address
      return ask(
        { method: 'GET', url: `${address.value}/v1/events?after=${after}`, token: device_token },
        relayEventsPageSchema,
      )
    },
    async getDevice(url, device_token) {
      const address = readRelayAddress(url)
      if (!address.ok) return address
      return ask({ method: 'GET', url: `${address.value}/v1/device`, token: device_token }, relayDeviceSchema)
    },
  }
}
