import type { FastifyInstance } from 'fastify'
import { refuse, refuseInvalid } from '../problems.ts'
import { applicationPayloadSchema, check } from '../validation.ts'
import type { Service } from './service.ts'

/** POST /application (spec section 4.2). */
export function createApplicationRoute(app: FastifyInstance, { store, clock }: Service): void {
  app.post('/application', (request, reply) => {
    const sent = check(applicationPayloadSchema, request.body, 'body')
    if (!sent.ok) return refuseInvalid(request, reply, sent.extra)
    const { application, company } = sent.value
    const application_id = store.transaction(() =>
      store.applications.create(application, withoutFullSsn(company), clock()),
    )
    request.application_id = application_id
    return reply.code(201).send({ application_id })
  })
}

/** The path of `callback_path` (spec section 4.2). Method and response are assumed. */
export function readApplicationRoute(app: FastifyInstance, { store, shapes }: Service): void {
  app.get<{ Params: { application_id: string } }>('/applications/:application_id', (request, reply) => {
    request.application_id = request.params.application_id
    const application = store.applications.find(request.params.application_id)
    if (application === null) return refuse(request, reply, 404, 'There is no such application.')
    return reply.send(shapes.application(application))
  })
}

/** Lists all applications, or those with a given reference. The whole route is assumed. */
export function listApplicationsRoute(app: FastifyInstance, { store, shapes }: Service): void {
  app.get<{ Querystring: { reference?: string } }>('/applications', (request, reply) =>
    reply.send(shapes.applications(store.applications.list(request.query.reference || null))),
  )
}

/** Keeps only the last four digits of an owner's SSN. Data that is never stored cannot leak. */
function withoutFullSsn<T extends { owners?: { ssn?: string | undefined }[] | undefined }>(company: T): T {
  if (company.owners === undefined) return company
  const owners = company.owners.map((owner) =>
    owner.ssn === undefined ? owner : { ...owner, ssn: `*****${owner.ssn.slice(-4)}` },
  )
  return { ...company, owners }
}
