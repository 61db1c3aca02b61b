import type { Socket } from 'node:net'
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Settings } from '../settings.ts'
import { addressOf } from './addresses.ts'
import { deviceRoutes, streamRoute } from './device-routes.ts'
import { type Certificate, createLimitedServer } from './http-server.ts'
import { createRequestListener, readHookPath } from './notifications.ts'
import type { RelayServices } from './relay-services.ts'
import { BODY_LIMIT, removeShortKeepAlive, refuse, send, TOO_LARGE, UNAVAILABLE } from './responses.ts'

export function createServer(
  services: RelayServices,
  settings: Settings,
  certificate: Certificate | null,
): FastifyInstance {
  const { metrics, readiness, isProxy, limiter } = services
  const loggerInstance: FastifyBaseLogger = services.log
  const app = fastify({
    loggerInstance,
    // Turn request logging off. A log line per request would contain the paths of webhook URLs, which work like keys.
    logController: new LogController({ disableRequestLogging: true }),
    // Use one logger for all requests, because creating a logger per request costs more than writing a log line.
    childLoggerFactory: (logger) => logger,
    bodyLimit: BODY_LIMIT,
    // During the shutdown, still serve requests that arrive on open connections.
    return503OnClosing: false,
    serverFactory: (listener) =>
      createLimitedServer(
        createRequestListener(listener, services, settings),
        settings,
        metrics,
        certificate,
      ).on('connection', (socket: Socket) => {
        if (!isProxy(socket)) socket.once('close', limiter.add(socket, addressOf(socket)))
        limiter.count(socket)
      }),
  })

  // During the shutdown, do not keep connections alive, because they would delay it.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!limiter.isAnonymous(request.raw.socket)) removeShortKeepAlive(reply.raw)
    if (services.draining.aborted) void reply.header('connection', 'close')
    done(null, payload)
  })

  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 413) {
      metrics.countNotification('none', 'too_large')
      reply.hijack()
      return send(reply.raw, TOO_LARGE, true)
    }
    if (status >= 400 && status < 500)
      return refuse(reply, 'BAD_REQUEST', 'The relay could not read the request.')
    services.log.error({ err: error }, 'request failed')
    return refuse(reply, 'UNAVAILABLE', UNAVAILABLE)
  })
  app.setNotFoundHandler((request, reply) => {
    const { url = '' } = request.raw
    if (readHookPath(url) !== null) return answerVisitor(request, reply)
    if (url.startsWith('/hooks')) {
      metrics.countNotification('none', 'unknown_inlet')
      services.refusals.warn({ sender: services.senderOf(request.raw) }, 'notification at an unknown inlet')
    }
    return refuse(reply, 'NOT_FOUND', 'This address does not exist.')
  })

  app.get('/healthz', async (_request, reply) => {
    await services.store.loadKeySet('')
    const isStopping = services.draining.aborted
    return reply.code(isStopping ? 503 : 200).send({ status: isStopping ? 'stopping' : 'ok' })
  })
  app.get('/readyz', async (_request, reply) => {
    const report = await readiness.report()
    return reply.code(report.ready ? 200 : 503).send(report)
  })
  void app.register(async (scope) => deviceRoutes(scope, services))
  void app.register(async (scope) => streamRoute(scope, services))
  return app
}

const VISITOR =
  'This address takes notifications of the funding partner (POST). It shows no page. Keep the address secret, like a key.'

/** The answer is the same for every address, so that it does not show which ones exist. */
function answerVisitor({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header('cache-control', 'no-store')
  const isBrowser = headers.accept?.includes('text/html') === true
  return isBrowser
    ? reply.code(405).header('allow', 'POST').type('text/plain').send(`${VISITOR}\n`)
    : refuse(reply, 'POST_ONLY', VISITOR)
}
