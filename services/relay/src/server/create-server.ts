import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Settings } from '../config/settings.ts'
import { canonicalAddress } from './addresses.ts'
import type { Certificate } from './certificate.ts'
import { deviceRoutes } from './device-routes.ts'
import { createLimitedServer } from './http-server.ts'
import { RateLimit, senderKey } from './rate-limit.ts'
import { receiveHooks } from './receive-hook.ts'
import { refuse } from './refusals.ts'
import type { RelayServices } from './relay-services.ts'
import { streamRoute } from './stream.ts'

/** A notification has six short fields; whatever is much larger is none. */
const BODY_LIMIT = 64 * 1024

/**
 * The relay's HTTP side. `trusted_proxies` are addresses or CIDR ranges whose `X-Forwarded-For` is believed, read from the
 * right; with none, the peer of the socket is the sender.
 */
export function createServer(
  services: RelayServices,
  settings: Settings,
  certificate: Certificate | null,
): FastifyInstance {
  const { metrics, readiness } = services
  const { trusted_proxies } = settings
  const loggerInstance: FastifyBaseLogger = services.log
  const app = fastify({
    loggerInstance,
    // A line a request would write down the paths of inlets, which are as good as keys.
    logController: new LogController({ disableRequestLogging: true }),
    // No request has a logger of its own: making one costs more than the line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    // What still comes over an open connection while it stops is taken like everything else.
    return503OnClosing: false,
    trustProxy: trusted_proxies.length > 0 ? trusted_proxies : false,
    serverFactory: (listener) => createLimitedServer(listener, settings, metrics, certificate),
  })

  const senders = new RateLimit(settings.sender_requests_per_minute)
  app.addHook('onRequest', (request, reply, done) => {
    const wait = senders.take(senderKey(canonicalAddress(request.ip) ?? request.ip))
    if (wait === 0) return done()
    metrics.countRefused('sender')
    void refuse(reply, 'TOO_MANY', 'Too many requests come from this address.', wait)
  })

  // A connection that is kept would hold up the stop until it is cut off.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (services.stopping.aborted) void reply.header('connection', 'close')
    done(null, payload)
  })

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    const isHook = request.routeOptions.url?.startsWith('/hooks/') === true
    if (isHook)
      metrics.countNotification('none', status === 413 ? 'too_large' : status < 500 ? 'malformed' : 'failed')
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
  app.get('/readyz', async (_request, reply) => {
    const report = await readiness.report()
    return reply.code(report.ready ? 200 : 503).send(report)
  })
  void app.register(async (scope) => receiveHooks(scope, services, settings.inlet_requests_per_minute))
  void app.register(async (scope) => deviceRoutes(scope, services))
  void app.register(async (scope) => streamRoute(scope, services))
  return app
}
