import { chmodSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { listen } from '../support/relay/listen.ts'
import { Cleanup, until, untilLogged } from '../support/cleanup.ts'
import { RELAY, runProgram } from '../../build/demo/program.ts'
import {
  asDevice,
  pairDevice,
  postHook,
  relayCommand,
  setUpRelay,
  signBody,
  startRelay,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

let jwks_url: string
let relay: RelayProgram
let data: string
let hook_path: string
let paired: { device_id: string; device_token: string }
beforeAll(async () => {
  jwks_url = (await startKeyServer(cleanup, [key])).url
  ;({ data, hook_path } = await setUpRelay(cleanup, jwks_url))
  relay = await startRelay(cleanup, data)
  paired = await pairDevice(data, relay.ready.url)
})

async function post(count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const event = makeEvent()
      const body = JSON.stringify(event)
      const { status } = await postHook(`${relay.ready.url}${hook_path}`, body, signBody(key, body))
      expect(status).toBe(202)
      return event.event_id
    }),
  )
}

const command = <T>(...args: string[]) => relayCommand<T>(data, args)
const run = (...args: string[]) => runProgram(RELAY, args)

describe('event administration', () => {
  test('shows events by number and by id, with the devices that acknowledged them, and the body only on request', async () => {
    const [event_id = ''] = await post(1)
    const { latest_seq } = await asDevice(relay.ready.url, paired.device_token).events()
    const [words, shown] = await Promise.all([
      run('event', 'show', '--data', data, '--environment', 'sandbox', '--event', event_id),
      command<Record<string, unknown>>(
        ...['event', 'show', '--environment', 'sandbox', '--event', String(latest_seq), '--body'],
      ),
    ])
    expect(words.stdout).toMatch(/waits for +Office/)
    expect(words.stdout).not.toContain('application_id')
    expect(shown).toMatchObject({ seq: latest_seq, event_id, sender: '127.0.0.1' })
    expect(Buffer.from(String(shown['body']), 'base64').toString()).toContain('application_id')
  })

  test('lists the newest events first', async () => {
    await post(3)
    const list = (...args: string[]) =>
      command<{ latest_seq: number; events: { seq: number }[] }>(
        ...['event', 'list', '--environment', 'sandbox', ...args],
      )
    const { latest_seq, events } = await list('--newest', '--limit', '2')
    expect(events.map(({ seq }) => seq)).toEqual([latest_seq, latest_seq - 1])
    await expect(list('--newest', '--after', '1')).rejects.toThrow('--newest')
  })

  test('replays events to one device until the device has acknowledged them again', async () => {
    const device = asDevice(relay.ready.url, paired.device_token)
    await post(3)
    const { latest_seq } = await device.events()
    await device.ack(latest_seq)
    const from = latest_seq - 1
    expect(await command('event', 'replay', '--device', paired.device_id, '--event', String(from))).toEqual({
      device_id: paired.device_id,
      name: 'Office',
      replay_from: from,
    })

    // During a replay (the relay sends stored events again), the relay ignores the cursor that the device sends.
    const stream = await device.stream(latest_seq)
    expect(await stream.next()).toMatchObject({ event: 'bounds' })
    expect(await stream.next()).toMatchObject({ event: 'gap', data: { oldest_seq: from, latest_seq } })
    expect([(await stream.next())?.id, (await stream.next())?.id]).toEqual([`${from}`, `${latest_seq}`])
    stream.close()
    // A long poll without a cursor also returns the events from the replay's start on.
    expect((await device.events()).events.map(({ seq }) => seq)).toEqual([from, latest_seq])

    // The device may again acknowledge the position that it had before the replay. This does not end the replay.
    await device.ack(latest_seq)
    expect((await device.events()).events.map(({ seq }) => seq)).toEqual([from, latest_seq])
    await device.ack(from)
    await device.ack(latest_seq)
    const [next = ''] = await post(1)
    const again = await device.stream(latest_seq)
    expect(await again.next()).toMatchObject({ event: 'bounds' })
    expect(await again.next()).toMatchObject({ event: 'partner-event', data: { event_id: next } })
    again.close()
  })

  test('replays events to a connected app', async () => {
    const { url } = relay.ready
    const cursor = (await asDevice(url, paired.device_token).events('?after=0')).latest_seq
    const app = listen(cleanup, url, paired.device_token, { cursor })
    await app.reaches('live')
    await post(2)
    await app.has(2)
    app.source.acknowledge(cursor + 2)
    await command('event', 'replay', '--device', paired.device_id, '--event', String(cursor + 1))
    await post(1)
    await app.has(5)
    expect(app.gaps).toEqual([cursor + 1])
    expect(app.seqs()).toEqual([1, 2, 1, 2, 3].map((number) => cursor + number))
    await app.source.stop()
  })

  test('sends an app every event after its cursor if the cursor is before the start of the replay', async () => {
    const { url } = relay.ready
    const { latest_seq: cursor } = await asDevice(url, paired.device_token).events('?after=0')
    await post(3)
    await command('event', 'replay', '--device', paired.device_id, '--event', String(cursor + 3))
    const app = listen(cleanup, url, paired.device_token, { cursor })
    await app.has(3)
    expect(app.seqs()).toEqual([1, 2, 3].map((number) => cursor + number))
    app.source.acknowledge(cursor + 3)
    // The app's acknowledgment ends the replay.
    const device = asDevice(url, paired.device_token)
    await until(async () => ((await device.events()).events.length === 0 ? true : undefined))
    await app.source.stop()
  })

  test('reports the gap of a replay to the app again until the app can store its new cursor', async () => {
    const { url } = relay.ready
    const [event_id = ''] = await post(1)
    const device = asDevice(url, paired.device_token)
    const { latest_seq: cursor } = await device.events('?after=0')
    await device.ack(cursor)
    await command('event', 'replay', '--device', paired.device_id, '--event', event_id)
    let tries = 0
    const app = listen(cleanup, url, paired.device_token, {
      cursor,
      onGap: async () => {
        // During this wait, the app sends the relay the position from before the replay. This must not end the replay.
        await new Promise((resolve) => setTimeout(resolve, 300))
        if (++tries === 1) throw new Error('the vault is away')
      },
    })
    await app.has(1)
    expect([app.gaps, app.seqs()]).toEqual([[cursor, cursor], [cursor]])
    await app.source.stop()
  })

  test('purges all but a given number of events, and lists the devices that had not read the purged ones', async () => {
    const device = asDevice(relay.ready.url, paired.device_token)
    await post(5)
    const { latest_seq } = await device.events()
    const purged = await command<Record<string, unknown>>(
      ...['event', 'purge', '--environment', 'sandbox', '--keep-events', '2'],
    )
    expect(purged).toMatchObject({ events: 2, missed: [{ device_id: paired.device_id, name: 'Office' }] })
    expect(await device.events('?after=0')).toMatchObject({
      oldest_seq: latest_seq - 1,
      events: [{ seq: latest_seq - 1 }, { seq: latest_seq }],
    })
    const stream = await device.stream(0)
    await stream.next()
    expect(await stream.next()).toMatchObject({ event: 'gap', data: { oldest_seq: latest_seq - 1 } })
    stream.close()
  })
})

