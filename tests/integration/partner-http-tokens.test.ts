import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import { messages } from '../../src-shared/platform/texts/messages.ts'
import { connectTo, errorOf } from '../support/partner/client.ts'
import {
  answer,
  APPLICATION,
  CLIENT_ID,
  CLIENT_SECRET,
  inTurn,
  json,
  JWKS,
  readBody,
  REFRESH,
  startPartner,
  TOKEN,
  WEBHOOKS,
  type Script,
  type ScriptedPartner,
} from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'
import { createSigningKey, makeToken, ps256, rs256, rs384 } from '../support/relay/signing.ts'
import { formatted } from '../support/formatted-messages.ts'
import { classifyFailure } from '../../src-main/platform/partner/classify-failure.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const stranger = createSigningKey('stranger')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let partner: ScriptedPartner
let client: PartnerApi
/** Milliseconds by which the test has advanced the computer's clock. */
let elapsed: number
beforeEach(async () => {
  elapsed = 0
  partner = await startPartner(cleanup)
  client = connectTo(cleanup, { base_url: partner.base_url, now: () => new Date(Date.now() + elapsed) })
})

const ask = () => client.listWebhooks()
const submit = () => client.createApplication({ application: {}, company: {} })
const bearers = (route: string) =>
  partner.seen.filter((seen) => seen.route === route).map(({ authorization }) => authorization)

describe('a token', () => {
  test('is requested only once for all waiting calls, with the credentials and without a body', async () => {
    const bodies: string[] = []
    partner.on(TOKEN, async (request, response) => {
      bodies.push((await readBody(request)).toString())
      json(200, partner.tokens())(request, response)
    })
    const results = await Promise.all(Array.from({ length: 25 }, ask))
    expect(results.every(({ ok }) => ok)).toBe(true)
    const [asked, ...more] = partner.seen.filter(({ route }) => route === TOKEN)
    expect(more).toEqual([])
    expect(asked?.authorization).toBe(
      `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`,
    )
    expect(asked?.headers['accept']).toBe('application/json')
    expect(bodies).toEqual([''])
    expect(bearers(WEBHOOKS)).toHaveLength(25)
    expect(new Set(bearers(WEBHOOKS)).size).toBe(1)
    expect(bearers(WEBHOOKS)[0]).toMatch(/^Bearer ey/)
  })

  test('is used until shortly before it expires, and is then renewed by one refresh', async () => {
    await ask()
    elapsed = 57 * MINUTE
    await ask()
    expect({ created: partner.count(TOKEN), refreshed: partner.count(REFRESH) }).toEqual({
      created: 1,
      refreshed: 0,
    })
    elapsed = 59 * MINUTE
    await Promise.all([ask(), ask(), ask()])
    expect({ created: partner.count(TOKEN), refreshed: partner.count(REFRESH) }).toEqual({
      created: 1,
      refreshed: 1,
    })
    expect(new Set(bearers(WEBHOOKS)).size).toBe(2)
  })

  test('is renewed with the latest refresh token and without the secret', async () => {
    const sent: unknown[] = []
    partner.on(TOKEN, json(200, { accessToken: partner.makeAccessToken(), refreshToken: 'first' }))
    partner.on(REFRESH, async (request, response) => {
      sent.push(JSON.parse((await readBody(request)).toString()), request.headers.authorization)
      const next = sent.length === 2 ? { refreshToken: 'second' } : {}
      response.end(JSON.stringify({ accessToken: partner.makeAccessToken(), ...next }))
    })
    for (const hours of [0, 1, 2, 3]) {
      elapsed = hours * HOUR
      expect(await ask()).toMatchObject({ ok: true })
    }
    expect(sent).toEqual([
      { refreshToken: 'first' },
      undefined,
      { refreshToken: 'second' },
      undefined,
      { refreshToken: 'second' },
      undefined,
    ])
  })

  test('is requested with the credentials again after the refresh token has expired', async () => {
    await ask()
    elapsed = 24 * HOUR
    await ask()
    expect({ created: partner.count(TOKEN), refreshed: partner.count(REFRESH) }).toEqual({
      created: 2,
      refreshed: 0,
    })
  })

  test("with a shorter lifetime is renewed earlier; the lifetime comes from its claims, not from this computer's clock", async () => {
    // The partner's clock is a day behind. Only the difference between the token's claims `iat` and `exp` counts.
    const iat = Math.floor(Date.now() / 1000) - 86_400
    const accessToken = makeToken({ alg: 'RS256', kid: partner.key.kid }, { iat, exp: iat + 600 }, () => '')
    partner.on(TOKEN, json(200, { accessToken, refreshToken: 'r' }))
    await ask()
    elapsed = 7 * MINUTE
    await ask()
    expect(partner.count(REFRESH)).toBe(0)
    elapsed = 9 * MINUTE
    await ask()
    expect(partner.count(REFRESH)).toBe(1)
  })

  const refusals: [string, Script][] = [
    ['is not offered (404)', json(404, {})],
    ['is not offered (405)', json(405, {})],
    ['refuses the refresh token (401)', json(401, {})],
    ['is rejected as invalid (400)', json(400, {})],
    ['fails (500)', json(500, {})],
    ['returns no token', json(200, {})],
    ['returns an HTML page', answer(200, '<html></html>')],
    ['loses its connection', (request) => request.socket.resetAndDestroy()],
  ]
  test.each(refusals)('is requested with the credentials if the refresh %s', async (_, script) => {
    partner.on(REFRESH, script)
    await ask()
    elapsed = HOUR
    expect(await Promise.all([ask(), ask()])).toMatchObject([{ ok: true }, { ok: true }])
    expect({ created: partner.count(TOKEN), refreshed: partner.count(REFRESH) }).toEqual({
      created: 2,
      refreshed: 1,
    })
  })

  test('that is not a JWT works as well', async () => {
    partner.on(TOKEN, json(200, { accessToken: 'opaque', refreshToken: 'r', expiresIn: 3600 }))
    expect(await ask()).toMatchObject({ ok: true })
    expect(bearers(WEBHOOKS)).toEqual(['Bearer opaque'])
    // For an opaque token, the client assumes a lifetime of one hour, as the specification defines.
    for (const [minutes, refreshed] of [
      [57, 0],
      [61, 1],
    ] as const) {
      elapsed = minutes * MINUTE
      await ask()
      expect(partner.count(REFRESH)).toBe(refreshed)
    }
  })
})

