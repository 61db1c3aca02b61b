import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PartnerApi } from '../../src-main/platform/partner/partner-api.ts'
import { ERROR_CODES, type Outcome, type Result } from '../../src-shared/platform/base/errors.ts'
import { connectTo, errorOf, makeBytes, makeUpload, upload } from '../support/partner/client.ts'
import {
  answer,
  APPLICATION,
  json,
  JWKS,
  readBody,
  startPartner,
  TOKEN,
  type ScriptedPartner,
} from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

const SSN = '123-45-6789'
const HOOK = { uuid: 'u', event_type: 'offer', webhook_url: 'https://relay.example/hook', is_active: true }

interface Call {
  route: string
  isWrite: boolean
  call(client: PartnerApi): Promise<Result<unknown>>
}
const v1 = '/iso/api/v1'
const CALLS: Call[] = [
  {
    route: `POST ${v1}/application`,
    isWrite: true,
    call: (client) => client.createApplication({ ssn: SSN }),
  },
  {
    route: `POST ${v1}/document`,
    isWrite: true,
    call: (client) => upload(client, makeUpload(makeBytes(50))),
  },
  { route: `POST ${v1}/offer`, isWrite: true, call: (client) => client.acceptOffer('o') },
  { route: `PUT ${v1}/webhooks/u`, isWrite: true, call: (client) => client.updateWebhook(HOOK) },
  {
    route: `POST ${v1}/webhooks`,
    isWrite: true,
    call: (client) => client.createWebhook('offer', HOOK.webhook_url),
  },
  {
    route: `GET ${v1}/applications/7`,
    isWrite: false,
    call: (client) => client.readApplication({ application_id: '7' }),
  },
  { route: `GET ${v1}/documents`, isWrite: false, call: (client) => client.listDocuments('7') },
  { route: `GET ${v1}/offers`, isWrite: false, call: (client) => client.listOffers('7') },
  { route: `GET ${v1}/offer`, isWrite: false, call: (client) => client.readOffer('o') },
  { route: `GET ${v1}/webhooks`, isWrite: false, call: (client) => client.listWebhooks() },
  { route: JWKS, isWrite: false, call: (client) => client.getJwks() },
]

/** Returns the outcomes that an error may report for an HTTP status. */
function allowed(status: number, isWrite: boolean): Outcome[] {
  if (!isWrite) return ['none']
  if (status >= 500 || status === 302 || status === 303) return ['unknown']
  // For a successful status, an error means that the body was unreadable. If another server sent it, the partner may not have received the
  // write.
  return status < 300 ? ['received', 'unknown'] : ['not_received']
}

/** 401 and 429 have separate tests, because their effects outlast a single response. */
const statuses = [
  200, 201, 202, 206, 300, 301, 302, 303, 307, 400, 403, 404, 405, 409, 413, 415, 422, 451, 500, 502, 503,
  599,
]

const withSecrets = (token: string) => [
  { extra: [{ key: `data.${token}`, message: `SSN ${SSN} of ${token} is wrong` }] },
  { extra: [{ key: SSN, message: `Bearer ${token}` }], error: SSN },
]
const deep = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))

const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((text) => Buffer.from(text)),
  fc.record({ extra: fc.array(fc.jsonValue()) }).map((body) => Buffer.from(JSON.stringify(body))),
  fc
    .record({
      offers: fc.jsonValue(),
      keys: fc.jsonValue(),
      application_id: fc.jsonValue(),
      uuid: fc.jsonValue(),
    })
    .map((body) => Buffer.from(JSON.stringify(body))),
  fc.constantFrom(deep(99), deep(101), deep(100_000)),
  fc.constantFrom<'secrets 1' | 'secrets 2'>('secrets 1', 'secrets 2'),
)

let partner: ScriptedPartner
let client: PartnerApi
beforeAll(async () => {
  partner = await startPartner(cleanup)
  client = connectTo(cleanup, { base_url: partner.base_url })
})

test('every partner response ends the call with a valid result that contains no secret', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CALLS),
      fc.constantFrom(...statuses),
      bodies,
      async (call, status, body) => {
        partner.on(call.route, async (request, response) => {
          await readBody(request)
          const token = request.headers.authorization?.split(' ')[1] ?? ''
          const reported = Buffer.isBuffer(body)
            ? body
            : Buffer.from(JSON.stringify(withSecrets(token)[body === 'secrets 1' ? 0 : 1]))
          response.writeHead(status, { 'content-type': 'application/json' }).end(reported)
        })
        const before = partner.count(call.route)
        const result = await call.call(client)
        // The client first requests the partner's keys without a token. If the partner refuses this, the client requests the keys again
        // with a token.
        const tries = call.route === JWKS && status === 403 ? 2 : 1
        expect(partner.count(call.route)).toBe(before + tries)
        if (result.ok) {
          expect(status).toBeLessThan(300)
          return
        }
        const { error } = result
        expect(ERROR_CODES).toContain(error.code)
        expect(allowed(status, call.isWrite)).toContain(error.outcome)
        const words = JSON.stringify(error)
        expect(words).not.toContain(SSN)
        expect(words).not.toContain('eyJ')
      },
    ),
  )
})

test('an opaque token is masked in a validation error, in every JSON notation of its characters', async () => {
  const token = 'opaque/of+the/test'
  const other = await startPartner(cleanup)
  other.on(TOKEN, json(200, { accessToken: token }))
  const reported = JSON.stringify({ extra: [{ key: token, message: `${token} is wrong` }] })
  const connected = connectTo(cleanup, { base_url: other.base_url })
  for (const slash of ['/', String.raw`\/`, String.raw`\u002f`, String.raw`\u002F`]) {
    other.on(APPLICATION, answer(400, reported.replaceAll('/', slash)))
    const result = await connected.createApplication({})
    expect(errorOf(result).fields, slash).toEqual([{ path: '•••', message: '••• is wrong' }])
  }
})
