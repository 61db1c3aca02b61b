import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cleanup } from '../support/cleanup.ts'
import { onEachEngine } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { ADMIN_TOKEN, startRelayWithApi } from '../support/relay/office-api.ts'
import { asDevice, postHook, postPairing, signBody } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent, signEvent } from '../support/relay/signing.ts'

// Random operations of three offices at one relay. Whatever an office does, nothing that it sees contains an id of another office.

const key = createSigningKey('iso-submission-rsa-01')
const stranger = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())
let jwks_url: string
beforeAll(async () => {
  jwks_url = (await startKeyServer(cleanup, [key])).url
})

const NUMBERS = [0, 1, 2] as const

interface Answer<T> {
  text: string
  json: T
}

/** An office of the test, with everything that identifies it. */
interface TestOffice {
  id: string
  inlets: string[]
  devices: { id: string; token: string }[]
  /** Last notification, which can be repeated. */
  last: { body: string; signature: string } | null
  /** Everything that must appear at no other office: ids, tokens, codes, names, and event ids. */
  ids: Set<string>
  /** Everything that the office saw: responses, stream messages, and answers of the administration API about it. */
  seen: string[]
}

const NOTIFICATIONS = ['new', 'repeat', 'conflict', 'forged', 'reused', 'malformed', 'unsigned'] as const
const READS = ['poll', 'device', 'stream', 'acknowledge', 'heartbeat'] as const
const CHANGES = ['pair', 'wrong code', 'revoke', 'rotate', 'suspend', 'resume', 'limit', 'purge'] as const
const ADMIN = ['', '/audit', '/export', '/devices', '/inlets', '/environments/sandbox/events'] as const

const operation = fc.record({
  who: fc.constantFrom(...NUMBERS),
  /** Another office, whose ids the operation tries to use. */
  other: fc.constantFrom(...NUMBERS),
  act: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...NOTIFICATIONS) },
    { weight: 4, arbitrary: fc.constantFrom(...READS) },
    { weight: 2, arbitrary: fc.constantFrom(...CHANGES) },
    { weight: 2, arbitrary: fc.constantFrom(...ADMIN) },
    { weight: 2, arbitrary: fc.constantFrom('foreign device', 'foreign inlet') },
  ),
})

