import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'funding-desk-settings-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
function fileOf(content: unknown): string {
  const path = join(folder, `relay-${(files += 1)}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test('options override environment variables, variables override the settings file, and the file overrides the defaults', () => {
  const config = fileOf({ data: '/from/file', port: 1, host: '192.0.2.1', trusted_proxies: ['10.0.0.0/8'] })
  const variables = { RELAY_CONFIG: config, RELAY_PORT: '2', RELAY_HOST: '192.0.2.2' }
  const { settings, sources } = readSettings({ port: '3' }, variables)
  expect(settings).toMatchObject({
    data: '/from/file',
    port: 3,
    host: '192.0.2.2',
    keep_days: 30,
    trusted_proxies: ['10.0.0.0/8'],
  })
  expect(sources).toMatchObject({
    data: `data in ${config}`,
    port: '--port',
    host: 'RELAY_HOST',
    keep_days: 'default',
  })
})

test('provides defaults for retention, limits, and timeouts, and refuses a heartbeat interval above 20 seconds', () => {
  expect(readSettings({ data: '/d' }, {}).settings).toMatchObject({
    keep_days: 30,
    keep_events: 0,
    keep_megabytes: 2048,
    keep_ids_days: 365,
    keep_ids: 1_000_000,
    sender_requests_per_minute: 6000,
    inlet_requests_per_minute: 12_000,
    max_connections: 2000,
    sender_connections: 1000,
    header_seconds: 10,
    request_seconds: 30,
    // The app closes a stream on which nothing arrived for 40 seconds. With this interval, one heartbeat may be lost.
    heartbeat_seconds: 15,
  })
  expect(() => readSettings({ data: '/d', heartbeat_seconds: '21' }, {})).toThrow('at most 20')
})

test('ignores an empty environment variable, and splits a variable that contains a list', () => {
  const variables = { RELAY_DATA: '/d', RELAY_HOST: '', RELAY_TRUSTED_PROXIES: '127.0.0.1, ::1 10.0.0.0/8' }
  expect(readSettings({}, variables).settings).toMatchObject({
    host: '127.0.0.1',
    trusted_proxies: ['127.0.0.1', '::1', '10.0.0.0/8'],
  })
})

describe('invalid settings are refused, and the error names their source:', () => {
  test.each<[string, Record<string, string>, string]>([
    ['a port out of range', { RELAY_PORT: '70000' }, 'RELAY_PORT: at most 65535'],
    // Container orchestrators such as Kubernetes set RELAY_PORT to such an address for a service named "relay".
    ['a port that is an address', { RELAY_PORT: 'tcp://10.0.0.1:8787' }, 'RELAY_PORT: not a number'],
    [
      'a public address without a scheme',
      { RELAY_PUBLIC_URL: 'relay.example' },
      'RELAY_PUBLIC_URL: not an http',
    ],
    [
      'a trusted proxy given by name',
      { RELAY_TRUSTED_PROXIES: 'proxy.example' },
      'RELAY_TRUSTED_PROXIES: not an IP',
    ],
    [
      'an invalid address range',
      { RELAY_TRUSTED_PROXIES: '10.0.0.0/33' },
      'RELAY_TRUSTED_PROXIES: not an IP',
    ],
    ['an unknown log level', { RELAY_LOG_LEVEL: 'loud' }, 'RELAY_LOG_LEVEL: debug, info, warn or error'],
    ['a key without a certificate', { RELAY_TLS_KEY: '/key.pem' }, 'set both tls_certificate and tls_key'],
  ])('%s', (_name, variables, words) => {
    expect(() => readSettings({ data: '/d' }, variables)).toThrow(words)
  })

  test('several invalid variables in one error', () => {
    const variables = { RELAY_PORT: 'x', RELAY_KEEP_DAYS: '-1' }
    expect(() => readSettings({ data: '/d' }, variables)).toThrow(
      /RELAY_PORT: not a number\nRELAY_KEEP_DAYS: at least 0/,
    )
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'a variable and its file together',
      { RELAY_KEEP_DAYS: '1', RELAY_KEEP_DAYS_FILE: '/secret' },
      'Set only one of RELAY_KEEP_DAYS and RELAY_KEEP_DAYS_FILE',
    ],
    [
      'a value file that is missing',
      { RELAY_KEEP_DAYS_FILE: '/none' },
      'RELAY_KEEP_DAYS_FILE: the file /none cannot be read',
    ],
    [
      'several database hosts',
      { RELAY_DATABASE: 'postgres://u:p@one:5432,two:5433/d' },
      'RELAY_DATABASE: several hosts; use one address',
    ],
    [
      'a direct database address without a database',
      { RELAY_DATABASE_DIRECT: 'postgres://h/d' },
      'RELAY_DATABASE_DIRECT: set database, too',
    ],
  ])('%s', (_name, variables, words) => {
    expect(() => readSettings({ data: '/d' }, variables)).toThrow(words)
  })

  test('a missing data folder', () => {
    expect(() => readSettings({}, {})).toThrow('--data: this option is required')
  })

  test.each<[string, unknown, string]>([
    ['an unknown key', { data: '/d', prot: 1 }, '"prot" is not a setting of the relay. Settings: data, '],
    ['invalid JSON', '{"data":', 'cannot be read'],
    ['a list instead of an object', [], 'does not contain a JSON object'],
    ['a number instead of a list', { data: '/d', trusted_proxies: 7 }, 'not a list'],
  ])('a settings file with %s', (_name, content, words) => {
    expect(() => readSettings({ config: fileOf(content) }, {})).toThrow(words)
  })

  test('a missing settings file', () => {
    expect(() => readSettings({ config: join(folder, 'none.json') }, {})).toThrow('cannot be read')
  })
})

test('warns about an environment variable that looks like a relay setting but is not one', () => {
  expect(readSettings({ data: '/d' }, { RELAY_PROT: '1', PATH: '/bin' }).warnings).toEqual([
    'RELAY_PROT is not a setting of the relay and has no effect.',
  ])
})

test('reads the value of a setting from the file that its variable names, without the final line break', () => {
  const secret = fileOf('postgres://relay:secret@db/relay\n')
  const { settings, sources, warnings } = readSettings({}, { RELAY_DATABASE_FILE: secret })
  expect(settings.database).toBe('postgres://relay:secret@db/relay')
  expect(sources.database).toBe('RELAY_DATABASE_FILE')
  expect(warnings).toEqual([])
})
