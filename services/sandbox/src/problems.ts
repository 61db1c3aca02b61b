import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** One problem of a validation failure (spec section 7). */
export interface ExtraEntry {
  message: string
  key: string
  source?: string
}

/** A required-field message: the specification names the kind, not the words. */
export const FIELD_REQUIRED = 'Field required'

/** The path as error bodies show it: without the /iso/api prefix and without the query (spec section 7). */
function shownPath(request: FastifyRequest): string {
  return (request.url.split('?', 1)[0] ?? '').replace(/^\/iso\/api(?=\/)/, '')
}

/** Answers 400 with exactly the body of spec section 7. */
export function refuseInvalid(
  request: FastifyRequest,
  reply: FastifyReply,
  extra: ExtraEntry[],
): FastifyReply {
  const path = shownPath(request)
  const text = `Validation failed for ${request.method} ${path}`
  return reply.code(400).send({ error: text, path, detail: text, extra })
}

/** Answers any other failure. The bodies that go with them are not shown; assumed: the same shape, without entries. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  detail: string,
): FastifyReply {
  return reply.code(status).send({ error: STATUS_CODES[status] ?? 'Error', path: shownPath(request), detail })
}

/** Answers what stands for nothing here: 405 where the path takes other methods, which it names, and 404 where none. */
export function refuseUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
): FastifyReply {
  if (methods.length === 0) return refuse(request, reply, 404, 'There is no such path.')
  return refuse(request, reply.header('allow', methods.join(', ')), 405, 'This path takes no such method.')
}
