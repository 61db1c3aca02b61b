import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface ExtraEntry {
  message: string
  key: string
  source?: string
}

/** With `extra`, the input was invalid. */
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

/** Error bodies contain no prefix and no query (spec section 7). */
function shownPath(request: FastifyRequest): string {
  return (request.url.split('?', 1)[0] ?? '').replace(/^\/iso\/api(?=\/)/, '')
}

/** Exactly the body that spec section 7 shows. */
export function refuseInvalid(
  request: FastifyRequest,
  reply: FastifyReply,
  extra: ExtraEntry[],
): FastifyReply {
  const path = shownPath(request)
  const text = `Validation failed for ${request.method} ${path}`
  return reply.code(400).send({ error: text, path, detail: text, extra })
}

/** Assumed: the body is that of a validation failure without the list of errors. */
export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  detail: string,
): FastifyReply {
  return reply.code(status).send({ error: STATUS_CODES[status] ?? 'Error', path: shownPath(request), detail })
}

/** The partner's API: methods by their path below `/iso/api`. `[/v1]` means that the paths of section 9 lack the version. */
const METHODS: Record<string, string[]> = {
  '/auth/oauth2/token': ['POST'],
  '/auth/oauth2/token/refresh': ['POST'],
  '/auth/oauth2/token/validate': ['GET'],
  '/auth/.well-known/jwks.json': ['GET'],
  '[/v1]/application': ['POST'],
  '/v1/applications/:application_id': ['GET'],
  '/v1/applications': ['GET'],
  '[/v1]/document': ['POST'],
  '[/v1]/documents': ['GET'],
  '[/v1]/offers': ['GET'],
  '[/v1]/offer': ['GET', 'POST'],
  '[/v1]/webhooks': ['POST', 'GET'],
  '[/v1]/webhooks/test': ['POST'],
  '[/v1]/webhooks/:uuid': ['GET', 'PUT', 'DELETE'],
}

const PATHS = Object.entries(METHODS).map(([path, methods]) => {
  const pattern = path
    .replaceAll('.', String.raw`\.`)
    .replace('[/v1]', '(?:/v1)?')
    .replace(/:\w+/, '[^/]+')
  return { methods, path: new RegExp(`^/iso/api${pattern}$`) }
})

export const methodsAt = (path: string): string[] =>
  PATHS.flatMap((known) => (known.path.test(path) ? known.methods : []))

export function refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = methodsAt(request.url.split('?', 1)[0] ?? '')
  if (methods.length === 0) return refuse(request, reply, 404, 'This path does not exist.')
  void reply.header('allow', methods.join(', '))
  return refuse(request, reply, 405, 'This path does not support this method.')
}
