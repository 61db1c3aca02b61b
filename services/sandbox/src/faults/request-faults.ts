import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toHttpDate } from '../clock.ts'
import { requireBearer } from '../routes/bearer.ts'
import type { Service } from '../routes/service.ts'
import type { RequestFault } from './fault.ts'
import { drip, endless, firstHalf, oversized, PORTAL_PAGE, truncated } from './spoiled-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Fault that applies to this request. */
    fault: RequestFault | null
    /** Clock error for this request, in milliseconds. */
    clock_skew_ms: number
  }
}

/** Unreferenced timers, so that a delayed response does not keep the process alive. */
const WITHOUT_HOLDING = { ref: false }

/** Applies the active faults to requests, before or after processing. */
export function sufferFaults(app: FastifyInstance, service: Service): void {
  const { faults, log } = service
  app.decorateRequest('fault', null)
  app.decorateRequest('clock_skew_ms', 0)

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const fault = faults.takeForRequest(request.method, path)
    if (fault === null) return undefined
    log(`${request.method} ${path} meets the fault ${fault.fault}`)
    request.fault = fault
    return (await sufferBefore(request, reply, fault, service)) ? reply : undefined
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const { fault } = request
    return fault === null ? payload : sufferAfter(request, reply, fault, payload)
  })
}

/** Applies a fault before processing. Returns true if the request must not be processed further. */
async function sufferBefore(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: RequestFault,
  service: Service,
): Promise<boolean> {
  switch (fault.fault) {
    case 'latency':
      if (!fault.processed) await sleep(fault.ms, undefined, WITHOUT_HOLDING)
      return false
    case 'reset_before_body':
      reset(request, reply)
      return true
    case 'reset_after_body':
      await drain(request)
      reset(request, reply)
      return true
    case 'status':
    case 'html':
      if (fault.processed) return false
      // Read the body first, so that a client that is still sending gets the response instead of a broken connection.
      await drain(request)
      reply.send()
      return true
    case 'needs_token':
      return (await requireBearer(service, request, reply)) === null
    case 'clock_skew':
      request.clock_skew_ms = fault.seconds * 1000
      reply.header('date', toHttpDate(service.clock() + request.clock_skew_ms))
      return false
    default:
      return false
  }
}

/** Applies a fault to the response. */
async function sufferAfter(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: RequestFault,
  payload: unknown,
): Promise<unknown> {
  const body = asBuffer(payload)
  switch (fault.fault) {
    case 'latency':
      if (fault.processed) await sleep(fault.ms, undefined, WITHOUT_HOLDING)
      return payload
    case 'reset_after_processing':
      reset(request, reply)
      return payload
    case 'status':
      return replaceAnswer(reply, fault.status, fault.headers, fault.body)
    case 'html':
      return replaceAnswer(reply, 200, { 'content-type': 'text/html; charset=utf-8' }, PORTAL_PAGE)
    case 'malformed':
      return spoil(reply, firstHalf(body))
    case 'truncated':
      return spoil(reply, truncated(body))
    case 'drip':
      return spoil(reply, drip(body, fault.ms))
    case 'endless':
      return spoil(reply, endless(fault.ms))
    case 'oversized':
      return spoil(reply, oversized(body, fault.bytes))
    default:
      return payload
  }
}

function replaceAnswer(
  reply: FastifyReply,
  status: number,
  headers: Record<string, string>,
  body: unknown,
): string {
  const json = typeof body === 'string' ? null : JSON.stringify(body)
  for (const name of ['content-type', 'content-length']) reply.removeHeader(name)
  if (json !== null && json !== undefined) reply.type('application/json')
  reply.code(status).headers(headers)
  return json ?? (typeof body === 'string' ? body : '')
}

/** Prepares a response for a changed body: keeps status and type, and makes sure that it may have a body. */
function spoil<T>(reply: FastifyReply, body: T): T {
  reply.removeHeader('content-length')
  if (reply.statusCode === 204) reply.code(200)
  if (!reply.hasHeader('content-type')) reply.type('application/json')
  return body
}

function asBuffer(payload: unknown): Buffer {
  if (Buffer.isBuffer(payload)) return payload
  return Buffer.from(typeof payload === 'string' && payload !== '' ? payload : '{}')
}

/** Reads and discards the whole body. */
async function drain({ raw }: FastifyRequest): Promise<void> {
  raw.resume()
  // A disconnected client sends no more data.
  await finished(raw).catch(() => {})
}

/** Closes the connection with a TCP reset, as a crashed server or a firewall does. */
function reset({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  raw.socket.resetAndDestroy()
}