test(
  'if the start of a replay was purged, the relay ends the replay once the app has received the remaining events',
  { tags: ['all'] },
  async () => {
    const { url } = relay.ready
    const device = asDevice(url, paired.device_token)
    const [event_id = ''] = await post(1)
    const { latest_seq } = await device.events('?after=0')
    await command('event', 'replay', '--device', paired.device_id, '--event', event_id)
    await post(3)
    await command('event', 'purge', '--environment', 'sandbox', '--keep-events', '2')
    const app = listen(cleanup, url, paired.device_token, { cursor: latest_seq })
    await app.has(2)
    expect([app.gaps, app.seqs()]).toEqual([[latest_seq + 2], [latest_seq + 2, latest_seq + 3]])
    // The app reports to the relay that it processed the gap. Wait for this report before stopping the app.
    await until(async () => {
      const { devices } = await command<{ devices: { device_id: string; replay_from: number | null }[] }>(
        ...['device', 'list'],
      )
      const { replay_from } = devices.find(({ device_id }) => device_id === paired.device_id) ?? {}
      return replay_from === null ? true : undefined
    })
    await app.source.stop()
    const again = listen(cleanup, url, paired.device_token, { cursor: latest_seq + 3 })
    await post(1)
    await again.has(1)
    expect(again.gaps).toEqual([])
    await again.source.stop()
  },
)

