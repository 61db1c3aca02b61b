import type { FastifyInstance } from 'fastify'
import { refuse } from '../problems.ts'
import { read, webhookCreateSchema, webhookTestSchema, webhookUpdateSchema } from '../validation.ts'
import type { Service } from '../service.ts'

const NO_WEBHOOK = 'This webhook does not exist.'

interface OneWebhook {
  Params: { uuid: string }
}

/**
 * Adds the routes for webhook registrations (spec section 4.5). The spec shows how to create and test a registration; the path of a single
 * registration is assumed.
 */
export function webhookRoutes(app: FastifyInstance, { store, shapes, events }: Service): void {
  app.post('/webhooks', (request, reply) => {
    const sent = read(webhookCreateSchema, request.body, 'body')
    return reply.code(201).send(store.webhooks.create(sent.event_type, sent.webhook_url))
  })

  app.get('/webhooks', () => shapes.webhooks(store.webhooks.list()))

  app.get<OneWebhook>('/webhooks/:uuid', (request, reply) => {
    const webhook = store.webhooks.find(request.params.uuid)
    return webhook === null ? refuse(request, reply, 404, NO_WEBHOOK) : reply.send(webhook)
  })

  app.put<OneWebhook>('/webhooks/:uuid', (request, reply) => {
    const webhook = store.webhooks.find(request.params.uuid)
    if (webhook === null) return refuse(request, reply, 404, NO_WEBHOOK)
    const sent = read(webhookUpdateSchema, request.body, 'body')
    const updated = {
      uuid: webhook.uuid,
      event_type: sent.event_type ?? webhook.event_type,
      is_active: sent.is_active ?? webhook.is_active,
      webhook_url: sent.webhook_url ?? webhook.webhook_url,
    }
    store.webhooks.update(updated)
    return reply.send(updated)
  })

  app.delete<OneWebhook>('/webhooks/:uuid', (request, reply) =>
    store.webhooks.remove(request.params.uuid)
      ? reply.code(204).send()
      : refuse(request, reply, 404, NO_WEBHOOK),
  )

  // The spec does not show the response. Assumed: it contains the event's identifier, so that the client recognizes the test event when it
  // arrives.
  app.post('/webhooks/test', (request, reply) => {
    const sent = read(webhookTestSchema, request.body, 'body')
    const webhook = store.webhooks.find(sent.webhook_uuid)
    if (webhook === null) return refuse(request, reply, 404, NO_WEBHOOK)
    const event_id = store.transaction(() => events.publishTest(webhook))
    const answer = shapes.testFired(webhook.uuid, event_id)
    return answer === null ? reply.code(204).send() : reply.send(answer)
  })
}