describe('a call that gets a 401', () => {
  test('is repeated once with a new token', async () => {
    partner.on(APPLICATION, inTurn(json(401, {}), json(201, { application_id: '7' })))
    expect(await submit()).toMatchObject({ ok: true, value: { application_id: '7' } })
    expect(new Set(bearers(APPLICATION)).size).toBe(2)
    expect(partner.count(APPLICATION)).toBe(2)
    expect(partner.count(TOKEN) + partner.count(REFRESH)).toBe(2)
  })

  test('requests a new token with the credentials, not with the refresh token of the refused session', async () => {
    const good = new Set<string>()
    partner.on(TOKEN, (request, response) => {
      const tokens = partner.tokens()
      good.add(`Bearer ${tokens.accessToken}`)
      return json(200, tokens)(request, response)
    })
    partner.on(APPLICATION, (request, response) =>
      (good.has(request.headers.authorization ?? '') ? json(201, { application_id: '7' }) : json(401, {}))(
        request,
        response,
      ),
    )
    expect((await submit()).ok).toBe(true)
    good.clear()
    expect(await submit()).toMatchObject({ ok: true })
    expect([partner.count(TOKEN), partner.count(REFRESH)]).toEqual([2, 0])
  })

  test('is repeated at most once', async () => {
    partner.on(APPLICATION, json(401, {}))
    expect(errorOf(await submit())).toMatchObject({
      code: 'PARTNER_CREDENTIALS_REJECTED',
      outcome: 'not_received',
      retryable: false,
    })
    expect(partner.count(APPLICATION)).toBe(2)
  })

  test('shares one renewal with all calls that were refused together', async () => {
    const first = new Set<string | undefined>()
    partner.on(WEBHOOKS, (request, response) => {
      if (first.size === 0) first.add(request.headers.authorization)
      const isOld = first.has(request.headers.authorization)
      return json(isOld ? 401 : 200, { webhooks: [] })(request, response)
    })
    const results = await Promise.all(Array.from({ length: 10 }, ask))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(partner.count(TOKEN) + partner.count(REFRESH)).toBe(2)
  })

  test('is not repeated if no new token is available', async () => {
    await ask()
    partner.on(APPLICATION, json(401, {}))
    partner.on(REFRESH, json(401, {}))
    partner.on(TOKEN, json(401, {}))
    expect(errorOf(await submit())).toMatchObject({
      code: 'PARTNER_CREDENTIALS_REJECTED',
      outcome: 'not_received',
    })
    expect(partner.count(APPLICATION)).toBe(1)
  })
})