test('the address command adds and removes single sender addresses in canonical spelling', async () => {
  const addresses = (verb: string, ...given: string[]) =>
    command<{ sender_addresses: string[] }>(
      ...['address', verb, '--environment', 'sandbox', ...given.flatMap((ip) => ['--sender-address', ip])],
    )
  const { sender_addresses } = await addresses('add', '127.0.0.1', '::ffff:203.0.113.8', '2001:DB8:0::1')
  expect(sender_addresses).toEqual(['127.0.0.1', '203.0.113.8', '2001:db8::1'])
  await post(1)
  await addresses('remove', '127.0.0.1')
  const body = JSON.stringify(makeEvent())
  expect((await postHook(`${relay.ready.url}${hook_path}`, body, signBody(key, body))).status).toBe(403)
  expect((await addresses('remove', '203.0.113.8', '2001:db8::1')).sender_addresses).toEqual([])
})

test('the device command renames a device and refuses an unknown one', async () => {
  const { device_id } = paired
  expect(await command('device', 'rename', '--device', device_id, '--name', 'Front desk')).toEqual({
    device_id,
    name: 'Front desk',
  })
  const answer = await asDevice(relay.ready.url, paired.device_token).get('/v1/device')
  expect(await answer.json()).toMatchObject({ name: 'Front desk' })
  const unknown = await run('device', 'rename', '--data', data, '--device', 'x', '--name', 'y')
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('relay device list') })
})

test('the relay applies retention automatically at startup', { tags: ['all'] }, async () => {
  const other = await setUpRelay(cleanup, jwks_url)
  const first = await startRelay(cleanup, other.data, '--keep-events', '2')
  const sent = []
  for (let count = 0; count < 4; count += 1) {
    const event = makeEvent({ padding: 'x'.repeat(500) })
    const body = JSON.stringify(event)
    await postHook(`${first.ready.url}${other.hook_path}`, body, signBody(key, body))
    sent.push(event.event_id)
  }
  const { device_token } = await pairDevice(other.data, first.ready.url)
  // The relay checks the limit of stored events at intervals, not for each event.
  expect((await asDevice(first.ready.url, device_token).events()).events).toHaveLength(4)
  await first.stop()
  const second = await startRelay(cleanup, other.data, '--keep-events', '2')
  const device = asDevice(second.ready.url, device_token)
  await expect.poll(async () => (await device.events('?after=0')).oldest_seq).toBe(3)
  expect((await device.events('?after=0')).events.map(({ event_id }) => event_id)).toEqual(sent.slice(2))
  await untilLogged(second, 'a device had not read the purged events')
})

