import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** One error in the response to invalid input (spec section 7). */
export interface ExtraEntry {
  message: string
  key: string
  source?: string
}

/** Refusal of a request. With `extra`, the input was invalid. */
export class Refusal extends Error {
  readonly status: number
  readonly extra: ExtraEntry[] | undefined

  constructor(status: number, message: string, extra?: ExtraEntry[]) {
    super(message)
    this.status = status
    this.extra = extra
  }
}

/** Message for a missing required field. The spec shows that there is such a message, but not its text. */
export const FIELD_REQUIRED = 'Field required'

/** Returns the path in the form that error bodies use: without the /iso/api prefix and without the query (spec section 7). */
function shownPath(request: FastifyRequest): string {
  return (request.url.split('?', 1)[0] ?? '').replace(/^\/iso\/api(?=\/)/, '')
}

/** Responds to invalid input with 400 and exactly the body that spec section 7 shows. */
export function refuseInvalid(
  request: FastifyRequest,
  reply: FastifyReply,
  extra: ExtraEntry[],
): FastifyReply {
  const path = shownPath(request)
  const text = `Validation failed for ${request.method} ${path}`
  return reply.code(400).send({ error: text, path, detail: text, extra })
}

/**
 * Responds to a failure that is not a validation failure. The spec does not show the body of this response. Assumed: it is the body of a
 * validation failure without the list of errors.
 */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  detail: string,
): FastifyReply {
  return reply.code(status).send({ error: STATUS_CODES[status] ?? 'Error', path: shownPath(request), detail })
}

/** Responds to an unknown operation. If the path supports other methods, responds with 405 and these methods, otherwise with 404. */
export function refuseUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
): FastifyReply {
  if (methods.length === 0) return refuse(request, reply, 404, 'This path does not exist.')
  return refuse(
    request,
    reply.header('allow', methods.join(', ')),
    405,
    'This path does not support this method.',
  )
}
