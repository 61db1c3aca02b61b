import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup } from '../support/cleanup.ts'
import { parsePairLink } from '../../src-shared/platform/addresses/deep-link.ts'
import { RELAY, runProgram } from '../../build/demo/program.ts'
import {
  OFFICE,
  asDevice,
  makePairingCode,
  pairDevice,
  postHook,
  postPairing,
  relayCommand,
  setUpRelay,
  signBody,
  startRelay,
  storeAt,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

const PUBLIC_URL = 'https://relay.example'
const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let relay: RelayProgram
let url: string
let data: string
let hook_path: string
beforeAll(async () => {
  const keyServer = await startKeyServer(cleanup, [key])
  ;({ data, hook_path } = await setUpRelay(cleanup, keyServer.url))
  relay = await startRelay(cleanup, data, '--public-url', `${PUBLIC_URL}/`)
  url = relay.ready.url
})

/** Returns a code with the same first group (the lookup key) and another secret. */
const wrong = (code: string) => `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
const pairStatus = async (code: string) => (await postPairing(url, code)).status

test('a code pairs exactly one workstation and may be typed in any common form', async () => {
  const asked = Date.now()
  const { code, expires_at } = await relayCommand<{ code: string; expires_at: string }>(data, [
    'pair',
    '--name',
    'Office',
    '--environment',
    'sandbox',
  ])
  const lifetime = 10 * 60_000
  expect(Date.parse(expires_at)).toBeGreaterThanOrEqual(asked + lifetime)
  expect(Date.parse(expires_at)).toBeLessThanOrEqual(Date.now() + lifetime)

  const response = await postPairing(url, code.toLowerCase().replaceAll('-', ' '))
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const paired = (await response.json()) as Record<string, string>
  expect(paired).toEqual({
    device_id: expect.any(String),
    device_token: expect.stringMatching(/^[\w-]{43}$/),
    environment: 'sandbox',
  })
  expect(await pairStatus(code)).toBe(403)

  const { devices } = await relayCommand<{ devices: Record<string, unknown>[] }>(data, ['device', 'list'])
  expect(devices).toContainEqual(
    expect.objectContaining({
      device_id: paired['device_id'],
      name: 'Office',
      workstation: 'front-desk-pc',
      revoked_at: null,
    }),
  )
})

test('a code is still valid after four wrong tries and invalid after five', async () => {
  const [patient, dead] = [await makePairingCode(data), await makePairingCode(data)]
  for (let tries = 1; tries <= 5; tries += 1) {
    if (tries < 5) expect(await pairStatus(wrong(patient))).toBe(403)
    expect(await pairStatus(wrong(dead))).toBe(403)
  }
  expect(await pairStatus(patient)).toBe(200)
  expect(await pairStatus(dead)).toBe(403)
})

test('a code expires', async () => {
  const code = await makePairingCode(data)
  // Make the pairing code expire now, instead of waiting ten minutes.
  const database = new DatabaseSync(join(data, 'relay.db'))
  database.prepare('UPDATE pairing_codes SET expires_at = ?').run(new Date().toISOString())
  database.close()
  expect(await pairStatus(code)).toBe(403)
})

test('an invalid code and an invalid request are refused', async () => {
  expect(await pairStatus('not a code')).toBe(403)
  const empty = await fetch(`${url}/v1/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(empty.status).toBe(400)
})

test('a device gets its data and its inlets, the newest inlet first', async () => {
  const { device_id, device_token } = await pairDevice(data, url)
  const newer = await relayCommand<{ path: string }>(data, ['inlet', 'add', '--environment', 'sandbox'])
  const answer = await (await asDevice(url, device_token).get('/v1/device')).json()
  expect(answer).toEqual({
    device_id,
    name: 'Office',
    environment: 'sandbox',
    inlet_urls: [`${PUBLIC_URL}${newer.path}`, `${PUBLIC_URL}${hook_path}`],
  })
})

