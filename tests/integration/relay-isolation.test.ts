// @module-tag all

import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Environment, ENVIRONMENTS } from '../../src-shared/platform/words/vocabulary.ts'
import { Cleanup } from '../support/cleanup.ts'
import { onEachEngine } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { ADMIN_TOKEN, startRelayWithApi } from '../support/relay/office-api.ts'
import { asDevice, postHook, postPairing, signBody, startRelay } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent, signEvent } from '../support/relay/signing.ts'

// Random operations of three offices at one relay. Whatever an office does, nothing that it sees contains an id of another office, and each
// of its devices gets exactly the events of its own office and environment.

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
  status: number
  text: string
  json: T
}

interface TestDevice {
  id: string
  token: string
  isRevoked: boolean
}

/** An environment of an office, with its own events and devices. */
interface TestLog {
  environment: Environment
  inlets: string[]
  devices: TestDevice[]
  /** Last notification, which can be repeated. */
  last: { body: string; signature: string } | null
  /** Ids of all events that the relay acknowledged as new, and of those that it still has to deliver. */
  taken: Set<string>
  kept: string[]
  /** Ids of the events that a stream delivered, which is open all the time. */
  live: string[]
  /** Everything that must appear nowhere else: ids, tokens, and codes. */
  ids: Set<string>
  /** Everything that the environment's senders and devices saw. */
  seen: string[]
}

interface TestOffice {
  id: string
  name: string
  logs: Record<Environment, TestLog>
  /** Answers of the administration API about the office. */
  seen: string[]
}

const NOTIFICATIONS = ['new', 'repeat', 'conflict', 'forged', 'reused', 'malformed', 'unsigned'] as const
const MISDIRECTED = ['old inlet', 'unknown inlet', 'other environment'] as const
const READS = ['poll', 'device', 'stream', 'acknowledge', 'heartbeat'] as const
const CHANGES = ['pair', 'wrong code', 'revoke', 'rotate', 'suspend', 'resume', 'limit', 'purge'] as const
const ADMIN = ['', '/audit', '/export', '/devices', '/inlets', '/events'] as const

const operation = fc.record({
  who: fc.constantFrom(...NUMBERS),
  /** Another office, whose ids the operation tries to use. */
  other: fc.constantFrom(...NUMBERS),
  environment: fc.constantFrom(...ENVIRONMENTS),
  act: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...NOTIFICATIONS) },
    { weight: 1, arbitrary: fc.constantFrom(...MISDIRECTED) },
    { weight: 4, arbitrary: fc.constantFrom(...READS) },
    { weight: 2, arbitrary: fc.constantFrom(...CHANGES) },
    { weight: 2, arbitrary: fc.constantFrom(...ADMIN) },
    { weight: 2, arbitrary: fc.constantFrom('foreign device', 'foreign inlet') },
  ),
})

/** Decodes the body of an event. An id may not hide in the encoding either. */
const decoded = (body: unknown) =>
  Buffer.from(typeof body === 'string' ? body : '', 'base64').toString('utf8')

const logsOf = ({ logs }: TestOffice) => ENVIRONMENTS.map((environment) => logs[environment])
const idsOf = (office: TestOffice) => [
  office.id,
  office.name,
  ...logsOf(office).flatMap(({ ids }) => [...ids]),
]
const found = (texts: string[], ids: string[]) =>
  texts.flatMap((text) => ids.filter((id) => text.includes(id)))

