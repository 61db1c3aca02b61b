import type { FastifyInstance } from 'fastify'
import { refuse, refuseInvalid } from '../problems.ts'
import { applicationQuerySchema, check, offerActionSchema, offerQuerySchema } from '../validation.ts'
import type { Service } from './service.ts'

const NO_OFFER = 'There is no such offer.'

/** Offer routes: the paths of spec section 4.4, with assumed methods, parameters, and payloads. */
export function offerRoutes(app: FastifyInstance, { store, shapes, underwriting }: Service): void {
  app.get('/offers', (request, reply) => {
    const sent = check(applicationQuerySchema, request.query, 'query')
    if (!sent.ok) return refuseInvalid(request, reply, sent.extra)
    const { application_id } = sent.value
    request.application_id = application_id
    if (store.applications.find(application_id) === null)
      return refuse(request, reply, 404, 'There is no such application.')
    return reply.send(shapes.offers(store.offers.list(application_id)))
  })

  app.get('/offer', (request, reply) => {
    const sent = check(offerQuerySchema, request.query, 'query')
    if (!sent.ok) return refuseInvalid(request, reply, sent.extra)
    const offer = store.offers.find(sent.value.offer_id)
    if (offer === null) return refuse(request, reply, 404, NO_OFFER)
    request.application_id = offer.application_id
    return reply.send(shapes.offer(offer))
  })

  app.post('/offer', (request, reply) => {
    const sent = check(offerActionSchema, request.body, 'body')
    if (!sent.ok) return refuseInvalid(request, reply, sent.extra)
    const offer = store.offers.find(sent.value.offer_id)
    if (offer === null) return refuse(request, reply, 404, NO_OFFER)
    request.application_id = offer.application_id
    const accepted = store.transaction(() => underwriting.accept(offer))
    return accepted.ok
      ? reply.send(shapes.offer(accepted.offer))
      : refuse(request, reply, 409, `The offer can't be accepted. ${accepted.reason}`)
  })
}
