import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../problems.ts'
import { read, webhookCreateSchema, webhookTestSchema, webhookUpdateSchema } from '../validation.ts'
import type { Service } from '../service.ts'

const NO_WEBHOOK = 'This webhook does not exist.'

interface OneWebhook {
  Params: { uuid: string }
}

/** Spec section 4.5. It shows how to create and test a registration; the path of a single registration is assumed. */
export function webhookRoutes(app: FastifyInstance, { store, shapes, events }: Service): void {
  app.post('/webhooks', (request, reply) => {
    const { event_type, webhook_url } = read(webhookCreateSchema, request.body, 'body')
    const webhook = { uuid: randomUUID(), event_type, is_active: true, webhook_url }
    store.webhooks.put(webhook)
    return reply.code(201).send(webhook)
  })

  app.get('/webhooks', () => shapes.webhooks(store.webhooks.list()))

  app.get<OneWebhook>('/webhooks/:uuid', (request, reply) => {
    const webhook = store.webhooks.get(request.params.uuid)
    return webhook === null ? refuse(request, reply, 404, NO_WEBHOOK) : reply.send(webhook)
  })

  app.put<OneWebhook>('/webhooks/:uuid', (request, reply) => {
    const webhook = store.webhooks.get(request.params.uuid)
    if (webhook === null) return refuse(request, reply, 404, NO_WEBHOOK)
    const sent = read(webhookUpdateSchema, request.body, 'body')
    const updated = {
      uuid: webhook.uuid,
      event_type: sent.event_type ?? webhook.event_type,
      is_active: sent.is_active ?? webhook.is_active,
      webhook_url: sent.webhook_url ?? webhook.webhook_url,
    }
    store.webhooks.put(updated)
    return reply.send(updated)
  })

  app.delete<OneWebhook>('/webhooks/:uuid', (request, reply) => {
    const { uuid } = request.params
    const isKnown = store.transaction(() => {
      for (const { delivery_id } of store.deliveries.list(({ webhook_uuid }) => webhook_uuid === uuid))
        store.deliveries.delete(delivery_id)
      return store.webhooks.delete(uuid)
    })
    return isKnown ? reply.code(204).send() : refuse(request, reply, 404, NO_WEBHOOK)
  })

  // The spec does not show the response. Assumed: it contains the event's identifier, so that the client recognizes the test event when it
  // arrives.
  app.post('/webhooks/test', (request, reply) => {
    const webhook = store.webhooks.get(read(webhookTestSchema, request.body, 'body').webhook_uuid)
    if (webhook === null) return refuse(request, reply, 404, NO_WEBHOOK)
    const event_id = store.transaction(() => events.publishTest(webhook))
    const answer = shapes.testFired(webhook.uuid, event_id)
    return answer === null ? reply.code(204).send() : reply.send(answer)
  })
}