test('a backup works while events arrive, and a restore reports a gap to every device and reuses no number', async () => {
  const folder = cleanup.folder()
  const file = join(folder, 'backup.db')
  await post(2)
  const device = asDevice(relay.ready.url, paired.device_token)
  const before = (await device.events()).latest_seq
  await device.ack(before)
  const [facts] = await Promise.all([
    command<{ file: string; events: number; devices: number }>('backup', '--to', file),
    ...Array.from({ length: 10 }, () => post(1)),
  ])
  expect(facts).toMatchObject({ file, devices: 1 })
  expect(facts.events).toBeGreaterThanOrEqual(2)
  // Windows has no modes. There, a file inherits the permissions of its folder.
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0)
  // The backup does not contain these events.
  await post(3)
  const { latest_seq } = await device.events()
  await device.ack(latest_seq)

  const [again, running] = await Promise.all([
    run('backup', '--data', data, '--to', file),
    run('restore', '--data', data, '--from', file),
  ])
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already') })
  expect(running).toMatchObject({ code: 2, stderr: expect.stringContaining('Stop it first') })
  await relay.stop()
  const restored = await command<{ kept: string }>('restore', '--from', file)
  expect(statSync(restored.kept).size).toBeGreaterThan(0)

  relay = await startRelay(cleanup, data)
  const [newer = ''] = await post(1)
  const stream = await asDevice(relay.ready.url, paired.device_token).stream(latest_seq)
  expect(await stream.next()).toMatchObject({ event: 'bounds' })
  // The backup does not contain the newest events. The relay therefore reports a gap to the device, and the device asks the partner.
  const gap = await stream.next()
  expect(gap).toMatchObject({ event: 'gap' })
  expect(Number(gap?.data['oldest_seq'])).toBeLessThanOrEqual(latest_seq)
  let last = await stream.next()
  while (last?.data['event_id'] !== newer) last = await stream.next()
  expect(Number(last?.id)).toBeGreaterThan(latest_seq)
  stream.close()

  // Once the app has processed the gap, the relay sends no second gap, even if the app acknowledges no event.
  const { url } = relay.ready
  const app = listen(cleanup, url, paired.device_token, { cursor: latest_seq })
  await until(async () => {
    const reported = await asDevice(url, paired.device_token).stream(Number(last?.id) - 1)
    await reported.next()
    const first = await reported.next()
    reported.close()
    return first?.event === 'partner-event' ? true : undefined
  })
  expect(app.gaps).toEqual([gap?.data['oldest_seq']])
  await app.source.stop()

  writeFileSync(file, readFileSync(file).subarray(0, 8192))
  const damaged = await run('restore', '--data', join(folder, 'new'), '--from', file)
  expect(damaged.code).toBe(2)
})

test(
  'a restore keeps revocations made after the backup and ignores a journal without a database',
  { tags: ['all'] },
  async () => {
    const folder = cleanup.folder()
    const file = join(folder, 'backup.db')
    await command('backup', '--to', file)
    const { device_id, device_token } = await pairDevice(data, relay.ready.url)
    await command('backup', '--to', `${file}.later`)
    await command('device', 'revoke', '--device', device_id)
    await post(40)
    const journal = readFileSync(join(data, 'relay.db-wal'))
    expect(journal.length).toBeGreaterThan(0)
    await relay.stop()
    const restored = await command<{ revoked: string }>('restore', '--from', `${file}.later`)
    expect(restored.revoked).toBe('carried_over')
    relay = await startRelay(cleanup, data)
    const headers = { authorization: `Bearer ${device_token}` }
    expect((await fetch(`${relay.ready.url}/v1/device`, { headers })).status).toBe(401)
    await relay.stop()

    rmSync(join(data, 'relay.db'))
    writeFileSync(join(data, 'relay.db-wal'), journal)
    const { events, kept, revoked } = await command<{ events: number; kept: null; revoked: string }>(
      'restore',
      '--from',
      file,
    )
    expect([kept, revoked]).toEqual([null, 'not_known'])
    relay = await startRelay(cleanup, data)
    expect(await post(1)).toHaveLength(1)
    await relay.stop()
    const after = await command<{ events: number }>('backup', '--to', `${file}.after`)
    expect(after.events).toBe(events + 1)
    relay = await startRelay(cleanup, data)
  },
)

test('a restore replaces a damaged database with a backup and leaves no partial file', async () => {
  const folder = cleanup.folder()
  const file = join(folder, 'backup.db')
  await post(2)
  await command('backup', '--to', file)
  await relay.stop()
  const database = join(data, 'relay.db')
  const whole = readFileSync(database)
  writeFileSync(database, whole.subarray(0, whole.length - 4096))
  expect((await run('backup', '--data', data, '--to', join(folder, 'of-damaged.db'))).code).not.toBe(0)
  expect(readdirSync(folder)).toEqual(['backup.db'])

  for (const damage of [Buffer.alloc(8192), whole.subarray(0, 4096)]) {
    writeFileSync(database, damage)
    const { kept } = await command<{ kept: string }>('restore', '--from', file)
    expect(statSync(kept).size).toBe(damage.length)
  }
  relay = await startRelay(cleanup, data)
  expect(await post(1)).toHaveLength(1)
})

