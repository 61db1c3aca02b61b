import type { FastifyReply } from 'fastify'
import type { Answer } from './answers.ts'
import { BODY_LIMIT } from './read-body.ts'

/** Refusal codes for programs, with their HTTP status. The message next to the code is for people. */
const STATUSES = {
  BAD_REQUEST: 400,
  EVENT_MALFORMED: 400,
  SIGNATURE_INVALID: 401,
  DEVICE_REFUSED: 401,
  PAIRING_REFUSED: 403,
  SENDER_REFUSED: 403,
  NOT_FOUND: 404,
  EVENT_CONFLICT: 409,
  TOO_LARGE: 413,
  TOO_MANY: 429,
  KEYS_UNAVAILABLE: 503,
  UNAVAILABLE: 503,
} as const
export type RefusalCode = keyof typeof STATUSES

/** Seconds until a sender may try again if the relay is at fault. */
const RETRY_AFTER_S = 30

export const UNAVAILABLE = 'The relay could not do this just now. Nothing was taken; try again.'

/** Creates the response `{"error":{"code","message"}}`; `retry_after` is in seconds. */
export function refusal(code: RefusalCode, message: string, retry_after = RETRY_AFTER_S): Answer {
  const status = STATUSES[code]
  const headers: Answer['headers'] = {}
  if (status === 503 || status === 429) headers['retry-after'] = String(retry_after)
  if (code === 'DEVICE_REFUSED') headers['www-authenticate'] = 'Bearer'
  return { status, headers, body: { error: { code, message } } }
}

export const TOO_LARGE = refusal('TOO_LARGE', `The body is larger than ${BODY_LIMIT / 1024} KB.`)

/** Refuses a request that came through Fastify. */
export function refuse(reply: FastifyReply, code: RefusalCode, message: string): FastifyReply {
  const { status, headers, body } = refusal(code, message)
  return reply.code(status).headers(headers).send(body)
}