onEachEngine((newPlace, ends) => {
  let url: string
  let admin_url: string
  let log: () => string
  beforeAll(async () => {
    const started = await startRelayWithApi(ends, await newPlace())
    admin_url = started.admin_url
    url = started.relay.ready.url
    log = started.relay.log
  })

  async function admin<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
    const response = await fetch(`${admin_url}/v1/offices${path}`, {
      method,
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { text, json: JSON.parse(text) as T }
  }

  async function makeOffice(): Promise<TestOffice> {
    const name = `name-${crypto.randomUUID()}`
    const { id } = (await admin<{ id: string }>('POST', '', { name })).json
    const office: TestOffice = {
      id,
      inlets: [],
      devices: [],
      last: null,
      ids: new Set([id, name]),
      seen: [],
    }
    await admin('PUT', `/${id}/environments/sandbox`, { jwks_url })
    await rotate(office)
    await pair(office)
    return office
  }

  async function rotate(office: TestOffice): Promise<void> {
    const { json, text } = await admin<{ inlet: { inlet: string } }>('POST', `/${office.id}/inlets`, {
      environment: 'sandbox',
      revoke_old: office.inlets.length > 1,
    })
    office.seen.push(text)
    office.inlets.push(json.inlet.inlet)
    office.ids.add(json.inlet.inlet)
  }

  async function pair(office: TestOffice): Promise<void> {
    const { code } = (
      await admin<{ code: string }>('POST', `/${office.id}/pairing-codes`, {
        name: 'Desk',
        environment: 'sandbox',
      })
    ).json
    office.ids.add(code)
    const response = await postPairing(url, code)
    const text = await response.text()
    office.seen.push(text)
    if (response.status !== 200) return
    const { device_id, device_token } = JSON.parse(text) as { device_id: string; device_token: string }
    office.devices.push({ id: device_id, token: device_token })
    office.ids.add(device_id).add(device_token)
  }

  /** Posts a notification at the newest inlet of the office. */
  async function notify(office: TestOffice, other: TestOffice, kind: string): Promise<void> {
    const event = makeEvent({ application_id: crypto.randomUUID() })
    office.ids.add(event.event_id)
    let body = JSON.stringify(event)
    let signature: string | undefined = signBody(key, body)
    if (kind === 'repeat' && office.last !== null) ({ body, signature } = office.last)
    if (kind === 'conflict' && office.last !== null) {
      body = `${office.last.body} `
      signature = signBody(key, body)
    }
    if (kind === 'forged') signature = signBody(stranger, body)
    // A signature that does not cover the body, first with one body and then with another.
    if (kind === 'reused') signature = other.last?.signature ?? signEvent(key, { jti: crypto.randomUUID() })
    if (kind === 'malformed') {
      body = 'no event'
      signature = signBody(key, body)
    }
    if (kind === 'unsigned') signature = undefined
    const inlet = office.inlets.at(-1) ?? ''
    const response = await postHook(`${url}/hooks/sandbox/${inlet}`, body, signature)
    office.seen.push(await response.text())
    if (response.status === 202 && signature !== undefined) office.last = { body, signature }
  }

  async function read(office: TestOffice, other: TestOffice, kind: string): Promise<void> {
    const token = office.devices.at(-1)?.token ?? 'x'.repeat(43)
    const device = asDevice(url, token)
    if (kind === 'stream') {
      const stream = await device.stream(0)
      if (stream.status === 200) {
        const bounds = await stream.next()
        office.seen.push(JSON.stringify(bounds))
        // Without an event, nothing follows.
        if (Number(bounds?.data['latest_seq']) >= Number(bounds?.data['oldest_seq']))
          office.seen.push(JSON.stringify(await stream.next()))
      }
      stream.close()
      return
    }
    const responses = {
      poll: () => device.get('/v1/events?after=0'),
      device: () => device.get('/v1/device'),
      acknowledge: () => device.ack(1 + other.ids.size),
      heartbeat: () => device.answer(other.devices[0]?.id ?? crypto.randomUUID()),
    }
    const response = await responses[kind as keyof typeof responses]()
    office.seen.push(await response.text())
    // The relay encodes bodies. An id may not hide in the encoding either.
    const page = /"events":\[/.test(office.seen.at(-1) ?? '')
      ? (JSON.parse(office.seen.at(-1) ?? '') as { events: { body: string }[] })
      : { events: [] }
    for (const { body } of page.events) office.seen.push(Buffer.from(body, 'base64').toString('utf8'))
  }

  async function change(office: TestOffice, kind: string): Promise<void> {
    if (kind === 'pair') return pair(office)
    if (kind === 'rotate') return rotate(office)
    if (kind === 'wrong code')
      return void office.seen.push(await (await postPairing(url, 'AAAA-AAAA-AAAA')).text())
    const calls: Record<string, [string, string, object?]> = {
      revoke: ['DELETE', `/devices/${office.devices[0]?.id}`],
      suspend: ['POST', '/suspend'],
      resume: ['POST', '/resume'],
      limit: ['PATCH', '', { max_devices: 2, max_bytes: 5000, max_events_per_minute: 30, max_streams: 1 }],
      purge: ['POST', '/environments/sandbox/purge', { older_than_days: 0 }],
    }
    const [method, path, body] = calls[kind] ?? ['GET', '']
    office.seen.push((await admin(method, `/${office.id}${path}`, body)).text)
  }

  async function run(office: TestOffice, other: TestOffice, act: string): Promise<void> {
    if ((NOTIFICATIONS as readonly string[]).includes(act)) return notify(office, other, act)
    if ((READS as readonly string[]).includes(act)) return read(office, other, act)
    if ((CHANGES as readonly string[]).includes(act)) return change(office, act)
    if (act === 'foreign device')
      return void office.seen.push(
        (await admin('DELETE', `/${office.id}/devices/${other.devices[0]?.id}x`)).text,
      )
    if (act === 'foreign inlet')
      return void office.seen.push((await admin('DELETE', `/${office.id}/inlets/${other.inlets[0]}x`)).text)
    office.seen.push((await admin('GET', `/${office.id}${act}`)).text)
  }

  const idsIn = (text: string, offices: TestOffice[]) =>
    offices.flatMap(({ ids }) => [...ids].filter((id) => text.includes(id)))

  test('no answer, stream, metric, log line, or error of an office contains an id of another office', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), async (operations) => {
        const logged = log().length
        const offices: [TestOffice, TestOffice, TestOffice] = [
          await makeOffice(),
          await makeOffice(),
          await makeOffice(),
        ]
        // One after another: a later operation uses the results of earlier ones.
        for (const { who, other, act } of operations)
          if (act !== 'reused' || who !== other) await run(offices[who], offices[other], act)
        for (const office of offices) {
          const others = offices.filter((one) => one !== office)
          expect(office.seen.length).toBeGreaterThan(0)
          expect(office.seen.flatMap((text) => idsIn(text, others))).toEqual([])
        }
        const metrics = await (await fetch(`${admin_url}/metrics`)).text()
        expect(metrics).toContain('relay_notifications_total')
        expect(idsIn(metrics, offices)).toEqual([])
        const lines = log()
          .slice(logged)
          .split('\n')
          .filter((line) => line.startsWith('{'))
        for (const line of lines) {
          const { office } = JSON.parse(line) as { office?: string }
          expect(
            idsIn(
              line,
              offices.filter(({ id }) => id !== office),
            ),
          ).toEqual([])
        }
        expect(lines.filter((line) => idsIn(line, offices).length > 0).length).toBeGreaterThan(0)
        for (const { id } of offices) await admin('DELETE', `/${id}`)
      }),
      { numRuns: 12, endOnFailure: true },
    )
  }, 180_000)
})