test('doctor reports no failure for a working relay', async () => {
  const options = ['--data', data, '--public-url', relay.ready.url]
  const { code, stdout } = await run('doctor', ...options, '--json')
  const { findings } = JSON.parse(stdout) as { findings: { check: string; result: string; detail: string }[] }
  expect(findings.filter(({ result }) => result === 'fail')).toEqual([])
  expect(code).toBe(0)
  const passed = findings.filter(({ result }) => result === 'pass').map(({ check }) => check)
  for (const check of [
    'storage',
    'disk',
    'sandbox: keys',
    'sandbox: clock',
    'sandbox: inlet',
    'sandbox: devices',
  ])
    expect(passed).toContain(check)
})

test('doctor names each problem and its fix', async () => {
  const broken = await setUpRelay(cleanup, 'http://127.0.0.1:3/jwks.json')
  chmodSync(broken.data, 0o755)
  const [sick, missing, invalid] = await Promise.all([
    run('doctor', '--data', broken.data, '--public-url', jwks_url.replace('/jwks.json', '')),
    run('doctor', '--data', join(cleanup.folder(), 'none')),
    run('doctor', '--data', broken.data, '--port', '70000'),
  ])
  expect(sick.code).toBe(1)
  for (const line of [
    ...(process.platform === 'win32' ? [] : [/^warn +data folder: .*\n +Run: chmod 700/m]),
    /^fail +sandbox: keys: .*ECONNREFUSED/m,
    /^fail +sandbox: inlet: .* answered 200, which is no response of this relay/m,
    /^warn +sandbox: senders: any address/m,
    /^warn +sandbox: devices: none is paired/m,
  ])
    expect(sick.stdout).toMatch(line)
  expect(missing).toMatchObject({ code: 1, stdout: expect.stringMatching(/^fail +data folder/m) })
  expect(invalid).toMatchObject({ code: 1, stdout: expect.stringContaining('--port: at most 65535') })
})

test('doctor reports that the keys require a token, and accepts a local copy of the keys', async () => {
  const shut = Object.assign(await startKeyServer(cleanup, [key]), { down: true, downStatus: 401 })
  const refused = await setUpRelay(cleanup, shut.url)
  const doctor = () => run('doctor', '--data', refused.data)
  expect((await doctor()).stdout).toMatch(
    /^fail +sandbox: keys: .*status 401\n +The partner serves its keys only/m,
  )
  const file = join(cleanup.folder(), 'keys.json')
  writeFileSync(file, JSON.stringify({ keys: [key.jwk] }))
  const set = (url: string) =>
    run('environment', 'set', '--data', refused.data, '--name', 'sandbox', '--jwks-url', url)
  expect(await set('file://elsewhere/keys.json')).toMatchObject({ code: 2 })
  expect(await set(pathToFileURL(file).href)).toMatchObject({ code: 0 })
  expect((await doctor()).stdout).toMatch(/^pass +sandbox: keys: 1 for notifications at file:/m)
})

test('the config command shows the source of each value and refuses invalid values', async () => {
  const config = join(cleanup.folder(), 'relay.json')
  writeFileSync(config, JSON.stringify({ data, keep_days: 7 }))
  const [shown, wrong] = await Promise.all([
    runProgram(RELAY, ['config', '--public-url', 'https://admin:secret@relay.example'], {
      RELAY_CONFIG: config,
    }),
    runProgram(RELAY, ['config', '--config', config, '--keep-days', 'x'], { RELAY_PORT: 'y' }),
  ])
  expect(shown.code).toBe(0)
  expect(shown.stdout).toMatch(
    new RegExp(
      `^keep_days +7 +keep_days in ${config.replaceAll(/[\\.]/g, String.raw`\$&`)} +RELAY_KEEP_DAYS$`,
      'm',
    ),
  )
  expect(shown.stdout).toContain('https://admin:***@relay.example')
  expect(shown.stdout).not.toContain('secret')
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain('RELAY_PORT: not a number\n--keep-days: not a number')
})
