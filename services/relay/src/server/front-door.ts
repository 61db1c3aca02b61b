import type { RequestListener } from 'node:http'
import type { Settings } from '../config/settings.ts'
import { send } from './answers.ts'
import { RateLimit, senderKey } from './rate-limit.ts'
import { hookOf, receiveHooks } from './receive-hook.ts'
import { refusal, UNAVAILABLE } from './refusals.ts'
import type { RelayServices } from './relay-services.ts'

/**
 * What every request meets first: the limit of its sender. A notification is then taken right here, since a framework's way
 * to its handler costs as much as the rest of it; everything else goes on to `others`.
 */
export function frontDoor(
  others: RequestListener,
  services: RelayServices,
  settings: Pick<Settings, 'sender_requests_per_minute' | 'inlet_requests_per_minute'>,
): RequestListener {
  const { senderOf, isProxy, strangers, metrics, log, stopping } = services
  const senders = new RateLimit(settings.sender_requests_per_minute)
  const take = receiveHooks(services, settings.inlet_requests_per_minute)

  return (request, response) => {
    const sender = senderOf(request)
    const wait = senders.take(senderKey(sender))
    if (wait > 0) {
      metrics.countRefused('sender')
      return send(
        response,
        refusal('TOO_MANY', 'Too many requests come from this address.', wait),
        stopping.aborted,
      )
    }
    // A proxy's connection is held by whoever sends through it.
    if (isProxy(request.socket)) response.once('close', strangers.enter(request.socket, sender))
    const hook = hookOf(request)
    if (hook === null) return others(request, response)
    take(request, hook, sender).then(
      // A connection that is kept would hold up the stop until it is cut off; of a body that is too large the rest still comes.
      (answer) => {
        if (answer === null) return
        if (answer.status < 300) strangers.know(request.socket)
        send(response, answer, stopping.aborted || !request.complete)
      },
      (error: unknown) => {
        log.error({ err: error }, 'request failed')
        send(response, refusal('UNAVAILABLE', UNAVAILABLE), stopping.aborted)
      },
    )
  }
}