describe('a call without a token', () => {
  const cases: [string, Script, string][] = [
    ['401', json(401, {}), 'PARTNER_CREDENTIALS_REJECTED'],
    ['400', json(400, { error: 'invalid_client' }), 'PARTNER_CREDENTIALS_REJECTED'],
    [
      '400 in the form of section 7',
      json(400, { extra: [{ message: 'Field required', key: 'company.ein' }] }),
      'PARTNER_CREDENTIALS_REJECTED',
    ],
    ['403', json(403, {}), 'PARTNER_UNEXPECTED_RESPONSE'],
    ['404', json(404, {}), 'PARTNER_UNEXPECTED_RESPONSE'],
    ['429', json(429, {}, { 'retry-after': '30' }), 'PARTNER_RATE_LIMITED'],
    ['500', json(500, {}), 'PARTNER_UNAVAILABLE'],
    ['a page', answer(200, '<html>Sign in</html>'), 'PARTNER_UNEXPECTED_RESPONSE'],
    ['no token', json(200, { refreshToken: 'r' }), 'PARTNER_UNEXPECTED_RESPONSE'],
    ['an empty token', json(200, { accessToken: '' }), 'PARTNER_UNEXPECTED_RESPONSE'],
    ['a token of another type', json(200, { accessToken: 12 }), 'PARTNER_UNEXPECTED_RESPONSE'],
    ['a list', json(200, []), 'PARTNER_UNEXPECTED_RESPONSE'],
    ['nothing', answer(204, ''), 'PARTNER_UNEXPECTED_RESPONSE'],
    ['a redirect', answer(302, '', { location: '/login' }), 'PARTNER_UNEXPECTED_RESPONSE'],
    ['a reset', (request) => request.socket.resetAndDestroy(), 'PARTNER_CONNECTION_LOST'],
    [
      'a token that is not valid in a header',
      json(200, { accessToken: 'a\r\nX-Evil: 1' }),
      'PARTNER_CONNECTION_LOST',
    ],
  ]
  test.each(cases)('is not sent when the token endpoint returns %s', async (_, script, code) => {
    partner.on(TOKEN, script)
    const error = errorOf(await submit())
    expect(error).toMatchObject({ code, outcome: 'not_received' })
    expect(error.fields).toBeUndefined()
    // The application keeps its position in the queue, because a missing token is not a response to the application.
    expect(['wait', 'hold']).toContain(classifyFailure(error))
    expect(partner.count(APPLICATION)).toBe(0)
  })
})

