import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Cleanup, until } from '../support/cleanup.ts'
import { onEachEngine } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { ADMIN_TOKEN, OfficeApiClient, startRelayWithApi } from '../support/relay/office-api.ts'
import { runSql } from '../support/relay/postgres.ts'
import { asDevice, postHook, postPairing, relayCommand, signBody, storeAt } from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let jwks_url: string
let fetches: () => number
beforeAll(async () => {
  const server = await startKeyServer(cleanup, [key])
  jwks_url = server.url
  fetches = () => server.fetches
})

interface Place {
  office: string
  hook: string
  token: string
  device_id: string
}

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

  async function changeData(sql: string): Promise<void> {
    if (place.startsWith('postgres://')) return void (await runSql(place, sql))
    const database = new DatabaseSync(join(place, 'relay.db'))
    try {
      database.exec(sql)
    } finally {
      database.close()
    }
  }

  /** Creates an office with an environment, an inlet, and a paired device. */
  async function makeOffice(name: string, quotas: object = {}): Promise<Place> {
    const created = await api.call<{ id: string }>('POST', '/v1/offices', {}, { name, ...quotas })
    expect(created.status).toBe(201)
    const office = created.body.id
    await api.call(
      ...(['PUT', '/v1/offices/{office}/environments/{environment}'] as const),
      { office, environment: 'sandbox' },
      { partner: 'acme' },
    )
    const { body: inlet } = await api.call<{ path: string }>(
      ...(['POST', '/v1/offices/{office}/inlets', { office }, { environment: 'sandbox' }] as const),
    )
    const { token, device_id } = await pair(office)
    return { office, hook: `${url}${inlet.path}`, token, device_id }
  }

  const invite = (office: string) =>
    api.call<{ code: string; link: string | null }>(
      'POST',
      '/v1/offices/{office}/pairing-codes',
      { office },
      { name: 'Front desk', environment: 'sandbox' },
    )

  async function pair(office: string) {
    const response = await postPairing(url, (await invite(office)).body.code)
    expect(response.status).toBe(200)
    const { device_token, device_id } = (await response.json()) as { device_token: string; device_id: string }
    return { token: device_token, device_id }
  }

  async function post(hook: string, padding = 'x') {
    const event = makeEvent({ padding })
    const body = JSON.stringify(event)
    const response = await postHook(hook, body, signBody(key, body))
    return { event_id: event.event_id, status: response.status, response }
  }

  const eventsOf = async (token: string) => (await asDevice(url, token).events('?after=0')).events

  test('each office has its own events, numbers, devices, and inlets', async () => {
    const [one, two] = [await makeOffice('One'), await makeOffice('Two')]
    const first = await post(one.hook)
    const others = [await post(two.hook), await post(two.hook)]
    const stream = await asDevice(url, one.token).stream(0)
    expect(await stream.next()).toMatchObject({ event: 'bounds', data: { oldest_seq: 1, latest_seq: 1 } })
    expect(await stream.next()).toMatchObject({ id: '1', data: { event_id: first.event_id } })
    await post(two.hook)
    const next = await post(one.hook)
    expect(await stream.next()).toMatchObject({ id: '2', data: { event_id: next.event_id } })
    stream.close()
    expect((await eventsOf(two.token)).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect((await eventsOf(two.token)).slice(0, 2).map(({ event_id }) => event_id)).toEqual(
      others.map(({ event_id }) => event_id),
    )
    const device = (await (await asDevice(url, one.token).get('/v1/device')).json()) as {
      inlet_urls: string[]
    }
    expect(device.inlet_urls).toEqual([one.hook])
    // The same notification at both offices is an event of both. Neither office can tell that the other one got it.
    const body = JSON.stringify(makeEvent())
    const send = async ({ hook }: { hook: string }) =>
      (await postHook(hook, body, signBody(key, body))).status
    expect(await Promise.all([send(one), send(two)])).toEqual([202, 202])
    expect(await Promise.all([send(one), send(two)])).toEqual([200, 200])
  })

  test('a token, an inlet, a device, or a stream of one office opens nothing in another', async () => {
    const [one, two] = [await makeOffice('One'), await makeOffice('Two')]
    await post(one.hook)
    expect(await eventsOf(two.token)).toEqual([])
    expect((await asDevice(url, two.token).ack(1)).status).toBe(400)
    const inlet = one.hook.split('/').at(-1) ?? ''
    const foreign = [
      api.call(...(['DELETE', '/v1/offices/{office}/devices/{device}'] as const), {
        office: two.office,
        device: one.device_id,
      }),
      api.call('DELETE', '/v1/offices/{office}/inlets/{inlet}', { office: two.office, inlet }),
      api.call('GET', '/v1/offices/{office}', { office: 'office-0000000000000000' }),
    ]
    for (const { status, body } of await Promise.all(foreign)) {
      expect(status).toBe(404)
      expect(JSON.stringify(body)).not.toContain(one.device_id)
    }
    expect((await post(one.hook)).status).toBe(202)
    expect(await eventsOf(one.token)).toHaveLength(2)
  })

  test('a suspended office is refused with a clear answer, keeps its data, and other offices notice nothing', async () => {
    const [one, two] = [await makeOffice('One'), await makeOffice('Two')]
    await post(one.hook)
    const stream = await asDevice(url, one.token).stream(0)
    await stream.next()
    await api.call('POST', '/v1/offices/{office}/suspend', { office: one.office })
    while ((await stream.next()) !== null);
    const refused = (await post(one.hook)).response
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { error: { code: 'OFFICE_SUSPENDED' } },
    ])
    expect((await asDevice(url, one.token).get('/v1/events')).status).toBe(403)
    expect((await postPairing(url, (await invite(one.office)).body.code)).status).toBe(403)
    expect((await post(two.hook)).status).toBe(202)
    expect((await asDevice(url, two.token).get('/v1/events')).status).toBe(200)
    await api.call('POST', '/v1/offices/{office}/resume', { office: one.office })
    expect((await post(one.hook)).status).toBe(202)
    expect(await eventsOf(one.token)).toHaveLength(2)
  })

  test('an office over a quota gets 429 with Retry-After, and other offices notice nothing', async () => {
    const quotas = { max_events_per_minute: 2, max_devices: 1, max_streams: 1 }
    const [limited, other] = [await makeOffice('Limited', quotas), await makeOffice('Other')]
    const statuses = [await post(limited.hook), await post(limited.hook), await post(limited.hook)]
    expect(statuses.map(({ status }) => status)).toEqual([202, 202, 429])
    expect(Number(statuses[2]?.response.headers.get('retry-after'))).toBeGreaterThan(0)
    const full = await postPairing(url, (await invite(limited.office)).body.code)
    expect([full.status, Number(full.headers.get('retry-after')) > 0]).toEqual([429, true])
    const stream = await asDevice(url, limited.token).stream(0)
    await stream.next()
    expect((await asDevice(url, limited.token).stream(0)).status).toBe(429)
    // A poll that waits counts like a stream. One that does not wait only reads.
    const polls = ['?after=2&wait=5', '?after=2'].map((query) =>
      asDevice(url, limited.token).get(`/v1/events${query}`),
    )
    expect((await Promise.all(polls)).map(({ status }) => status)).toEqual([429, 200])
    stream.close()
    // The relay notices after a moment that the stream is closed. Then the poll waits in its place.
    await until(async () => {
      const { status } = await asDevice(url, limited.token).get('/v1/events?after=2&wait=1')
      return status === 200 || undefined
    })
    expect((await post(other.hook)).status).toBe(202)
    const open = [await asDevice(url, other.token).stream(0), await asDevice(url, other.token).stream(0)]
    expect(open.map(({ status }) => status)).toEqual([200, 200])
    for (const one of open) one.close()

    const { office } = limited
    const small = { max_events_per_minute: null, max_bytes: 3000 }
    await api.call('PATCH', '/v1/offices/{office}', { office }, small)
    const sizes = []
    for (let count = 0; count < 5; count += 1) sizes.push(await post(limited.hook, 'x'.repeat(1000)))
    expect(sizes.map(({ status }) => status)).toContain(202)
    expect([sizes[4]?.status, sizes[4]?.response.headers.get('retry-after')]).toEqual([429, '900'])
    expect((await post(other.hook)).status).toBe(202)
    // A purge makes room again.
    await api.call(
      ...(['POST', '/v1/offices/{office}/environments/{environment}/purge'] as const),
      { office, environment: 'sandbox' },
      { older_than_days: 0 },
    )
    expect((await post(limited.hook)).status).toBe(202)
  })

  test('a purge over the API also deletes the rows that an interrupted purge has only hidden', async () => {
    const { office, hook } = await makeOffice('One')
    for (let count = 0; count < 3; count += 1) await post(hook)
    const store = await storeAt(place)
    after.add(() => store.close())
    const { office_id = 0 } = (await store.findOffice(office)) ?? {}
    const own = store.office(office_id)
    await changeData(`UPDATE environments SET purged_through = 1 WHERE office_id = ${office_id}`)
    const { body } = await api.call(
      ...(['POST', '/v1/offices/{office}/environments/{environment}/purge'] as const),
      { office, environment: 'sandbox' },
      { older_than_days: 0 },
    )
    expect(body).toMatchObject({ purged: 2, ids: 0, events: 0, missed: [{ name: 'Front desk' }] })
    expect(await own.countRows()).toMatchObject({ events: 0, known_ids: 3 })
    expect(await own.bounds('sandbox')).toMatchObject({ oldest_seq: 4, latest_seq: 3 })
    expect((await post(hook)).status).toBe(202)
  })

  test('offices that share a partner profile fetch its keys once, and a change of the profile applies to all', async () => {
    const before = fetches()
    const offices = [await makeOffice('One'), await makeOffice('Two'), await makeOffice('Three')]
    for (const { hook } of offices) expect((await post(hook)).status).toBe(202)
    expect(fetches() - before).toBeLessThanOrEqual(1)
    const set = (sender_addresses: string[]) =>
      api.call('PUT', '/v1/partners/{partner}', { partner: 'acme' }, { jwks_url, sender_addresses })
    await set(['203.0.113.7'])
    for (const { hook } of offices) expect((await post(hook)).status).toBe(403)
    await set([])
    for (const { hook } of offices) expect((await post(hook)).status).toBe(202)
  })

  test('the deletion of an office removes every row and proves it, and other offices notice nothing', async () => {
    const [one, two] = [await makeOffice('One'), await makeOffice('Two')]
    const ownKeys = `${jwks_url}?of=${one.office}`
    await api.call(
      ...(['PUT', '/v1/offices/{office}/environments/{environment}'] as const),
      { office: one.office, environment: 'sandbox' },
      { jwks_url: ownKeys },
    )
    for (const { hook } of [one, one, two]) await post(hook)
    const store = await storeAt(place)
    after.add(() => store.close())
    await until(async () => (await store.loadKeySet(ownKeys)) ?? undefined)
    const stream = await asDevice(url, one.token).stream(2)
    await stream.next()
    const { body } = await api.call<Record<'deleted' | 'remaining', Record<string, number>>>(
      ...(['DELETE', '/v1/offices/{office}', { office: one.office }] as const),
    )
    expect(body.deleted).toMatchObject({
      events: 2,
      known_ids: 2,
      devices: 1,
      inlets: 1,
      environments: 1,
      offices: 1,
    })
    expect(Object.values(body.remaining).every((rows) => rows === 0)).toBe(true)
    // The keys of an address that no office uses any more are deleted too.
    expect(await store.loadKeySet(ownKeys)).toBeNull()
    expect(await store.loadKeySet(jwks_url)).not.toBeNull()
    while ((await stream.next()) !== null);
    expect((await post(one.hook)).status).toBe(404)
    expect((await asDevice(url, one.token).get('/v1/events')).status).toBe(401)
    expect((await api.call('GET', '/v1/offices/{office}', { office: one.office })).status).toBe(404)
    expect(await eventsOf(two.token)).toHaveLength(1)
    expect((await post(two.hook)).status).toBe(202)
  })

  test('the audit log records every change and every export of an office', async () => {
    const { office, hook, device_id } = await makeOffice('One')
    const unrelated = (await api.call<{ id: string }>('POST', '/v1/offices', {}, { name: 'Two' })).body.id
    for (let count = 0; count < 3; count += 1) await post(hook)
    const inSandbox = { office, environment: 'sandbox' }
    const events = '/v1/offices/{office}/environments/{environment}/events'
    await api.call('PATCH', '/v1/offices/{office}', { office }, { name: 'Renamed', max_devices: 3 })
    await api.call('POST', '/v1/offices/{office}/suspend', { office })
    await api.call('POST', '/v1/offices/{office}/resume', { office })
    await api.call('GET', events, { ...inSandbox, after: '1' })
    // A page without events reads nothing.
    await api.call('GET', events, { ...inSandbox, after: '3' })
    await api.call('GET', '/v1/offices/{office}/export', { office })
    await api.call('POST', '/v1/offices/{office}/environments/{environment}/purge', inSandbox, {
      older_than_days: 0,
    })
    await api.call('PUT', '/v1/partners/{partner}', { partner: 'acme' }, { jwks_url })
    await relayCommand(place, ['partner', 'set', '--name', 'acme', '--jwks-url', jwks_url])
    await api.call(
      'POST',
      '/v1/offices/{office}/inlets',
      { office },
      { environment: 'sandbox', revoke_old: true },
    )
    await api.call('DELETE', '/v1/offices/{office}/devices/{device}', { office, device: device_id })
    const audit = (of: string) =>
      api.call<{ entries: { entry: number; actor: string; action: string; details: object }[] }>(
        ...(['GET', '/v1/offices/{office}/audit', { office: of }] as const),
      )
    const { body } = await audit(office)
    const byApi = (action: string) => `administration API: ${action}`
    expect(body.entries.map(({ entry, actor, action }) => `${entry} ${actor}: ${action}`)).toEqual(
      [
        ...['office created', 'environment set', 'inlet added', 'pairing code created'].map(byApi),
        `device ${device_id}: device paired`,
        ...['office renamed', 'quotas set', 'office suspended', 'office resumed', 'events exported'].map(
          byApi,
        ),
        ...['data exported', 'events purged', 'partner profile set'].map(byApi),
        'command line: partner profile set',
        ...['inlet added', 'inlet revoked', 'device revoked'].map(byApi),
      ].map((line, at) => `${at + 1} ${line}`),
    )
    const detailsOf = (action: string) => body.entries.find((entry) => entry.action === action)?.details
    expect(detailsOf('events exported')).toEqual({ environment: 'sandbox', first: 2, last: 3 })
    expect(detailsOf('events purged')).toEqual({ environment: 'sandbox', events: 3 })
    expect(detailsOf('partner profile set')).toMatchObject({ name: 'acme', jwks_url, sender_addresses: [] })
    expect(JSON.stringify(body)).not.toMatch(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/)
    // A profile that an office does not use does not concern it.
    expect((await audit(unrelated)).body.entries.map(({ action }) => action)).toEqual(['office created'])
  })

  test('the database refuses to change or delete an entry of an audit log', async () => {
    await makeOffice('One')
    for (const sql of ["UPDATE audit_log SET actor = 'nobody'", 'DELETE FROM audit_log'])
      await expect(changeData(sql)).rejects.toThrow('the audit log is append-only')
  })

  test('the command line shows, limits, exports, and deletes an office, and asks which one if there are several', async () => {
    const { office, hook } = await makeOffice('One')
    const { event_id } = await post(hook)
    const command = <T>(...args: string[]) => relayCommand<T>(place, args)
    const file = join(after.folder(), 'office.jsonl')
    await expect(command('office', 'export', '--office', 'office-0', '--to', file)).rejects.toThrow(
      'No office',
    )
    expect(existsSync(file)).toBe(false)
    const [refused, unconfirmed, tooLong, limits] = await Promise.all([
      command('device', 'list').catch(String),
      command('office', 'delete', '--office', office).catch(String),
      command('office', 'limits', '--office', office, '--keep-days', '200000000').catch(String),
      command('office', 'limits', '--office', office, '--max-devices', '3'),
      command('office', 'export', '--office', office, '--to', file),
    ])
    expect(refused).toContain('--office ID')
    expect(unconfirmed).toContain('--yes')
    expect(tooLong).toContain('--keep-days: at most 36500')
    expect(limits).toMatchObject({ id: office, max_devices: 3 })
    const records = readFileSync(file, 'utf8').trim().split('\n')
    expect(records.map((line) => (JSON.parse(line) as { record: string }).record)).toEqual(
      expect.arrayContaining(['office', 'environment', 'inlet', 'device', 'event', 'audit']),
    )
    expect(records.join('\n')).toContain(event_id)
    expect(await command('office', 'delete', '--office', office, '--yes')).toMatchObject({
      deleted: { events: 1 },
      remaining: { events: 0, audit_log: 0 },
    })
  })

  test('every operation of the administration API answers as its OpenAPI document says, and only with the token', async () => {
    const { office, hook, device_id } = await makeOffice('One')
    await post(hook)
    const environment = 'sandbox'
    const inlet = hook.split('/').at(-1) ?? ''
    const bodies: Record<string, object> = {
      'POST /v1/offices': { name: 'Two' },
      'PATCH /v1/offices/{office}': { name: 'Renamed', keep_days: 7 },
      'PUT /v1/offices/{office}/environments/{environment}': { jwks_url, sender_addresses: ['::1'] },
      'POST /v1/offices/{office}/pairing-codes': { name: 'Desk', environment },
      'PATCH /v1/offices/{office}/devices/{device}': { name: 'Renamed' },
      'POST /v1/offices/{office}/inlets': { environment, revoke_old: true },
      'POST /v1/offices/{office}/environments/{environment}/purge': { older_than_days: 1 },
      'PUT /v1/partners/{partner}': { jwks_url },
    }
    const operations = Object.entries(api.document.paths)
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
      )
      // The operations that end something come last.
      .toSorted(
        (a, b) =>
          Number(a.method === 'DELETE') - Number(b.method === 'DELETE') || b.path.length - a.path.length,
      )
    expect(operations.length).toBeGreaterThan(15)
    const parts = { office, environment, inlet, device: device_id, partner: 'other' }
    for (const { method, path } of operations) {
      const used = Object.fromEntries(Object.entries(parts).filter(([name]) => path.includes(`{${name}}`)))
      const body = bodies[`${method} ${path}`]
      expect((await api.call(method, path, used, body, 'wrong token')).status).toBe(401)
      if (body !== undefined) expect((await api.call(method, path, used, { wrong: 1 })).status).toBe(400)
      const { status } = await api.call(method, path, used, body)
      // The rotation above has already revoked this inlet.
      const expected = path.endsWith('/inlets/{inlet}') ? [404] : [200, 201]
      expect([`${method} ${path}`, expected.includes(status)]).toEqual([`${method} ${path}`, true])
    }
    expect(log()).not.toContain(ADMIN_TOKEN)
  })

  test('a store that lost its office answers instead of failing for others', async () => {
    const { office } = await makeOffice('One')
    const store = await storeAt(place)
    after.add(() => store.close())
    const found = await store.findOffice(office)
    const own = store.office(found?.office_id ?? 0)
    await own.delete()
    expect(Object.values(await own.countRows()).every((rows) => rows === 0)).toBe(true)
    await expect(own.record('too late', {})).resolves.toBeUndefined()
    expect(await own.readAudit(0, 10)).toEqual([])
  })
})
