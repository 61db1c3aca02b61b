import { Agent, request } from 'undici'
import type { z } from 'zod'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { readWebAddress } from '../net/web-address.ts'

const MAX_ANSWER_BYTES = 1024 * 1024

/**
 * Connections to relays. The relay sends at least a heartbeat every 15 s, so a body that stays silent for 40 s belongs to a
 * connection that died without a word (a sleeping laptop, a half-open socket).
 */
export function createRelayAgent(): Agent {
  return new Agent({ connect: { timeout: 10_000 }, headersTimeout: 15_000, bodyTimeout: 40_000 })
}

/** A relay's address as typed; `RELAY_ADDRESS_INVALID`. */
export function readRelayAddress(typed: string): Result<string> {
  const address = readWebAddress(typed)
  if ('url' in address) return ok(address.url)
  return fail(
    appError(
      'RELAY_ADDRESS_INVALID',
      `The relay's address cannot be used. ${address.why}`,
      'Nothing was sent. Check the address that belongs to the pairing code.',
      { fields: [{ path: 'url', message: address.why }] },
    ),
  )
}

/** One short call to a relay, its answer read by a schema. 401 and 403 are `RELAY_DEVICE_REFUSED`. */
export async function callRelay<T>(
  agent: Agent,
  call: { method: 'GET' | 'POST'; url: string; token?: string; body?: object },
  schema: z.ZodType<T>,
): Promise<Result<T>> {
  try {
    const { statusCode, body } = await request(call.url, {
      dispatcher: agent,
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal: AbortSignal.timeout(30_000),
    })
    const text = await readBounded(body)
    if (statusCode === 401 || statusCode === 403) return fail(deviceRefused())
    const parsed = statusCode === 200 && text !== null ? schema.safeParse(readJson(text)) : null
    return parsed?.success ? ok(parsed.data) : fail(unexpected(statusCode))
  } catch {
    return fail(relayUnreachable())
  }
}

export function deviceRefused(): AppError {
  return appError(
    'RELAY_DEVICE_REFUSED',
    'The relay does not know this computer any more.',
    'Pair it anew with a code from whoever runs the relay.',
  )
}

export function relayUnreachable(): AppError {
  return appError(
    'RELAY_UNREACHABLE',
    'The relay cannot be reached.',
    'Check its address and your network. Nothing is lost: it keeps what comes in until you are back.',
    { retryable: true },
  )
}

function unexpected(status: number): AppError {
  return appError(
    'RELAY_UNEXPECTED_RESPONSE',
    `Something answered with status ${status}, but not the way a relay does.`,
    'Check the address; it must be the relay itself.',
    { retryable: status >= 500 },
  )
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) return null
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
