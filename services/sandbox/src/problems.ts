import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** One entry of a validation failure (spec section 7). */
export interface ExtraEntry {
  message: string
  key: string
  source?: string
}

/** Message for a missing required field. The spec defines the kind of message, not its text. */
export const FIELD_REQUIRED = 'Field required'

/** Returns the path in the form that error bodies use: without the /iso/api prefix and without the query (spec section 7). */
function shownPath(request: FastifyRequest): string {
  return (request.url.split('?', 1)[0] ?? '').replace(/^\/iso\/api(?=\/)/, '')
}

/** Responds with 400 and exactly the body of spec section 7. */
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
 * Responds to a failure that is not a validation failure. The spec does not show the body of this response. We assume the body of a
 * validation failure without its entries.
 */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  detail: string,
): FastifyReply {
  return reply.code(status).send({ error: STATUS_CODES[status] ?? 'Error', path: shownPath(request), detail })
}

/** Responds to an unknown operation: 405 and the allowed methods if the path has any, otherwise 404. */
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
