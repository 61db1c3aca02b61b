import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { z } from 'zod'
import { PARTNER_STATUSES } from '../../../src-shared/platform/words/vocabulary.ts'
import { faultListSchema } from './faults/faults.ts'
import type { Service } from './service.ts'
import { KEY_PURPOSES } from './store.ts'

/** A malicious page in a browser on this machine would send its own host name (DNS rebinding). */
const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/

const rotateSchema = z.strictObject({ purpose: z.enum(KEY_PURPOSES) })
const retireSchema = z.strictObject({ kid: z.string() })
const clockSchema = z.strictObject({ offset_seconds: z.int().min(-1e9).max(1e9) })
const statusSchema = z.strictObject({
  status: z.enum(PARTNER_STATUSES),
  timestamp: z.iso.datetime({ offset: true }).optional(),
  offer_id: z.string().optional(),
  recorded: z.boolean().default(true),
})

/** Through this endpoint, tests and demos control the sandbox. Its port is its own, because it is no part of the partner's API. */
export function buildAdmin(service: Service, setClockOffset: (ms: number) => void): FastifyInstance {
  const app = Fastify({ logger: false, exposeHeadRoutes: false, forceCloseConnections: true })
  app.addHook('onRequest', async (request, reply) =>
    OWN_HOST.test(request.headers.host ?? '')
      ? undefined
      : refuse(reply, 403, 'Only this machine may use this endpoint.'),
  )
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
    error instanceof z.ZodError
      ? refuse(reply, 400, z.prettifyError(error))
      : refuse(reply, error.statusCode ?? 500, error.message),
  )
  faultRoutes(app, service)
  keyRoutes(app, service)
  statusRoute(app, service)
  app.put('/clock', (request, reply) => {
    const sent = clockSchema.parse(request.body)
    setClockOffset(sent.offset_seconds * 1000)
    return reply.send(sent)
  })
  return app
}

function faultRoutes(app: FastifyInstance, { faults }: Service): void {
  app.get('/faults', () => faults.list())
  app.put('/faults', (request, reply) => {
    const sent = faultListSchema.parse(request.body)
    faults.replace(sent)
    return reply.send(faults.list())
  })
}

function keyRoutes(app: FastifyInstance, { keys }: Service): void {
  app.post('/keys/rotate', async (request, reply) => {
    const sent = rotateSchema.parse(request.body)
    return reply.code(201).send({ kid: await keys.rotate(sent.purpose) })
  })
  app.post('/keys/retire', async (request, reply) => {
    const sent = retireSchema.parse(request.body)
    const outcome = await keys.retire(sent.kid)
    if (outcome === 'unknown') return refuse(reply, 404, 'This key does not exist.')
    if (outcome === 'last')
      return refuse(reply, 409, 'This is the last key for its purpose. Rotate it first.')
    return reply.code(204).send()
  })
}

function statusRoute(app: FastifyInstance, { store, underwriting, clock }: Service): void {
  app.post<{ Params: { id: string } }>('/applications/:id/status', (request, reply) => {
    const { status, timestamp, offer_id, recorded } = statusSchema.parse(request.body)
    const application = store.applications.get(request.params.id)
    if (application === null) return refuse(reply, 404, 'This application does not exist.')
    if (offer_id !== undefined && store.offers.get(offer_id)?.application_id !== application.application_id)
      return refuse(reply, 404, 'The application does not have this offer.')
    const at = timestamp === undefined ? clock() : Date.parse(timestamp)
    const event_id = store.transaction(() =>
      underwriting.force(application, status, { at, offer_id, recorded }),
    )
    return reply.code(201).send({ event_id })
  })
}

function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).send({ error })
}