describe('testing the connection', () => {
  test('names the base path together with the credentials when both can be wrong', async () => {
    partner.on('POST /docs/iso/api/auth/oauth2/token', json(401, {}))
    const pasted = connectTo(cleanup, { base_url: `${partner.base_url}/docs` })
    expect(errorOf(await pasted.testConnection())).toMatchObject({
      code: 'PARTNER_CREDENTIALS_REJECTED',
      message: messages().errorsPartner.pathOrCredentials('/docs'),
      fields: [{ path: 'base_url', message: messages().errorsPartner.checkPath('/docs') }],
    })
  })

  test('fetches a fresh token and finds the key of the token by its kid among several keys', async () => {
    partner.on(JWKS, json(200, { keys: [stranger.jwk, partner.key.jwk], extra: 'kept' }))
    await ask()
    const report = await client.testConnection()
    expect(report).toMatchObject({
      ok: true,
      value: { base_url: partner.base_url, token_kid: partner.key.kid, keys: 2 },
    })
    expect(partner.count(TOKEN)).toBe(2)
  })

  test('reads known keys despite unknown entries in the set', async () => {
    const others = [{ kty: 'EC', kid: 'ec', crv: 'P-256', x: 'x', y: 'y' }, { kty: 'oct' }, 'nonsense']
    partner.on(JWKS, json(200, { keys: [...others, partner.key.jwk] }))
    expect(await client.testConnection()).toMatchObject({ ok: true, value: { keys: 1 } })
  })

  const claims = () => ({ iat: Date.now() / 1000 - 10, exp: Date.now() / 1000 + 3590 })
  const header = (changes: object = {}) => ({ alg: 'RS256', typ: 'JWT', kid: partner.key.kid, ...changes })
  const forged: [string, () => string][] = [
    ['signed by another key under the known kid', () => makeToken(header(), claims(), rs256(stranger))],
    [
      'signed by a key that is not published',
      () => makeToken(header({ kid: stranger.kid }), claims(), rs256(stranger)),
    ],
    ['without a signature (alg none)', () => makeToken(header({ alg: 'none' }), claims(), () => '')],
    ['signed with RS384', () => makeToken(header({ alg: 'RS384' }), claims(), rs384(partner.key))],
    ['signed with PS256', () => makeToken(header({ alg: 'PS256' }), claims(), ps256(partner.key))],
    [
      'signed with HS256, with the public key as the secret',
      () =>
        makeToken(header({ alg: 'HS256' }), claims(), (input) =>
          createHmac('sha256', partner.key.publicKey.export({ type: 'spki', format: 'pem' }))
            .update(input)
            .digest(),
        ),
    ],
    ['with changed claims', () => tampered()],
    ['that is not a JWT', () => 'opaque-token'],
    [
      'that expired an hour ago',
      () => makeToken(header(), { iat: 1, exp: Date.now() / 1000 - 3600 }, rs256(partner.key)),
    ],
  ]
  const tampered = () => {
    const [head, , signature] = makeToken(header(), claims(), rs256(partner.key)).split('.')
    const [, body] = makeToken(header(), { ...claims(), sub: 'admin' }, () => '').split('.')
    return [head, body, signature].join('.')
  }
  const keySetsWithAndWithoutAlg = [
    { published: 'keys with an algorithm', change: {} },
    { published: 'keys without an algorithm', change: { alg: undefined, use: undefined } },
  ]
  describe.each(keySetsWithAndWithoutAlg)('against $published', ({ change }) => {
    beforeEach(() => partner.on(JWKS, json(200, { keys: [{ ...partner.key.jwk, ...change }] })))

    test('accepts a genuine token', async () => {
      expect(await client.testConnection()).toMatchObject({ ok: true })
    })

    test.each(forged)('rejects a token %s', async (_, make) => {
      const accessToken = make()
      partner.on(TOKEN, json(200, { accessToken, refreshToken: 'r' }))
      const error = errorOf(await client.testConnection())
      expect(error).toMatchObject({ code: 'PARTNER_TOKEN_NOT_VALID', outcome: 'none' })
      expect(JSON.stringify(error)).not.toContain(accessToken)
    })
  })

  test('tolerates a clock that is a few minutes off, and reports a clock that is further off', async () => {
    elapsed = HOUR + 4 * MINUTE
    expect(await client.testConnection()).toMatchObject({ ok: true })
    elapsed = 3 * HOUR
    const error = errorOf(await client.testConnection())
    expect(error.code).toBe('PARTNER_TOKEN_NOT_VALID')
    expect(formatted(error.advice)).toContain('date and time')
  })

  const keySets: [string, Script, string][] = [
    ['no keys', json(200, { keys: [] }), 'PARTNER_TOKEN_NOT_VALID'],
    ['something else', json(200, { jwks: [] }), 'PARTNER_UNEXPECTED_RESPONSE'],
    ['a page', answer(200, '<html></html>'), 'PARTNER_UNEXPECTED_RESPONSE'],
    ['500', json(500, {}), 'PARTNER_UNAVAILABLE'],
  ]
  test.each(keySets)('fails if the request for the keys returns %s', async (_, script, code) => {
    partner.on(JWKS, script)
    expect(errorOf(await client.testConnection())).toMatchObject({ code, outcome: 'none' })
  })

  test('succeeds if no keys are published at the assumed address, and reports that nothing was verified', async () => {
    partner.on(JWKS, json(404, {}))
    expect(await client.testConnection()).toMatchObject({
      ok: true,
      value: { token_verified: false, keys: 0 },
    })
  })

  test('sends neither the token nor the secret to a public key set', async () => {
    await client.testConnection()
    expect(bearers(JWKS)).toEqual([undefined])
  })

  test.each([401, 403])('reads keys that require a token (status %i without a token)', async (status) => {
    const open = json(200, { keys: [partner.key.jwk] })
    partner.on(JWKS, (request, response) =>
      (request.headers.authorization === undefined ? json(status, {}) : open)(request, response),
    )
    expect(await client.testConnection()).toMatchObject({ ok: true, value: { token_verified: true } })
    expect(await client.getJwks()).toMatchObject({ ok: true, value: { keys: [{ kid: partner.key.kid }] } })
    expect(bearers(JWKS)).toEqual([
      undefined,
      expect.stringMatching(/^Bearer /),
      undefined,
      expect.anything(),
    ])
    expect(partner.count(TOKEN)).toBe(1)
  })

  test.each([401, 403])(
    'succeeds if the partner refuses access to its keys with %i, and reports that nothing was verified',
    async (status) => {
      partner.on(JWKS, json(status, {}))
      expect(await client.testConnection()).toMatchObject({
        ok: true,
        value: { token_verified: false, keys: 0 },
      })
      expect(await submit()).toMatchObject({ ok: true })
    },
  )
})

