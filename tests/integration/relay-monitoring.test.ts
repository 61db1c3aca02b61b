// @module-tag all

import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { describePostgres } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, until, untilLogged } from '../support/cleanup.ts'
import {
  pairDevice,
  postHook,
  relayCommand,
  setUpRelay,
  startRelay as startProgram,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey } from '../support/relay/signing.ts'

const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

type Watched = RelayProgram & { ready: { admin_url: string } }

const startRelay = async (place: string, ...args: string[]) =>
  (await startProgram(cleanup, place, '--admin-port', '0', ...args)) as Watched

async function readMetrics({ ready }: Watched): Promise<string> {
  const response = await fetch(`${ready.admin_url}/metrics`)
  expect(response.status).toBe(200)
  return response.text()
}

/** Waits until the response of /readyz contains this check with this state. */
const untilChecked = ({ ready }: Watched, check: string, state: string | RegExp) =>
  until(async () => {
    const response = await fetch(`${ready.admin_url}/readyz`)
    const { checks } = (await response.json()) as { checks: Record<string, string> }
    return new RegExp(state).test(checks[check] ?? '') ? { status: response.status } : undefined
  })

test("a clock that differs from the partner's by ten minutes makes the relay not ready", async () => {
  const keyServer = await startKeyServer(cleanup, [key])
  keyServer.secondsAhead = -600
  const { data } = await setUpRelay(cleanup, keyServer.url)
  const relay = await startRelay(data)
  expect((await untilChecked(relay, 'clock sandbox', /^(599|600|601) s ahead$/)).status).toBe(503)
  const metrics = await readMetrics(relay)
  expect(metrics).toMatch(/^relay_check_ok\{check="clock sandbox"\} 0$/m)
  expect(metrics).toMatch(/^relay_clock_ahead_seconds\{environment="sandbox"\} (599|60\d)/m)
})

test('a key set without a signing key makes the relay not ready', async () => {
  const keyServer = await startKeyServer(cleanup, [createSigningKey('access-token-rsa-01')])
  const { data } = await setUpRelay(cleanup, keyServer.url)
  const relay = await startRelay(data)
  expect((await untilChecked(relay, 'keys sandbox', 'no signing key')).status).toBe(503)
  expect(await readMetrics(relay)).toMatch(/^relay_check_ok\{check="keys sandbox"\} 0$/m)
})

test('notifications at an unknown inlet are counted and logged without their path', async () => {
  const { data } = await setUpRelay(cleanup, (await startKeyServer(cleanup, [key])).url)
  const relay = await startRelay(data)
  const secret = 'unknown-but-secret-segment'
  for (const path of [`sandbox/${secret}`, `elsewhere/${secret}`, secret])
    expect((await postHook(`${relay.ready.url}/hooks/${path}`, '{}', 'x.y.z')).status).toBe(404)
  await untilLogged(relay, 'notification at an unknown inlet')
  expect(relay.log()).not.toContain(secret)
  const metrics = await readMetrics(relay)
  expect(metrics).toContain('relay_notifications_total{environment="sandbox",outcome="unknown_inlet"} 1\n')
  expect(metrics).toContain('relay_notifications_total{environment="none",outcome="unknown_inlet"} 2\n')
  expect(metrics).not.toContain(secret)
})

test('the metrics have a sample for each condition of an alert, even without devices and notifications', async () => {
  const { data } = await setUpRelay(cleanup, (await startKeyServer(cleanup, [key])).url)
  const relay = await startRelay(data)
  await untilChecked(relay, 'keys sandbox', 'ok')
  const metrics = await readMetrics(relay)
  for (const sample of [
    'relay_devices{environment="sandbox"} 0',
    'relay_connected_devices{environment="sandbox"} 0',
    'relay_oldest_waiting_seconds{environment="sandbox"} 0',
    'relay_notifications_total{environment="production",outcome="conflict"} 0',
    'relay_requests_refused_total{limit="strangers"} 0',
    'relay_check_ok{check="storage"} 1',
    'relay_backup_age_seconds +Inf',
  ])
    expect(metrics).toContain(`${sample}\n`)
  for (let device = 0; device < 3; device += 1) await pairDevice(data, relay.ready.url)
  const samples = (text: string) => text.split('\n').filter((line) => line.startsWith('relay_')).length
  const later = await readMetrics(relay)
  expect(later).toContain('relay_devices{environment="sandbox"} 3\n')
  // The number of samples does not depend on the number of devices.
  expect(samples(later)).toBe(samples(metrics))
})

test('the alert rules and the dashboard use only metrics that the relay has', async () => {
  const { data } = await setUpRelay(cleanup, (await startKeyServer(cleanup, [key])).url)
  const relay = await startRelay(data)
  await untilChecked(relay, 'keys sandbox', 'ok')
  const present = new Set((await readMetrics(relay)).match(/^[a-z]\w+(?=[ {])/gm))
  for (const file of ['prometheus-alerts.yaml', 'grafana-dashboard.json']) {
    const text = readFileSync(new URL(`../../services/relay/deploy/${file}`, import.meta.url), 'utf8')
    const used = new Set(text.match(/\b(?:relay|process|nodejs)_\w+/g))
    expect(used.size).toBeGreaterThan(8)
    expect([...used].filter((name) => !present.has(name))).toEqual([])
  }
})

test('a backup sets the metric of its age, and keeps only the newest backups in its folder', async () => {
  const { data } = await setUpRelay(cleanup, (await startKeyServer(cleanup, [key])).url)
  const relay = await startRelay(data)
  const folder = cleanup.folder()
  const files = new Set<string>()
  while (files.size < 3) {
    // A second backup within one second would have the same name.
    const made = await relayCommand<{ file: string }>(data, [
      'backup',
      '--into',
      folder,
      '--keep',
      '2',
    ]).catch(() => null)
    if (made !== null) files.add(made.file)
  }
  const newest = [...files].toSorted().slice(-2)
  expect(readdirSync(folder).toSorted()).toEqual(newest.map((file) => file.slice(folder.length + 1)))
  expect(await readMetrics(relay)).toMatch(/^relay_backup_age_seconds \d/m)
})

describePostgres((server) => {
  test('the metrics remain readable while the database is down, and report it', async () => {
    const database = await server().createDatabase()
    await setUpRelay(cleanup, (await startKeyServer(cleanup, [key])).url, database)
    const relay = await startRelay(database)
    await untilChecked(relay, 'keys sandbox', 'ok')
    expect(await readMetrics(relay)).toContain('relay_check_ok{check="storage"} 1\n')
    await server().kill()
    await untilChecked(relay, 'storage', 'cannot be written')
    const metrics = await readMetrics(relay)
    expect(metrics).toContain('relay_check_ok{check="storage"} 0\n')
    expect(metrics).toContain('relay_notifications_total{')
    await server().start()
    await untilChecked(relay, 'storage', 'ok')
    expect(await readMetrics(relay)).toContain('relay_devices{environment="sandbox"} 0\n')
  })
})
