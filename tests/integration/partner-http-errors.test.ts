import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import { reads, submit, writes } from '../support/partner/calls.ts'
import { connectTo, errorOf } from '../support/partner/client.ts'
import {
  answer,
  APPLICATION,
  json,
  JWKS,
  OFFERS,
  raw,
  startPartner,
  WEBHOOK,
  type Script,
  type ScriptedPartner,
} from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

describe.each(reads)('%s', (_, route, read) => {
  let partner: ScriptedPartner
  let client: PartnerApi
  beforeEach(async () => {
    partner = await startPartner(cleanup)
    client = connectTo(cleanup, { base_url: partner.base_url })
  })

  const faults: [string, Script, string, boolean][] = [
    ['404', json(404, {}), route === OFFERS ? 'PARTNER_NOT_FOUND' : 'PARTNER_NOT_OFFERED', false],
    ['405', json(405, {}), 'PARTNER_NOT_OFFERED', false],
    ['403', json(403, {}), 'PARTNER_FORBIDDEN', false],
    ['429', json(429, {}), 'PARTNER_RATE_LIMITED', true],
    ['500', json(500, {}), 'PARTNER_UNAVAILABLE', true],
    ['a reset', (request) => request.socket.resetAndDestroy(), 'PARTNER_CONNECTION_LOST', true],
    [
      'a truncated response',
      raw('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
      'PARTNER_CONNECTION_LOST',
      true,
    ],
    ['an HTML page', answer(200, '<html>Sign in</html>'), 'PARTNER_UNEXPECTED_RESPONSE', false],
    ['a redirect', answer(302, '', { location: '/login' }), 'PARTNER_UNEXPECTED_RESPONSE', false],
  ]
  test.each(faults)(
    'reports %s with the outcome none, because it is a read',
    async (__, script, code, retryable) => {
      partner.on(route, script)
      expect(errorOf(await read(client))).toMatchObject({ code, outcome: 'none', retryable })
      // If the partner refuses the request for its keys without a token, the client repeats it with a token.
      expect(partner.count(route)).toBe(route === JWKS && code === 'PARTNER_FORBIDDEN' ? 2 : 1)
    },
  )
})

describe('the fields of a validation error', () => {
  const cases: [string, unknown, { path: string; message: string }[] | undefined][] = [
    [
      'a top-level key (section 7)',
      { extra: [{ message: 'Field required', key: 'company' }] },
      [{ path: 'company', message: 'Field required' }],
    ],
    [
      'a nested key with an index',
      { extra: [{ message: 'bad', key: 'company.owners.0.ssn', source: 'body' }] },
      [{ path: 'company.owners.0.ssn', message: 'bad' }],
    ],
    [
      'a key with brackets',
      { extra: [{ message: 'bad', key: 'company.owners[1].email' }] },
      [{ path: 'company.owners.1.email', message: 'bad' }],
    ],
    [
      'a key with a root sign',
      { extra: [{ message: 'bad', key: '$.company.ein' }] },
      [{ path: 'company.ein', message: 'bad' }],
    ],
    [
      'a key that begins with data',
      { extra: [{ message: 'bad', key: 'data.company.ein' }] },
      [{ path: 'company.ein', message: 'bad' }],
    ],
    [
      'a key that begins with body',
      { extra: [{ message: 'bad', key: 'body.application.amount' }] },
      [{ path: 'application.amount', message: 'bad' }],
    ],
    [
      'the key data and a field in the message (section 7)',
      { extra: [{ message: 'Object missing required field `type`', key: 'data', source: 'body' }] },
      [{ path: 'type', message: 'Object missing required field `type`' }],
    ],
    [
      'the key data and an unquoted field in the message',
      { extra: [{ message: 'object missing required field type', key: 'data', source: 'body' }] },
      [{ path: 'type', message: 'object missing required field type' }],
    ],
    [
      'the key data and no field in the message',
      { extra: [{ message: 'something is wrong', key: 'data' }] },
      [{ path: '', message: 'something is wrong' }],
    ],
    [
      'a key whose name starts like data',
      { extra: [{ message: 'bad', key: 'database.host' }] },
      [{ path: 'database.host', message: 'bad' }],
    ],
    [
      'several entries',
      {
        extra: [
          { message: 'a', key: 'application' },
          { message: 'b', key: 'company', more: 1 },
        ],
      },
      [
        { path: 'application', message: 'a' },
        { path: 'company', message: 'b' },
      ],
    ],
    [
      'an entry without a key and a message',
      { extra: [{}] },
      [{ path: '', message: 'The funding partner does not accept this value.' }],
    ],
    [
      'a key and a message of unexpected types',
      { extra: [{ key: 7, message: { text: 'x' } }] },
      [{ path: '', message: 'The funding partner does not accept this value.' }],
    ],
    ['an extra value that is not a list', { extra: 'company' }, undefined],
    ['an entry that is not an object', { extra: ['company'] }, undefined],
    ['a response without extra', { error: 'Validation failed for POST /v1/application' }, undefined],
    ['a response that is not an object', 'Validation failed', undefined],
    ['a null response', null, undefined],
  ]
  test.each(cases)('are parsed correctly for %s', async (_, body, fields) => {
    const partner = await startPartner(cleanup)
    partner.on(APPLICATION, json(400, body))
    const error = errorOf(await submit(connectTo(cleanup, { base_url: partner.base_url })))
    expect(error).toMatchObject({
      code: 'PARTNER_VALIDATION_FAILED',
      outcome: 'not_received',
      retryable: false,
    })
    expect(error.fields).toEqual(fields)
  })

  test('are limited in number and length', async () => {
    const partner = await startPartner(cleanup)
    const entry = { message: 'm'.repeat(400), key: 'k'.repeat(300) }
    partner.on(APPLICATION, json(400, { extra: Array.from({ length: 250 }, () => entry) }))
    const { fields = [] } = errorOf(await submit(connectTo(cleanup, { base_url: partner.base_url })))
    expect(fields).toHaveLength(200)
    expect(fields[0]).toEqual({ path: 'k'.repeat(200), message: 'm'.repeat(300) })
  })

  test('are read from a 422 response too, and from no other status', async () => {
    const partner = await startPartner(cleanup)
    const client = connectTo(cleanup, { base_url: partner.base_url })
    const body = { extra: [{ message: 'bad', key: 'company' }] }
    partner.on(APPLICATION, json(422, body))
    expect(errorOf(await submit(client)).fields).toEqual([{ path: 'company', message: 'bad' }])
    for (const status of [403, 404, 409, 413, 500]) {
      partner.on(APPLICATION, json(status, body))
      expect(errorOf(await submit(client)).fields, String(status)).toBeUndefined()
    }
  })
})

describe('the Retry-After header', () => {
  const now = new Date('2030-01-15T12:00:00Z')
  const cases: [string, string | undefined, number | undefined][] = [
    ['in seconds', '120', 120],
    ['zero seconds', '0', 0],
    ['as a date', 'Tue, 15 Jan 2030 12:01:30 GMT', 90],
    ['as a date in the past', 'Tue, 15 Jan 2030 11:00:00 GMT', 0],
    ['in seconds, beyond the limit', '99999999', 86_400],
    ['as a date, beyond the limit', 'Wed, 15 Jan 2031 12:00:00 GMT', 86_400],
    ['unreadable', 'soon', undefined],
    ['not sent', undefined, undefined],
  ]
  test.each(cases)('gives the expected waiting time: %s', async (_, header, seconds) => {
    const partner = await startPartner(cleanup)
    const client = connectTo(cleanup, { base_url: partner.base_url, now: () => now })
    for (const status of [429, 503]) {
      const date = now.toUTCString()
      partner.on(APPLICATION, json(status, {}, { date, ...(header && { 'retry-after': header }) }))
      expect(errorOf(await submit(client)).retry_after_s).toBe(seconds)
    }
  })
})

test.each([-600_000, 600_000])(
  'a Retry-After date gives the intended waiting time, even if the clock of this computer is %i ms off',
  async (off) => {
    const partner = await startPartner(cleanup)
    const client = connectTo(cleanup, {
      base_url: partner.base_url,
      now: () => new Date(Date.now() + off),
      retryPolicy: { tries: 1, firstWaitMs: 1 },
    })
    const date = new Date(Math.floor(Date.now() / 1000) * 1000)
    const until = new Date(date.getTime() + 3000)
    partner.on(APPLICATION, json(429, {}, { date: date.toUTCString(), 'retry-after': until.toUTCString() }))
    expect(errorOf(await submit(client)).retry_after_s).toBe(3)
    // The date of a response shows the partner's time. Without a valid date, the client uses this computer's clock, which is off here.
    partner.on(APPLICATION, json(503, {}, { date: 'soon', 'retry-after': until.toUTCString() }))
    expect(errorOf(await reconnect(partner, off)).retry_after_s).not.toBe(3)
  },
)

const reconnect = (partner: ScriptedPartner, off: number) =>
  submit(connectTo(cleanup, { base_url: partner.base_url, now: () => new Date(Date.now() + off) }))

describe('a success response without the expected data', () => {
  const cases: [string, unknown][] = [
    ['no application_id', { id: '7' }],
    ['an empty application_id', { application_id: '' }],
    ['an application_id that is null', { application_id: null }],
    ['a list', [{ application_id: '7' }]],
    ['a bare string', '7'],
  ]
  test.each(cases)('has the outcome received: %s', async (_, body) => {
    const partner = await startPartner(cleanup)
    partner.on(APPLICATION, json(201, body))
    expect(errorOf(await submit(connectTo(cleanup, { base_url: partner.base_url })))).toMatchObject({
      code: 'PARTNER_UNEXPECTED_RESPONSE',
      outcome: 'received',
      retryable: false,
    })
  })

  test('has the outcome received: no body', async () => {
    const partner = await startPartner(cleanup)
    partner.on(APPLICATION, answer(201, ''))
    partner.on(WEBHOOK, answer(201, ''))
    const client = connectTo(cleanup, { base_url: partner.base_url })
    for (const [, send] of [writes[0]!, writes[2]!])
      expect(errorOf(await send(client)).outcome).toBe('received')
  })

  test('a numeric application_id is accepted, and the complete response is retained', async () => {
    const partner = await startPartner(cleanup)
    partner.on(APPLICATION, json(201, { application_id: 900_000_001, more: { kept: [1, null] } }))
    expect(await submit(connectTo(cleanup, { base_url: partner.base_url }))).toEqual({
      ok: true,
      value: {
        application_id: '900000001',
        reply: { application_id: 900_000_001, more: { kept: [1, null] } },
      },
    })
  })
})
