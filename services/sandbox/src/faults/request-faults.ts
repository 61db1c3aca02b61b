import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireBearer } from '../routes/auth.ts'
import type { Service } from '../service.ts'
import type { RequestFault } from './faults.ts'

declare module 'fastify' {
  interface FastifyRequest {
    fault: RequestFault | null
  }
}

/** Such a timer does not keep the process alive. */
const UNREFERENCED = { ref: false }

export function applyFaults(app: FastifyInstance, service: Service): void {
  const { faults, log } = service
  app.decorateRequest('fault', null)

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const fault = faults.takeForRequest(request.method, path)
    if (fault === null) return undefined
    log(`${request.method} ${path}: injecting the fault ${fault.fault}`)
    request.fault = fault
    return (await applyBeforeProcessing(request, reply, fault, service)) ? reply : undefined
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const { fault } = request
    return fault === null ? payload : applyToResponse(request, reply, fault, payload)
  })
}

/** Applies a fault before the sandbox processes the request. Returns true if the request must not be processed further. */
async function applyBeforeProcessing(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: RequestFault,
  service: Service,
): Promise<boolean> {
  switch (fault.fault) {
    case 'latency':
      if (!fault.processed) await sleep(fault.ms, undefined, UNREFERENCED)
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
      // Read the whole body before responding. A client that is still sending then gets the response instead of a broken connection.
      await drain(request)
      reply.send()
      return true
    case 'needs_token':
      return (await requireBearer(service, request, reply)) === null
    default:
      return false
  }
}

async function applyToResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: RequestFault,
  payload: unknown,
): Promise<unknown> {
  const body = asBuffer(payload)
  switch (fault.fault) {
    case 'latency':
      if (fault.processed) await sleep(fault.ms, undefined, UNREFERENCED)
      return payload
    case 'reset_after_processing':
      reset(request, reply)
      return payload
    case 'status':
      return replaceAnswer(reply, fault.status, fault.headers, fault.body)
    case 'html':
      return replaceAnswer(reply, 200, { 'content-type': 'text/html; charset=utf-8' }, PORTAL_PAGE)
    case 'malformed':
      return replaceBody(reply, firstHalf(body))
    case 'truncated':
      return replaceBody(reply, Readable.from(truncated(body)))
    case 'drip':
      return replaceBody(reply, Readable.from(drip(body, fault.ms)))
    case 'endless':
      return replaceBody(reply, Readable.from(endless(fault.ms)))
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
  for (const name of ['content-type', 'content-length']) reply.removeHeader(name)
  if (typeof body !== 'string' && body !== undefined) reply.type('application/json')
  reply.code(status).headers(headers)
  return typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
}

/** Prepares a response for a changed body. Keeps the status and content type, but turns 204 into 200, because 204 allows no body. */
function replaceBody<T>(reply: FastifyReply, body: T): T {
  reply.removeHeader('content-length')
  if (reply.statusCode === 204) reply.code(200)
  if (!reply.hasHeader('content-type')) reply.type('application/json')
  return body
}

function asBuffer(payload: unknown): Buffer {
  if (Buffer.isBuffer(payload)) return payload
  return Buffer.from(typeof payload === 'string' && payload !== '' ? payload : '{}')
}

async function drain({ raw }: FastifyRequest): Promise<void> {
  raw.resume()
  // An error means that the client disconnected. No more data arrives then.
  await finished(raw).catch(() => {})
}

/** Closes the connection with a TCP reset, as a crashed server or a firewall does. */
function reset({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  raw.socket.resetAndDestroy()
}

const SPACES = Buffer.alloc(1024, ' ')
/** Time to wait before the connection is cut, so that the written data reaches the client. */
const FLUSH_MS = 20

/** Sign-in page that a public Wi-Fi network sends in place of the partner's response (captive portal). */
const PORTAL_PAGE =
  '<!doctype html><html><head><title>Welcome</title></head><body>Sign in to use this network.</body></html>'

async function* truncated(body: Buffer) {
  yield firstHalf(body)
  await sleep(FLUSH_MS)
  throw new Error('truncated on purpose')
}

function firstHalf(body: Buffer): Buffer {
  return body.subarray(0, Math.max(1, body.length >> 1))
}

async function* drip(body: Buffer, ms: number) {
  for (let at = 0; at < body.length; at += 1) {
    yield body.subarray(at, at + 1)
    await sleep(ms)
  }
}

/** Sends 1,024 spaces every `ms` milliseconds, forever. JSON allows spaces before a value, but the value never arrives. */
async function* endless(ms: number) {
  for (;;) {
    yield SPACES
    await sleep(ms)
  }
}
