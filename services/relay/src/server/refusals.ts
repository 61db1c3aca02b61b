import type { FastifyReply } from 'fastify'

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

/** Answers `{"error":{"code","message"}}`; `retry_after` in seconds. */
export function refuse(
  reply: FastifyReply,
  code: RefusalCode,
  message: string,
  retry_after = RETRY_AFTER_S,
): FastifyReply {
  const status = STATUSES[code]
  if (status === 503 || status === 429) void reply.header('retry-after', retry_after)
  if (code === 'DEVICE_REFUSED') void reply.header('www-authenticate', 'Bearer')
  return reply.code(status).send({ error: { code, message } })
}
