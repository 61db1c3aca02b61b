import type { FastifyReply } from 'fastify'
import type { Answer } from './answers.ts'
import { BODY_LIMIT } from './read-body.ts'

/** What the relay says no with: the status and a code for programs. The words beside it are for people. */
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

/** Seconds after which a sender may try again when the fault is ours. */
const RETRY_AFTER_S = 30

export const UNAVAILABLE = 'The relay could not do this just now. Nothing was taken; try again.'

/** `{"error":{"code","message"}}` with its status; `retry_after` in seconds. */
export function refusal(code: RefusalCode, message: string, retry_after = RETRY_AFTER_S): Answer {
  const status = STATUSES[code]
  const headers: Answer['headers'] = {}
  if (status === 503 || status === 429) headers['retry-after'] = String(retry_after)
  if (code === 'DEVICE_REFUSED') headers['www-authenticate'] = 'Bearer'
  return { status, headers, body: { error: { code, message } } }
}

export const TOO_LARGE = refusal('TOO_LARGE', `The body is larger than ${BODY_LIMIT / 1024} KB.`)

/** Refuses what came through Fastify. */
export function refuse(reply: FastifyReply, code: RefusalCode, message: string): FastifyReply {
  const { status, headers, body } = refusal(code, message)
  return reply.code(status).headers(headers).send(body)
}
