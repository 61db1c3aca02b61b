import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { authenticate, bearerHash, deviceRefusal, isServed } from './device-authentication.ts'
import type { RelayServices } from './relay-services.ts'
import { readBody } from './request-body.ts'
import { type HttpResponse, refusal, TOO_LARGE } from './responses.ts'

const HEARD: HttpResponse = { status: 200, headers: {}, body: { status: 'ok' } }
const PATH = /^\/v1\/heartbeat(?:\?|$)/
const answerSchema = z.object({ stream: z.uuid() })

export function isHeartbeat({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && PATH.test(url)
}

/**
 * `POST /v1/heartbeat`: a device answers a heartbeat of its stream. Most requests at a quiet relay are such answers. Returns null if the
 * device disconnected before its request was complete.
 */
export async function acknowledgeHeartbeat(
  request: IncomingMessage,
  services: RelayServices,
): Promise<HttpResponse | null> {
  const { heartbeats, limiter } = services
  const body = await readBody(request)
  if (body === 'gone') return null
  if (body === 'too_large') return TOO_LARGE
  const stream = readStream(body)
  const token_hash = bearerHash(request)
  // Most heartbeats are of streams of this process. Their answers need no query.
  const device_id =
    stream === null || token_hash === null ? null : heartbeats.answeredHere(stream, token_hash)
  if (device_id !== null) {
    limiter.identifyDevice(request.socket, device_id)
    return HEARD
  }
  const device = await authenticate(request, services)
  if (!isServed(device)) return deviceRefusal(device)
  if (stream === null) return refusal('BAD_REQUEST', 'Send {"stream"} from the heartbeat.')
  heartbeats.answered(device.device_id, stream)
  return HEARD
}

function readStream(body: Buffer): string | null {
  try {
    return answerSchema.parse(JSON.parse(body.toString())).stream
  } catch {
    return null
  }
}
