import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Cleanup, until } from '../support/cleanup.ts'
import { onEachEngine } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { OfficeApiClient, startRelayWithApi } from '../support/relay/office-api.ts'
import { asDevice, postHook, postPairing, signBody, storeAt } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent, signEvent } from '../support/relay/signing.ts'

// Tests signatures that do not cover the body of their notification. A genuine partner may use one for several notifications.

const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let jwks_url: string
beforeAll(async () => {
  jwks_url = (await startKeyServer(cleanup, [key])).url
})

onEachEngine((newPlace, ends) => {
  let place: string
  let url: string
  let api: OfficeApiClient
  let log: () => string
  const after = new Cleanup()
  afterEach(() => after.run())

  beforeAll(async () => {
    place = await newPlace()
    const { relay, admin_url } = await startRelayWithApi(ends, place)
    url = relay.ready.url
    log = relay.log
    api = await OfficeApiClient.connect(admin_url)
    await api.call('PUT', '/v1/partners/{partner}', { partner: 'acme' }, { jwks_url })
  })

  /** Creates an office with an environment, an inlet, and a paired device. */
  async function makeOffice(name: string) {
    const { body } = await api.call<{ id: string }>('POST', '/v1/offices', {}, { name })
    const of = { office: body.id }
    const path = '/v1/offices/{office}/environments/{environment}' as const
    await api.call('PUT', path, { ...of, environment: 'sandbox' }, { partner: 'acme' })
    const environment = { environment: 'sandbox' }
    const inlet = await api.call<{ path: string }>('POST', '/v1/offices/{office}/inlets', of, environment)
    const desk = { name: 'Front desk', ...environment }
    const { code } = (
      await api.call<{ code: string }>('POST', '/v1/offices/{office}/pairing-codes', of, desk)
    ).body
    const { device_token } = (await (await postPairing(url, code)).json()) as { device_token: string }
    return { ...of, hook: `${url}${inlet.body.path}`, token: device_token }
  }

  const eventsOf = async (token: string) => (await asDevice(url, token).events('?after=0')).events

  /** Signs as a partner whose signature covers no body and contains nothing unique. All its notifications of a second are signed alike. */
  const signTime = () => signEvent(key, { iss: 'acme', iat: Math.floor(Date.now() / 1000) })

  /** Posts new events with one signature, one after the other. Returns their ids and the statuses. */
  async function postAlike(hook: string, count: number, signature: string) {
    const sent = Array.from({ length: count }, () => makeEvent())
    const statuses = []
    for (const event of sent) statuses.push((await postHook(hook, JSON.stringify(event), signature)).status)
    return { ids: sent.map(({ event_id }) => event_id), statuses }
  }

  test('a partner that signs all notifications of a second alike loses none, and the repeated signatures are marked', async () => {
    const offices = [await makeOffice('One'), await makeOffice('Two'), await makeOffice('Three')]
    const signature = signTime()
    const streams = await Promise.all(offices.map(({ token }) => asDevice(url, token).stream(0)))
    for (const stream of streams) await stream.next()
    const sent = await Promise.all(offices.map(({ hook }) => postAlike(hook, 3, signature)))
    expect(sent.flatMap(({ statuses }) => statuses)).toEqual(Array.from({ length: 9 }, () => 202))
    for (const [index, { token }] of offices.entries()) {
      const marks = (await eventsOf(token)).map(({ event_id, signature_reused }) => [
        event_id,
        signature_reused,
      ])
      expect(marks).toEqual(sent[index]?.ids.map((id, at) => [id, at === 0 ? undefined : true]))
      for (const mark of marks) {
        const { event_id, signature_reused } = (await streams[index]?.next())?.data ?? {}
        expect([event_id, signature_reused]).toEqual(mark)
      }
      streams[index]?.close()
    }
  })

  test('a signature that covers no body is refused after a hundred bodies at one office, and not at another office', async () => {
    const [one, two] = [await makeOffice('One'), await makeOffice('Two')]
    const signature = signTime()
    const first = JSON.stringify(makeEvent())
    expect((await postHook(one.hook, first, signature)).status).toBe(202)
    const { statuses } = await postAlike(one.hook, 101, signature)
    expect(statuses).toEqual([...Array.from({ length: 99 }, () => 202), 429, 429])
    const refused = await postHook(one.hook, JSON.stringify(makeEvent()), signature)
    expect(await refused.json()).toMatchObject({ error: { code: 'TOO_MANY' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(300)
    expect((await asDevice(url, one.token).events('?after=0')).latest_seq).toBe(100)
    // A repeat of a stored notification is still recognized, other signatures are accepted, and so is this one elsewhere.
    expect((await postHook(one.hook, first, signature)).status).toBe(200)
    const bound = JSON.stringify(makeEvent())
    expect((await postHook(one.hook, bound, signBody(key, bound))).status).toBe(202)
    expect((await postAlike(two.hook, 1, signature)).statuses).toEqual([202])
    await until(() => (log().includes('a signature arrived with too many bodies') ? true : undefined))
  })

  test('a signature with a unique claim that was seen at one office is refused at every office with another body', async () => {
    const [one, two] = [await makeOffice('One'), await makeOffice('Two')]
    // This signature does not cover the body, but names itself.
    const signature = signEvent(key, { iat: Math.floor(Date.now() / 1000), jti: crypto.randomUUID() })
    const body = JSON.stringify(makeEvent())
    expect((await postHook(one.hook, body, signature)).status).toBe(202)
    const invented = JSON.stringify(makeEvent())
    for (const { hook } of [one, two]) {
      const refused = await postHook(hook, invented, signature)
      expect([refused.status, await refused.json()]).toMatchObject([
        401,
        { error: { code: 'SIGNATURE_INVALID' } },
      ])
    }
    // A signature that names its event is bound to the first body of this event, at every office.
    const event = makeEvent()
    const named = signEvent(key, { event_id: event.event_id })
    expect((await postHook(one.hook, JSON.stringify(event), named)).status).toBe(202)
    const altered = JSON.stringify({ ...event, status: 'app_funded' })
    expect((await postHook(one.hook, altered, named)).status).toBe(409)
    expect((await postHook(two.hook, altered, named)).status).toBe(401)
    expect(await eventsOf(two.token)).toEqual([])
    // A repeat of the same notification is still recognized.
    expect((await postHook(one.hook, body, signature)).status).toBe(200)
    await until(() => (log().includes('a known signature arrived again') ? true : undefined))
  })

  test('a signature with a unique claim of a deleted office is refused with another body at every office for as long as it is valid', async () => {
    const [one, two] = [await makeOffice('One'), await makeOffice('Two')]
    const signature = signEvent(key, { iat: Math.floor(Date.now() / 1000), jti: crypto.randomUUID() })
    expect((await postHook(one.hook, JSON.stringify(makeEvent()), signature)).status).toBe(202)
    await api.call('DELETE', '/v1/offices/{office}', { office: one.office })
    const invented = JSON.stringify(makeEvent())
    const refused = await postHook(two.hook, invented, signature)
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { error: { code: 'SIGNATURE_INVALID' } },
    ])
    const store = await storeAt(place)
    after.add(() => store.close())
    async function reclaimIn(days: number): Promise<void> {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 3_600_000 })
      await store.reclaim().finally(() => vi.useRealTimers())
    }
    await reclaimIn(7)
    expect((await postHook(two.hook, invented, signature)).status).toBe(401)
    // It is forgotten then. The relay of this test takes it, because its own clock has not moved.
    await reclaimIn(9)
    expect((await postHook(two.hook, invented, signature)).status).toBe(202)
  })
})