/** Echoes the request in every possible part of the response. */
const echo =
  (status: number, more: string): Script =>
  async (request, response) => {
    const heard = `${request.headers.authorization} ${(await readBody(request)).toString()} ${more}`
    const extra = [
      { message: heard, key: 'data' },
      { message: heard, key: 'company.ein' },
    ]
    response.writeHead(status, heard.replaceAll(/[^ -~]/g, '')).end(JSON.stringify({ error: heard, extra }))
  }

describe.each([400, 401, 403, 404, 409, 413, 422, 429, 500])(
  'a partner that echoes the request with status %i',
  (status) => {
    test('causes no error that contains the secret, a token, or an SSN', async () => {
      const secrets = ['opaque+token/1==', 'refresh-opaque', CLIENT_SECRET, '123-45-6789', '123456789']
      const tokens = { accessToken: secrets[0], refreshToken: secrets[1] }
      partner.on(TOKEN, json(200, tokens))
      partner.on(REFRESH, json(200, tokens))
      partner.on(APPLICATION, echo(status, ''))
      const payload = { application: {}, company: { owners: [{ ssn: '123-45-6789', tin: '123456789' }] } }
      const errors = [errorOf(await client.createApplication(payload))]
      partner.on(TOKEN, echo(status, CLIENT_SECRET))
      errors.push(errorOf(await client.testConnection()))
      secrets.push(Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64'))
      for (const secret of secrets) expect(JSON.stringify(errors)).not.toContain(secret)
      if (status === 400) expect(errors[0]?.fields?.[1]?.path).toBe('company.ein')
    })
  },
)
