import type { FastifyInstance } from 'fastify'
import { refuse } from '../problems.ts'
import type { Service } from '../service.ts'
import {
  applicationPayloadSchema,
  applicationQuerySchema,
  read,
  offerActionSchema,
  offerQuerySchema,
} from '../validation.ts'

/** Spec section 4.2. */
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

/** The route to which `callback_path` in a notification refers (spec section 4.2). Its method and response are assumed. */
export function readApplicationRoute(app: FastifyInstance, { store, shapes }: Service): void {
  app.get<{ Params: { application_id: string } }>('/applications/:application_id', (request, reply) => {
    request.application_id = request.params.application_id
    const application = store.applications.get(request.params.application_id)
    if (application === null) return refuse(request, reply, 404, 'This application does not exist.')
    return reply.send(shapes.application(application))
  })
}

/** Lists all applications, or those with a given reference. All of it is assumed. */
export function listApplicationsRoute(app: FastifyInstance, { store, shapes }: Service): void {
  app.get<{ Querystring: { reference?: string } }>('/applications', (request, reply) => {
    const { reference } = request.query
    const found = store.applications.list(
      ({ application }) => !reference || application['reference'] === reference,
    )
    return reply.send(shapes.applications(found))
  })
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
    request.application_id = application_id
    if (store.applications.get(application_id) === null)
      return refuse(request, reply, 404, 'This application does not exist.')
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
