import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { deviceRoutes } from './device-routes.ts'
import { receiveHooks } from './receive-hook.ts'
import { refuse } from './refusals.ts'
import type { RelayServices } from './relay-services.ts'
import { streamRoute } from './stream.ts'

/** A notification has six short fields; whatever is much larger is none. */
const BODY_LIMIT = 64 * 1024
/** A request must have arrived in full after this long. */
const REQUEST_TIMEOUT_MS = 30_000

/**
 * The relay's HTTP side. `trustedProxies` are addresses or CIDR ranges whose `X-Forwarded-For` is believed, read from the
 * right; with none, the peer of the socket is the sender.
 */
export function createServer(services: RelayServices, trustedProxies: string[]): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = services.log
  const app = fastify({
    loggerInstance,
    // A line a request would write down the paths of inlets, which are as good as keys.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
  })

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 413) return refuse(reply, 'TOO_LARGE', `The body is larger than ${BODY_LIMIT / 1024} KB.`)
    if (status >= 400 && status < 500) return refuse(reply, 'BAD_REQUEST', 'The request could not be read.')
    services.log.error({ err: error }, 'request failed')
    return refuse(reply, 'UNAVAILABLE', 'The relay could not do this just now. Nothing was taken; try again.')
  })
  app.setNotFoundHandler((_request, reply) => refuse(reply, 'NOT_FOUND', 'There is nothing at this address.'))

  app.get('/healthz', async (_request, reply) => {
    await services.store.listEnvironments()
    return reply.send({ status: 'ok' })
  })
  void app.register(async (scope) => receiveHooks(scope, services))
  void app.register(async (scope) => deviceRoutes(scope, services))
  void app.register(async (scope) => streamRoute(scope, services))
  return app
}
