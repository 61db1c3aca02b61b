import { afterAll, describe, expect, test } from 'vitest'
import type { PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import type { Result } from '../../src-shared/platform/base/errors.ts'
import { connectTo, errorOf, makeBytes, makeUpload, SHORT, upload } from '../support/partner/client.ts'
import {
  answer,
  APPLICATION,
  DOCUMENT,
  json,
  raw,
  readBody,
  startPartner,
  WEBHOOK,
  type Script,
} from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

interface Write {
  name: string
  route: string
  send(client: PartnerApi): Promise<Result<unknown>>
}

const PDF = makeBytes(20_000)
const WRITES: Write[] = [
  {
    name: 'createApplication',
    route: APPLICATION,
    send: (client) => client.createApplication({ application: {}, company: {} }),
  },
  { name: 'createDocument', route: DOCUMENT, send: (client) => upload(client, makeUpload(PDF)) },
  {
    name: 'createWebhook',
    route: WEBHOOK,
    send: (client) => client.createWebhook('offer', 'https://relay.example/hook'),
  },
]

const HTML = '<!doctype html><title>Sign in to Guest Wi-Fi</title>'
const chunked = 'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
const sized = (length: number) =>
  `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`

/** Writes a piece repeatedly until the client has disconnected. The pauses are shorter than any timeout between two pieces. */
const drip =
  (head: string, piece: string): Script =>
  async (request) => {
    await readBody(request)
    const { socket } = request
    socket.write(head)
    const timer = setInterval(() => socket.write(piece), 20)
    socket.on('error', () => {}).on('close', () => clearInterval(timer))
  }

interface Fault {
  name: string
  script: Script
  code: string
  outcome: string
  /** True if the client gives up after a time that the test shortens. By default, true if the code says so. */
  timesOut?: boolean
}

/** Faults that occur after the server read the whole request. The partner may therefore have stored the request. */
const AFTER_THE_BODY: Fault[] = [
  {
    name: 'no answer',
    script: (request) => readBody(request),
    code: 'PARTNER_TIMED_OUT',
    outcome: 'unknown',
  },
  {
    name: 'a reset',
    script: async (request) => {
      await readBody(request)
      request.socket.resetAndDestroy()
    },
    code: 'PARTNER_CONNECTION_LOST',
    outcome: 'unknown',
  },
  { name: 'a closed connection', script: raw(''), code: 'PARTNER_CONNECTION_LOST', outcome: 'unknown' },
  {
    name: 'a truncated response (known length)',
    script: raw(`${sized(200)}{"application_id":`),
    code: 'PARTNER_CONNECTION_LOST',
    outcome: 'unknown',
  },
  {
    name: 'a truncated response (chunked)',
    script: raw(`${chunked}5\r\n{"app`),
    code: 'PARTNER_CONNECTION_LOST',
    outcome: 'unknown',
  },
  {
    name: 'a truncated status line',
    script: raw('HTTP/1.1 20'),
    code: 'PARTNER_CONNECTION_LOST',
    outcome: 'unknown',
  },
  {
    name: 'a response that is not HTTP',
    script: raw('220 mail.example ESMTP\r\n'),
    code: 'PARTNER_CONNECTION_LOST',
    outcome: 'unknown',
  },
  {
    name: 'a response that stops midway and stays open',
    script: raw(`${sized(200)}{"application_id":`, { stayOpen: true }),
    code: 'PARTNER_CONNECTION_LOST',
    outcome: 'unknown',
    timesOut: true,
  },
  {
    name: 'a response that arrives slowly forever',
    script: drip(chunked, '1\r\n \r\n'),
    code: 'PARTNER_CONNECTION_LOST',
    outcome: 'unknown',
    timesOut: true,
  },
  {
    name: 'headers that arrive slowly forever',
    script: drip('HTTP/1.1 201 Created\r\n', 'x-more: 1\r\n'),
    code: 'PARTNER_TIMED_OUT',
    outcome: 'unknown',
  },
  {
    name: 'a response that is far too large',
    script: answer(201, `{"application_id":"1","padding":"${'x'.repeat(1024 * 1024)}"}`),
    code: 'PARTNER_CONNECTION_LOST',
    outcome: 'unknown',
  },
  {
    name: 'JSON that is truncated at the end of the connection',
    script: raw('HTTP/1.1 201 Created\r\nconnection: close\r\n\r\n{"application_id":"1'),
    code: 'PARTNER_UNEXPECTED_RESPONSE',
    outcome: 'unknown',
  },
  {
    name: 'a sign-in page with 200',
    script: answer(200, HTML, { 'content-type': 'text/html' }),
    code: 'PARTNER_UNEXPECTED_RESPONSE',
    outcome: 'unknown',
  },
  { name: '500', script: json(500, {}), code: 'PARTNER_UNAVAILABLE', outcome: 'unknown' },
  {
    name: '502 with a page',
    script: answer(502, HTML, { 'content-type': 'text/html' }),
    code: 'PARTNER_UNAVAILABLE',
    outcome: 'unknown',
  },
  { name: '503', script: json(503, {}), code: 'PARTNER_UNAVAILABLE', outcome: 'unknown' },
  { name: '504', script: json(504, {}), code: 'PARTNER_UNAVAILABLE', outcome: 'unknown' },
]

/** Responses that say that the partner stored nothing (spec section 7.4). */
const REFUSALS: Fault[] = (
  [
    [400, 'PARTNER_VALIDATION_FAILED'],
    [403, 'PARTNER_FORBIDDEN'],
    [404, 'PARTNER_NOT_FOUND'],
    [405, 'PARTNER_NOT_OFFERED'],
    [408, 'PARTNER_UNEXPECTED_RESPONSE'],
    [409, 'PARTNER_CONFLICT'],
    [413, 'PARTNER_TOO_LARGE'],
    [415, 'PARTNER_UNSUPPORTED_TYPE'],
    [418, 'PARTNER_UNEXPECTED_RESPONSE'],
    [422, 'PARTNER_VALIDATION_FAILED'],
    [429, 'PARTNER_RATE_LIMITED'],
  ] as const
).flatMap(([status, code]) => [
  { name: `${status}`, script: json(status, {}), code, outcome: 'not_received' },
  {
    name: `${status} with a page`,
    script: answer(status, HTML, { 'content-type': 'text/html' }),
    code,
    outcome: 'not_received',
  },
])

const REFUSED_AND_BROKEN: Fault[] = [
  {
    name: '400 with a truncated body',
    script: raw('HTTP/1.1 400 Bad Request\r\ncontent-length: 99\r\n\r\n{"extra":'),
    code: 'PARTNER_VALIDATION_FAILED',
    outcome: 'not_received',
  },
  {
    name: '400 with a body that arrives slowly forever',
    script: drip('HTTP/1.1 400 Bad Request\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\n \r\n'),
    code: 'PARTNER_VALIDATION_FAILED',
    outcome: 'not_received',
    timesOut: true,
  },
]

/**
 * A redirect that only names another address means that the partner stored nothing. After a redirect to a result page (302, 303), the
 * partner may have stored the request.
 */
const REDIRECTS: Fault[] = [
  { status: 301, outcome: 'not_received' },
  { status: 302, outcome: 'unknown' },
  { status: 303, outcome: 'unknown' },
  { status: 307, outcome: 'not_received' },
  { status: 308, outcome: 'not_received' },
].map(({ status, outcome }) => ({
  name: `redirect ${status}`,
  script: answer(status, '', { location: 'https://portal.example/' }),
  code: 'PARTNER_UNEXPECTED_RESPONSE',
  outcome,
}))

describe.each(WRITES)('$name', ({ route, send }) => {
  // The tests run in parallel, because some of them wait for a timeout.
  test.concurrent.each([...AFTER_THE_BODY, ...REFUSALS, ...REFUSED_AND_BROKEN, ...REDIRECTS])(
    'after $name, reports the outcome $outcome and sends nothing again',
    async ({ script, code, outcome, timesOut = code === 'PARTNER_TIMED_OUT' }) => {
      const partner = await startPartner(cleanup)
      const timeouts = timesOut ? { timeouts: SHORT } : {}
      const client = connectTo(cleanup, { base_url: partner.base_url, ...timeouts })
      partner.on(route, script)
      const error = errorOf(await send(client))
      expect({ code: error.code, outcome: error.outcome }).toEqual({ code, outcome })
      // While it is unknown whether the request arrived, the message must not suggest a retry.
      if (outcome === 'unknown') expect(error.retryable).toBe(false)
      expect(partner.count(route)).toBe(1)
    },
  )
})
