import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../../../src-shared/errors.ts'
import { verifySignature } from '../../../../src-shared/webhook/verify-signature.ts'
import { nodePrimitives } from '../events/node-primitives.ts'
import type { EnvironmentConfig } from '../store/relay-store.ts'
import { canonicalAddress } from './addresses.ts'
import type { NotificationOutcome } from './metrics.ts'
import { RateLimit } from './rate-limit.ts'
import { refuse, type RefusalCode } from './refusals.ts'
import type { RelayServices } from './relay-services.ts'

interface HookRequest {
  Params: { environment: string; inlet: string }
  Body: Buffer | undefined
}

const REFUSAL_OF: Partial<Record<ErrorCode, [RefusalCode, NotificationOutcome]>> = {
  EVENT_SIGNATURE_INVALID: ['SIGNATURE_INVALID', 'signature_invalid'],
  EVENT_MALFORMED: ['EVENT_MALFORMED', 'malformed'],
}
const NOT_JUDGED: [RefusalCode, NotificationOutcome] = ['KEYS_UNAVAILABLE', 'keys_unavailable']

/**
 * `POST /hooks/{environment}/{inlet}`: takes a notification of the service (spec section 6) and answers only once it is on
 * the disk. The bytes are kept as they came; nothing is parsed before its signature holds. An inlet takes `perMinute`
 * notifications, 0 any number.
 */
export function receiveHooks(app: FastifyInstance, services: RelayServices, perMinute: number): void {
  const { store, commits, keys, metrics, log } = services
  const inlets = new RateLimit(perMinute)
  const unchecked = new Set<string>()
  let conflicts = 0

  // The body stays the bytes that were signed, whatever type it is said to have.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post<HookRequest>('/hooks/:environment/:inlet', async (request, reply) => {
    const config = await store.findInlet(request.params.inlet)
    if (config === null || config.name !== request.params.environment) {
      metrics.countNotification('none', 'unknown_inlet')
      return refuse(reply, 'NOT_FOUND', 'There is no such inlet here, or it was revoked.')
    }
    const sender = canonicalAddress(request.ip) ?? 'unknown'
    if (!isAllowed(config, sender)) {
      log.warn({ environment: config.name, sender }, 'sender address refused')
      metrics.countNotification(config.name, 'sender_refused')
      return refuse(reply, 'SENDER_REFUSED', 'Notifications of this environment come from other addresses.')
    }
    const wait = inlets.take(request.params.inlet)
    if (wait > 0) {
      metrics.countRefused('inlet')
      metrics.countNotification(config.name, 'rate_limited')
      return refuse(reply, 'TOO_MANY', 'This inlet gets too many notifications.', wait)
    }
    return takeEvent(request, reply, config, sender)
  })

  function isAllowed({ name, sender_addresses }: EnvironmentConfig, sender: string): boolean {
    if (sender_addresses.length > 0) return sender_addresses.includes(sender)
    if (!unchecked.has(name)) {
      unchecked.add(name)
      log.warn({ environment: name }, 'no sender addresses are configured, so any address may post')
    }
    return true
  }

  async function takeEvent(
    request: FastifyRequest<HookRequest>,
    reply: FastifyReply,
    config: EnvironmentConfig,
    sender: string,
  ): Promise<FastifyReply> {
    const environment = config.name
    const raw_body = request.body ?? Buffer.alloc(0)
    const header = request.headers['x-signature']
    const signature = typeof header === 'string' ? header : ''
    const now = new Date()
    const verified = await verifySignature({
      body: raw_body,
      signature,
      keys: keys.of(config),
      now,
      primitives: nodePrimitives,
    })
    if (!verified.ok) {
      const { code, message } = verified.error
      log.warn({ environment, sender, code, reason: message }, 'notification not taken')
      const [refusal, outcome] = REFUSAL_OF[code] ?? NOT_JUDGED
      metrics.countNotification(environment, outcome)
      return refuse(reply, refusal, message)
    }
    const { event_id, kid, verification } = verified.value
    const received_at = now.toISOString()
    const appended = await commits.append({
      environment,
      event_id,
      received_at,
      sender,
      signature,
      kid,
      verification,
      raw_body,
    })
    metrics.countNotification(environment, appended.outcome)
    if (appended.outcome === 'conflict') {
      conflicts += 1
      log.error(
        { environment, sender, event_id, kid, conflicts },
        'ALARM: a known event id came again with another body',
      )
      return refuse(
        reply,
        'EVENT_CONFLICT',
        'An event with this id came before, and its body was another one.',
      )
    }
    metrics.acknowledged(reply.elapsedTime / 1000)
    log.info({ environment, event_id, ...appended }, 'notification')
    return reply.code(appended.outcome === 'stored' ? 202 : 200).send({ status: appended.outcome })
  }
}