test('an answer to a heartbeat must name a stream and come from a paired device', async () => {
  const { device_token } = await pairDevice(data, url)
  const stream = crypto.randomUUID()
  const answer = async (body: string, token?: string) => {
    const authorization: Record<string, string> =
      token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/v1/heartbeat?x=1`, { method: 'POST', headers: authorization, body })
    return [response.status, ((await response.json()) as { error?: { code: string } }).error?.code]
  }
  const body = JSON.stringify({ stream })
  expect(await answer(body, device_token)).toEqual([200, undefined])
  expect(await answer(body)).toEqual([401, 'DEVICE_REFUSED'])
  expect(await answer(body, 'x'.repeat(43))).toEqual([401, 'DEVICE_REFUSED'])
  for (const garbage of [
    '',
    '{',
    'null',
    '[]',
    '{"stream":7}',
    '{"stream":"x"}',
    '\u0000',
    '[['.repeat(30_000),
  ])
    expect(await answer(garbage, device_token)).toEqual([400, 'BAD_REQUEST'])
  expect((await fetch(`${url}/v1/heartbeat`)).status).toBe(404)
  expect((await fetch(`${url}/v1/heartbeats`, { method: 'POST', body })).status).not.toBe(200)
})

test('neither tokens nor codes are stored in plain text', async () => {
  const code = await makePairingCode(data)
  const { device_token } = await pairDevice(data, url)
  const database = new DatabaseSync(join(data, 'relay.db'), { readOnly: true })
  const kept = JSON.stringify([
    database.prepare('SELECT * FROM devices').all(),
    database.prepare('SELECT * FROM pairing_codes').all(),
  ])
  database.close()
  expect(kept).toContain('front-desk-pc')
  expect(kept).not.toContain(device_token)
  expect(kept).not.toContain(code)
})

test('unknown and revoked devices get 401, and their open streams and polls end', async () => {
  const { device_id, device_token } = await pairDevice(data, url)
  const device = asDevice(url, device_token)
  const { latest_seq } = await device.events()
  const stream = await device.stream(latest_seq)
  expect((await stream.next())?.event).toBe('bounds')
  const polling = device.get(`/v1/events?after=${latest_seq}&wait=60`)
  await relayCommand(data, ['device', 'revoke', '--device', device_id])

  for (const who of [device, asDevice(url, 'x'.repeat(43)), asDevice(url, '')]) {
    const answers = await Promise.all([who.get('/v1/device'), who.get('/v1/events'), who.ack(0)])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
    expect((await who.stream()).status).toBe(401)
  }
  const body = JSON.stringify(makeEvent())
  expect((await postHook(`${url}${hook_path}`, body, signBody(key, body))).status).toBe(202)
  expect(await stream.next()).toBeNull()
  expect((await polling).status).toBe(401)
})

test('a poll that ends without an event returns 401 if the device was revoked during the poll', async () => {
  const ending = await startRelay(cleanup, data)
  const { device_id, device_token } = await pairDevice(data, ending.ready.url)
  const device = asDevice(ending.ready.url, device_token)
  const { latest_seq } = await device.events()
  const polling = device.get(`/v1/events?after=${latest_seq}&wait=60`)
  // The test sent the poll before this request. When this request gets its response, the poll is waiting.
  await device.events()
  const store = await storeAt(data)
  await store.office(OFFICE).revokeDevice(device_id, new Date().toISOString())
  await store.close()
  expect(await ending.stop()).toBe(0)
  expect((await polling).status).toBe(401)
})

test('relay pair prints the link that opens the app if the public address is https', async () => {
  const of = ['--data', data, '--name', 'Front desk', '--environment', 'sandbox']
  const run = (RELAY_PUBLIC_URL: string) => runProgram(RELAY, ['pair', ...of], { RELAY_PUBLIC_URL })
  const [linked, plain] = await Promise.all([run(`${PUBLIC_URL}/`), run('http://relay.example')])
  const [, code = '', link = ''] = /: (\S{14})\nLink that opens the app: (\S+)\n/.exec(linked.stdout) ?? []
  expect(parsePairLink(link)).toEqual({ invitation: { url: PUBLIC_URL, code } })
  expect(plain.stdout).toMatch(/: \S{14}\nIt works once/)
})

test('the command line refuses invalid commands with a readable message', async () => {
  const run = (...args: string[]) => runProgram(RELAY, args)
  const [help, portTaken, unknown, plainHttp, notSet, notPaired] = await Promise.all([
    run('serve', '--help'),
    run('serve', '--data', cleanup.folder(), '--port', new URL(url).port, '--exit-with-parent'),
    run('dance'),
    run('environment', 'set', '--data', data, '--name', 'sandbox', '--jwks-url', 'http://keys.example/jwks'),
    run('pair', '--data', cleanup.folder(), '--name', 'Office', '--environment', 'production'),
    run('device', 'revoke', '--data', data, '--device', 'nobody'),
  ])
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('--public-url <URL>') })
  expect(portTaken).toMatchObject({ code: 2, stderr: expect.stringContaining('EADDRINUSE') })
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("unknown command 'dance'") })
  expect(plainHttp).toMatchObject({ code: 2, stderr: expect.stringContaining('use https') })
  expect(notSet).toMatchObject({ code: 2, stderr: expect.stringContaining('relay environment set') })
  expect(notPaired).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No paired device has this id'),
  })
})