onEachEngine((newPlace, ends) => {
  let url: string
  let admin_url: string
  /** Relay at which the streams are open all the time. With PostgreSQL, it is another process, which reads the events from the database. */
  let stream_url: string
  let log: () => string
  beforeAll(async () => {
    const place = await newPlace()
    const { relay, admin_url: own } = await startRelayWithApi(ends, place)
    const other = place.startsWith('postgres://') ? await startRelay(ends, place) : relay
    admin_url = own
    url = relay.ready.url
    stream_url = other.ready.url
    log = relay.log
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
    return { status: response.status, text, json: JSON.parse(text) as T }
  }

  async function makeOffice(stopping: AbortSignal): Promise<TestOffice> {
    const name = `name-${crypto.randomUUID()}`
    const { id } = (await admin<{ id: string }>('POST', '', { name })).json
    const make = (environment: Environment): TestLog => ({
      environment,
      inlets: [],
      devices: [],
      last: null,
      taken: new Set(),
      kept: [],
      live: [],
      ids: new Set(),
      seen: [],
    })
    const office: TestOffice = {
      id,
      name,
      logs: { sandbox: make('sandbox'), production: make('production') },
      seen: [],
    }
    for (const of of logsOf(office)) {
      await admin('PUT', `/${id}/environments/${of.environment}`, { jwks_url })
      await rotate(office, of)
      const device = await pair(office, of)
      if (device === null) throw new Error('The first device was not paired.')
      void follow(of, device.token, stopping)
      await pair(office, of)
    }
    return office
  }

  async function rotate(office: TestOffice, of: TestLog): Promise<void> {
    const { json, text } = await admin<{ inlet: { inlet: string } }>('POST', `/${office.id}/inlets`, {
      environment: of.environment,
      revoke_old: of.inlets.length > 1,
    })
    office.seen.push(text)
    of.inlets.push(json.inlet.inlet)
    of.ids.add(json.inlet.inlet)
  }

  async function pair(office: TestOffice, of: TestLog): Promise<TestDevice | null> {
    const { code } = (
      await admin<{ code: string }>('POST', `/${office.id}/pairing-codes`, {
        name: 'Desk',
        environment: of.environment,
      })
    ).json
    of.ids.add(code)
    const response = await postPairing(url, code)
    const text = await response.text()
    of.seen.push(text)
    if (response.status !== 200) return null
    const { device_id, device_token } = JSON.parse(text) as { device_id: string; device_token: string }
    const device = { id: device_id, token: device_token, isRevoked: false }
    of.devices.push(device)
    of.ids.add(device_id).add(device_token)
    return device
  }

  /** Reads a stream until `stopping`. Opens it again when it ends, for example because the office was suspended. */
  async function follow(of: TestLog, token: string, stopping: AbortSignal): Promise<void> {
    let last = 0
    while (!stopping.aborted) {
      const stream = await asDevice(stream_url, token).stream(last)
      if (stopping.aborted) stream.close()
      else stopping.addEventListener('abort', stream.close)
      for (let message = await stream.next(); message !== null; message = await stream.next()) {
        of.seen.push(JSON.stringify(message), decoded(message.data['body']))
        if (message.event === 'partner-event') of.live.push(String(message.data['event_id']))
        last = Number(message.id ?? last)
      }
      stopping.removeEventListener('abort', stream.close)
      await sleep(50)
    }
  }

  /** Posts a notification at the newest inlet of the environment, or at another one. */
  async function notify(of: TestLog, other: TestLog, kind: string): Promise<void> {
    const event = makeEvent({ application_id: crypto.randomUUID() })
    of.ids.add(event.event_id)
    let { environment } = of
    let inlet = of.inlets.at(-1) ?? ''
    let body = JSON.stringify(event)
    let signature: string | undefined = signBody(key, body)
    if (kind === 'repeat' && of.last !== null) ({ body, signature } = of.last)
    if (kind === 'conflict' && of.last !== null) {
      body = `${of.last.body} `
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
    if (kind === 'old inlet') inlet = of.inlets[0] ?? ''
    if (kind === 'unknown inlet') inlet = crypto.randomUUID().replaceAll('-', '')
    if (kind === 'other environment') environment = environment === 'sandbox' ? 'production' : 'sandbox'
    const response = await postHook(`${url}/hooks/${environment}/${inlet}`, body, signature)
    of.seen.push(await response.text())
    if (kind === 'unknown inlet' || kind === 'other environment') expect(response.status).toBe(404)
    if (response.status !== 202 || signature === undefined) return
    of.last = { body, signature }
    of.taken.add(event.event_id)
    of.kept.push(event.event_id)
  }

  async function read(of: TestLog, other: TestLog, kind: string): Promise<void> {
    const device = asDevice(url, of.devices.at(-1)?.token ?? 'x'.repeat(43))
    if (kind === 'stream') {
      const stream = await device.stream(0)
      const bounds = await stream.next()
      of.seen.push(JSON.stringify(bounds))
      // Without an event, nothing follows.
      if (Number(bounds?.data['latest_seq']) >= Number(bounds?.data['oldest_seq']))
        of.seen.push(JSON.stringify(await stream.next()))
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
    of.seen.push(await response.text())
    const { events = [] } = JSON.parse(of.seen.at(-1) ?? '') as { events?: { body: string }[] }
    of.seen.push(...events.map(({ body }) => decoded(body)))
  }

  async function change(office: TestOffice, of: TestLog, kind: string): Promise<void> {
    if (kind === 'pair') return void (await pair(office, of))
    if (kind === 'rotate') return rotate(office, of)
    if (kind === 'wrong code')
      return void of.seen.push(await (await postPairing(url, 'AAAA-AAAA-AAAA')).text())
    // The first device keeps its stream, so the second one is revoked.
    const [, device] = of.devices
    const calls: Record<string, [string, string, object?]> = {
      revoke: ['DELETE', `/devices/${device?.id}`],
      suspend: ['POST', '/suspend'],
      resume: ['POST', '/resume'],
      limit: ['PATCH', '', { max_devices: 6, max_bytes: 5000, max_events_per_minute: 3, max_streams: 3 }],
      purge: ['POST', `/environments/${of.environment}/purge`, { older_than_days: 0 }],
    }
    const [method, path, body] = calls[kind] ?? ['GET', '']
    const { status, text } = await admin(method, `/${office.id}${path}`, body)
    office.seen.push(text)
    if (kind === 'revoke' && status === 200 && device !== undefined) device.isRevoked = true
    if (kind === 'purge' && status === 200) of.kept = []
  }

  async function run(office: TestOffice, of: TestLog, other: TestLog, act: string): Promise<void> {
    if ([...NOTIFICATIONS, ...MISDIRECTED].some((kind) => kind === act)) return notify(of, other, act)
    if ((READS as readonly string[]).includes(act)) return read(of, other, act)
    if ((CHANGES as readonly string[]).includes(act)) return change(office, of, act)
    if (act.startsWith('foreign')) {
      const path = act === 'foreign device' ? `devices/${other.devices[0]?.id}` : `inlets/${other.inlets[0]}`
      const { status, text } = await admin('DELETE', `/${office.id}/${path}`)
      expect(status).toBe(404)
      return void office.seen.push(text)
    }
    const path = act === '/events' ? `/environments/${of.environment}/events` : act
    office.seen.push((await admin('GET', `/${office.id}${path}`)).text)
  }

  /** Checks that each device of an environment gets exactly the events that this environment of this office has. */
  async function checkDelivery(of: TestLog): Promise<void> {
    const isComplete = () => of.kept.every((id) => of.live.includes(id))
    // The limit lets the assertions below report the missing events. Otherwise, the test would only time out.
    for (let waits = 0; waits < 5_000 && !isComplete(); waits += 1) await sleep(20)
    expect(of.live).toEqual([...of.taken].filter((id) => of.live.includes(id)))
    expect(of.live).toEqual(expect.arrayContaining(of.kept))
    for (const { token, isRevoked } of of.devices) {
      const response = await asDevice(url, token).get('/v1/events?after=0')
      expect(response.status).toBe(isRevoked ? 401 : 200)
      if (isRevoked) continue
      const { events } = (await response.json()) as { events: { event_id: string; environment: string }[] }
      expect(events.map(({ event_id, environment }) => [event_id, environment])).toEqual(
        of.kept.map((id) => [id, of.environment]),
      )
    }
  }

  test('no answer, stream, metric, log line, or error of an office contains an id of another office, and each device gets exactly its events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), async (operations) => {
        const logged = log().length
        const stopping = new AbortController()
        const offices: [TestOffice, TestOffice, TestOffice] = [
          await makeOffice(stopping.signal),
          await makeOffice(stopping.signal),
          await makeOffice(stopping.signal),
        ]
        try {
          // One after another: a later operation uses the results of earlier ones.
          for (const { who, other, environment, act } of operations) {
            const needsOther = act === 'reused' || act.startsWith('foreign')
            if (!needsOther || who !== other)
              await run(offices[who], offices[who].logs[environment], offices[other].logs[environment], act)
          }
          const unlimited = {
            max_devices: null,
            max_bytes: null,
            max_events_per_minute: null,
            max_streams: null,
          }
          for (const office of offices) {
            await admin('PATCH', `/${office.id}`, unlimited)
            await admin('POST', `/${office.id}/resume`)
            for (const of of logsOf(office)) await checkDelivery(of)
          }
        } finally {
          stopping.abort()
        }
        for (const office of offices) {
          const others = offices.filter((one) => one !== office).flatMap(idsOf)
          expect(office.seen.length).toBeGreaterThan(0)
          expect(found(office.seen, others)).toEqual([])
          const [one, two] = [office.logs.sandbox, office.logs.production]
          expect(found(one.seen, [...others, ...two.ids])).toEqual([])
          expect(found(two.seen, [...others, ...one.ids])).toEqual([])
        }
        const metrics = await (await fetch(`${admin_url}/metrics`)).text()
        expect(metrics).toContain('relay_notifications_total')
        expect(found([metrics], offices.flatMap(idsOf))).toEqual([])
        const lines = log()
          .slice(logged)
          .split('\n')
          .filter((line) => line.startsWith('{'))
        for (const line of lines) {
          const { office } = JSON.parse(line) as { office?: string }
          const others = offices.filter(({ id }) => id !== office).flatMap(idsOf)
          expect(found([line], others)).toEqual([])
        }
        expect(found(lines, offices.flatMap(idsOf)).length).toBeGreaterThan(0)
        for (const { id } of offices) await admin('DELETE', `/${id}`)
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })
})
