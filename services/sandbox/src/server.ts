import multipart from '@fastify/multipart'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import { applyFaults } from './faults/request-faults.ts'
import { refuse, refuseInvalid, refuseUnknown, Refusal } from './problems.ts'
import { createApplicationRoute, readApplicationRoutes, offerRoutes } from './routes/applications.ts'
import { authRoutes, requireBearer } from './routes/auth.ts'
import { documentRoutes } from './routes/documents.ts'
import type { Service } from './service.ts'
import { webhookRoutes } from './routes/webhooks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    application_id: string | null
  }
}

const JSON_BODY_LIMIT = 1024 * 1024
/** Time limit of a request. It allows a large upload over a slow connection, and ends a request whose body never ends. */
const REQUEST_TIME_OUT_MS = 10 * 60 * 1000
/** In the format of RFC 9745. Assumed. */
const DEPRECATED_SINCE = '@1735689600'

/** Every path of spec section 4, and the deprecated paths of section 9. */
export async function buildServer(service: Service): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: JSON_BODY_LIMIT,
    requestTimeout: REQUEST_TIME_OUT_MS,
    exposeHeadRoutes: false,
  })
  app.decorateRequest('application_id', null)
  acceptEmptyJson(app)
  logRequests(app, service)
  applyFaults(app, service)
  handleErrors(app, service)
  await app.register(multipart, { throwFileSizeLimit: false })

  await app.register(async (scope) => authRoutes(scope, service), { prefix: '/iso/api/auth' })
  await app.register(
    async (scope) => {
      requireAccessToken(scope, service)
      partnerRoutes(scope, service)
      readApplicationRoutes(scope, service)
    },
    { prefix: '/iso/api/v1' },
  )
  await app.register(
    async (scope) => {
      markDeprecated(scope)
      requireAccessToken(scope, service)
      partnerRoutes(scope, service)
    },
    { prefix: '/iso/api' },
  )
  return app
}

function partnerRoutes(scope: FastifyInstance, service: Service): void {
  createApplicationRoute(scope, service)
  documentRoutes(scope, service)
  offerRoutes(scope, service)
  webhookRoutes(scope, service)
}

function requireAccessToken(scope: FastifyInstance, service: Service): void {
  scope.addHook('onRequest', async (request, reply) => {
    const claims = await requireBearer(service, request, reply)
    return claims === null ? reply : undefined
  })
}

/** Tests detect clients that still use a deprecated path by this header. */
function markDeprecated(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (request, reply) => {
    const successor = pathOf(request).replace('/iso/api', '/iso/api/v1')
    reply.header('deprecation', DEPRECATED_SINCE).header('link', `<${successor}>; rel="successor-version"`)
  })
}

/** The token request needs no body, but clients may still send the JSON content type. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

function logRequests(app: FastifyInstance, { store, clock, log }: Service): void {
  function append(request: FastifyRequest, status: number | null): void {
    const { method, application_id } = request
    const path = pathOf(request)
    store.logRequest({ at: clock(), method, path, status, application_id })
    log(`${method} ${path} ${status ?? 'aborted'}`)
  }
  app.addHook('onResponse', async (request, reply) => append(request, reply.statusCode))
  app.addHook('onRequestAbort', async (request) => append(request, null))
}

function handleErrors(app: FastifyInstance, { log }: Service): void {
  app.setNotFoundHandler(refuseUnknown)
  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    if (error instanceof Refusal)
      return error.extra === undefined
        ? refuse(request, reply, error.status, error.message)
        : refuseInvalid(request, reply, error.extra)
    const status = error.statusCode ?? 500
    if (status === 400)
      return refuseInvalid(request, reply, [{ message: error.message, key: 'data', source: 'body' }])
    if (status < 500) return refuse(request, reply, status, error.message)
    log(`${request.method} ${pathOf(request)} failed: ${error.stack ?? error.message}`)
    return refuse(request, reply, 500, 'The service failed.')
  })
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}
