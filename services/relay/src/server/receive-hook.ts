import { formatMessage } from '../../../../src-shared/messages/msg.ts'
import type { IncomingMessage } from 'node:http'
import type { ErrorCode } from '../../../../src-shared/errors.ts'
import { verifySignature } from '../../../../src-shared/webhook/verify-signature.ts'
import { nodePrimitives } from '../events/node-primitives.ts'
import type { EnvironmentConfig } from '../store/relay-store.ts'
import type { Answer } from './answers.ts'
import type { NotificationOutcome } from './metrics.ts'
import { RateLimit } from './rate-limit.ts'
import { readBody } from './read-body.ts'
import { refusal, TOO_LARGE, type RefusalCode } from './refusals.ts'
import type { RelayServices } from './relay-services.ts'

/** Returns the hook that a request posts to, or null for any other request. */
export function hookOf({ method, url = '' }: IncomingMessage): HookAddress | null {
  if (method !== 'POST') return null
  const [, environment, inlet] = HOOK_PATH.exec(url) ?? []
  return environment === undefined || inlet === undefined ? null : { environment, inlet }
}

export interface HookAddress {
  environment: string
  inlet: string
}

/** Takes a notification and returns the response, or null if the sender disconnected before the body was complete. */
export type TakeNotification = (
  request: IncomingMessage,
  address: HookAddress,
  sender: string,
) => Promise<Answer | null>

const HOOK_PATH = /^\/hooks\/([^/?]+)\/([^/?]+)(?:\?|$)/

const REFUSAL_OF: Partial<Record<ErrorCode, [RefusalCode, NotificationOutcome]>> = {
  EVENT_SIGNATURE_INVALID: ['SIGNATURE_INVALID', 'signature_invalid'],
  EVENT_MALFORMED: ['EVENT_MALFORMED', 'malformed'],
}
const NOT_JUDGED: [RefusalCode, NotificationOutcome] = ['KEYS_UNAVAILABLE', 'keys_unavailable']

/**
 * `POST /hooks/{environment}/{inlet}`: takes a notification of the partner (spec section 6) and responds only after it is on the disk.
 * Keeps the received bytes for any content type, and parses nothing before the signature is verified. An inlet takes `perMinute`
 * notifications; 0 means any number.
 */
export function receiveHooks(services: RelayServices, perMinute: number): TakeNotification {
  const { store, commits, growth, keys, metrics, log, refusals } = services
  const inlets = new RateLimit(perMinute)
  const unchecked = new Set<string>()
  let conflicts = 0

  return async (request, address, sender) => {
    const began = performance.now()
    try {
      const raw_body = await readBody(request)
      if (raw_body === 'gone') return null
      if (raw_body === 'too_large') {
        metrics.countNotification('none', 'too_large')
        return TOO_LARGE
      }
      const config = await store.findInlet(address.inlet)
      if (config === null || config.name !== address.environment) {
        metrics.countNotification('none', 'unknown_inlet')
        return refusal('NOT_FOUND', 'There is no such inlet here, or it was revoked.')
      }
      if (!isAllowed(config, sender)) {
        refusals.warn({ environment: config.name, sender }, 'sender address refused')
        metrics.countNotification(config.name, 'sender_refused')
        return refusal('SENDER_REFUSED', 'Notifications of this environment come from other addresses.')
      }
      const wait = inlets.take(address.inlet)
      if (wait > 0) {
        metrics.countRefused('inlet')
        metrics.countNotification(config.name, 'rate_limited')
        return refusal('TOO_MANY', 'This inlet gets too many notifications.', wait)
      }
      const answer = await takeEvent(raw_body, request.headers['x-signature'], config, sender)
      if (answer.status < 300) metrics.acknowledged((performance.now() - began) / 1000)
      return answer
    } catch (error) {
      metrics.countNotification('none', 'failed')
      throw error
    }
  }

  function isAllowed({ name, sender_addresses }: EnvironmentConfig, sender: string): boolean {
    if (sender_addresses.length > 0) return sender_addresses.includes(sender)
    if (!unchecked.has(name)) {
      unchecked.add(name)
      log.warn({ environment: name }, 'no sender addresses are configured, so any address may post')
    }
    return true
  }

  async function takeEvent(
    raw_body: Buffer,
    header: string | string[] | undefined,
    config: EnvironmentConfig,
    sender: string,
  ): Promise<Answer> {
    const environment = config.name
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
      const { code } = verified.error
      const message = formatMessage(verified.error.message)
      refusals.warn({ environment, sender, code, reason: message }, 'notification not taken')
      const [refused, outcome] = REFUSAL_OF[code] ?? NOT_JUDGED
      metrics.countNotification(environment, outcome)
      return refusal(refused, message)
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
    if (appended.outcome === 'stored') growth.add(raw_body.length + signature.length)
    if (appended.outcome === 'conflict') {
      conflicts += 1
      log.error(
        { environment, sender, event_id, kid, conflicts },
        'ALARM: a known event id came again with another body',
      )
      return refusal('EVENT_CONFLICT', 'An event with this id came before, and its body was another one.')
    }
    log.info({ environment, event_id, ...appended }, 'notification')
    return {
      status: appended.outcome === 'stored' ? 202 : 200,
      headers: {},
      body: { status: appended.outcome },
    }
  }
}
