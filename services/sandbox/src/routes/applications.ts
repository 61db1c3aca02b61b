import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse, Refusal } from '../problems.ts'
import type { Service } from '../service.ts'
import type { Application, Store } from '../store.ts'
import {
  applicationPayloadSchema,
  applicationQuerySchema,
  read,
  offerActionSchema,
  offerQuerySchema,
} from '../validation.ts'

export function createApplicationRoute(app: FastifyInstance, { store, clock }: Service): void {
  app.post('/application', (request, reply) => {
    const { application, company } = read(applicationPayloadSchema, request.body, 'body')
    const application_id = store.newApplicationId()
    const times = { created_at: clock(), updated_at: clock() }
    store.applications.put({
      application_id,
      status: null,
      application,
      company: withoutFullSsn(company),
      ...times,
    })
    request.application_id = application_id
    return reply.code(201).send({ application_id })
  })
}

/** `callback_path` in a notification refers to the first of these routes (spec section 4.2). Everything else about them is assumed. */
export function readApplicationRoutes(app: FastifyInstance, { store, shapes }: Service): void {
  app.get<{ Params: { application_id: string } }>('/applications/:application_id', (request, reply) =>
    reply.send(shapes.application(applicationOf(request, store, request.params.application_id))),
  )
  app.get<{ Querystring: { reference?: string } }>('/applications', (request, reply) => {
    const { reference } = request.query
    const found = store.applications.list(
      ({ application }) => !reference || application['reference'] === reference,
    )
    return reply.send(shapes.applications(found))
  })
}

/** Returns the application of a request, and names it for the request log. */
export function applicationOf(request: FastifyRequest, store: Store, application_id: string): Application {
  request.application_id = application_id
  const application = store.applications.get(application_id)
  if (application === null) throw new Refusal(404, 'This application does not exist.')
  return application
}

/** Removes all digits except the last four from the owners' SSNs. Data that is never stored cannot leak. */
function withoutFullSsn<T extends { owners?: { ssn?: string | undefined }[] | undefined }>(company: T): T {
  if (company.owners === undefined) return company
  const owners = company.owners.map((owner) =>
    owner.ssn === undefined ? owner : { ...owner, ssn: `*****${owner.ssn.slice(-4)}` },
  )
  return { ...company, owners }
}

const NO_OFFER = 'This offer does not exist.'

/** The paths are from spec section 4.4; their methods, parameters, and payloads are assumed. */
export function offerRoutes(app: FastifyInstance, { store, shapes, underwriting }: Service): void {
  app.get('/offers', (request, reply) => {
    const { application_id } = read(applicationQuerySchema, request.query, 'query')
    applicationOf(request, store, application_id)
    return reply.send(shapes.offers(store.offers.list((offer) => offer.application_id === application_id)))
  })

  app.get('/offer', (request, reply) => {
    const offer = store.offers.get(read(offerQuerySchema, request.query, 'query').offer_id)
    if (offer === null) return refuse(request, reply, 404, NO_OFFER)
    request.application_id = offer.application_id
    return reply.send(shapes.offer(offer))
  })

  app.post('/offer', (request, reply) => {
    const offer = store.offers.get(read(offerActionSchema, request.body, 'body').offer_id)
    if (offer === null) return refuse(request, reply, 404, NO_OFFER)
    request.application_id = offer.application_id
    const accepted = store.transaction(() => underwriting.accept(offer))
    return accepted.ok
      ? reply.send(shapes.offer(accepted.offer))
      : refuse(request, reply, 409, `The offer cannot be accepted. ${accepted.reason}`)
  })
}
