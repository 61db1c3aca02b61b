import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Settings } from '../config/settings.ts'
import { keepLonger, send } from './answers.ts'
import { STRANGER_KEEP_ALIVE_S } from './http-server.ts'
import { RateLimit, senderKey } from './rate-limit.ts'
import { hookOf, receiveHooks } from './receive-hook.ts'
import { isStatedTooLarge } from './read-body.ts'
import { refusal, TOO_LARGE, UNAVAILABLE } from './refusals.ts'
import type { RelayServices } from './relay-services.ts'
import type { Strangers } from './strangers.ts'

/**
 * First handler of every request. Applies the sender's rate limit and takes notifications directly, because Fastify's routing costs as much
 * as the rest of the work. Passes all other requests to `others`.
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
    // The connection belongs to the proxy, so count the request instead.
    if (isProxy(request.socket)) response.once('close', strangers.enter(request.socket, sender))
    else if (strangers.isStranger(request.socket)) keepBriefly(request.socket, response, strangers)
    if (isStatedTooLarge(request)) {
      metrics.countNotification('none', 'too_large')
      return send(response, TOO_LARGE, true)
    }
    const hook = hookOf(request)
    if (hook === null) return others(request, response)
    take(request, hook, sender).then(
      // A kept-alive connection would delay the shutdown. If the body was too large, its rest is still arriving.
      (answer) => {
        if (answer === null) return
        if (answer.status < 300) {
          strangers.knowSender(request.socket)
          keepLonger(response)
        }
        send(response, answer, stopping.aborted || !request.complete)
      },
      (error: unknown) => {
        log.error({ err: error }, 'request failed')
        send(response, refusal('UNAVAILABLE', UNAVAILABLE), stopping.aborted)
      },
    )
  }
}

/** Sets a short keep-alive. A client that shows a token or a genuine signature in time gets the long one. */
function keepBriefly(socket: Socket, response: ServerResponse, strangers: Strangers): void {
  response.setHeader('keep-alive', `timeout=${STRANGER_KEEP_ALIVE_S}`)
  // Node sets its own timeout when a response is finished; this listener runs after that.
  response.once('finish', () => {
    if (strangers.isStranger(socket)) socket.setTimeout(STRANGER_KEEP_ALIVE_S * 1000)
  })
}
