import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { fastify, type FastifyBaseLogger, type FastifyReply, LogController } from 'fastify'
import type { Retention } from '../events/housekeeping.ts'
import type { Log } from '../log.ts'
import { hashSecret, isSameHash } from '../secrets.ts'
import type { RelayStore } from '../store/sql-store.ts'
import { ApiError, callRoute, type Route } from './call-route.ts'
import { ROUTES } from './office-api.ts'

interface ApiParts {
  store: RelayStore
  keep: Retention
  log: Log
  /** Token that every request must contain. */
  token: string
  public_url: string | undefined
}

const BODY_LIMIT = 64 * 1024
const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

export async function createOfficeApi({
  store,
  keep,
  log,
  token,
  public_url,
}: ApiParts): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    // No line per request: the paths contain inlets, which work like keys.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
  })
  const token_hash = hashSecret(token)
  const answer = (reply: FastifyReply, status: number, code: string, message: string) =>
    reply.code(status).send({ error: { code, message } })

  app.addHook('onRequest', async (request, reply) => {
    const given = /^Bearer +(\S{1,500})$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (isSameHash(hashSecret(given), token_hash)) return
    void reply.header('www-authenticate', 'Bearer')
    return answer(reply, 401, 'TOKEN_REFUSED', 'The token of the administrator is missing or wrong.')
  })
  app.setNotFoundHandler((_request, reply) => answer(reply, 404, 'NOT_FOUND', 'This address does not exist.'))
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof ApiError) return answer(reply, error.status, error.code, error.message)
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500)
      return answer(reply, 400, 'BAD_REQUEST', 'The relay could not read the request.')
    log.error({ err: error }, 'administration request failed')
    return answer(reply, 503, 'UNAVAILABLE', 'The relay cannot do this now. Try again later.')
  })

  const document = openApiDocument(ROUTES)
  app.get('/openapi.json', async () => document)
  const context = { store, keep, public_url, actor: 'administration API' }
  for (const route of ROUTES)
    app.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const { params, query, body } = request
        const result = await callRoute(route, context, {
          params: params as Record<string, unknown>,
          query,
          body,
        })
        return reply.code(route.status).header('cache-control', 'no-store').send(result)
      },
    })
  await app.ready()
  return (request, response) => app.routing(request, response)
}

/** Makes the OpenAPI document of the administration API from its routes. */
function openApiDocument(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, summary, params, query, body, status, response } of routes) {
    const operations = (paths[path] ??= {})
    operations[method.toLowerCase()] = {
      summary,
      parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
      ...(body === null ? {} : { requestBody: { required: true, ...contentOf(body, 'input') } }),
      responses: {
        [status]: { description: 'Done.', ...contentOf(response, 'output') },
        ...Object.fromEntries(
          Object.entries(FAILURES).map(([code, description]) => [
            code,
            { description, ...contentOf(errorSchema, 'output') },
          ]),
        ),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Relay administration', version: '1' },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

const FAILURES = {
  400: 'The request is not valid.',
  401: 'The token is missing or wrong.',
  404: 'There is no such office, or no such part of it.',
  503: 'The relay cannot do this now. Try again later.',
}

const contentOf = (schema: z.ZodType, io: 'input' | 'output') => ({
  content: { 'application/json': { schema: schemaOf(schema, io) } },
})

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

function parametersOf(schema: z.ZodObject, place: 'path' | 'query'): object[] {
  return Object.entries(schema.shape).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: schemaOf(one as z.ZodType, 'output'),
  }))
}
