// @module-tag all

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { RELAY } from '../../build/demo/program.ts'
import { Cleanup } from '../support/cleanup.ts'
import { systemdMissing } from '../support/relay/kept-socket.ts'

// Checks the files with which an administrator deploys the relay.

const deploy = fileURLToPath(new URL('../../services/relay/deploy/', import.meta.url))
const cleanup = new Cleanup()
afterAll(() => cleanup.run())

test.skipIf(process.platform === 'win32')(
  'the relay refuses several sockets of systemd, and says how to change the address',
  () => {
    const serve = [process.execPath, RELAY, 'serve', '--data', cleanup.folder()]
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', 'LISTEN_PID=$$ LISTEN_FDS=2 exec "$@"', 'sh', ...serve],
      {
        encoding: 'utf8',
      },
    )
    expect(stderr).toContain('systemd opened 2 sockets, and the relay uses one.')
    expect(status).toBe(2)
  },
)

describe.skipIf(systemdMissing !== null)(`the systemd units${systemdMissing ?? ''}`, () => {
  const units = readdirSync(deploy).filter((name) => /\.(service|socket|timer)$/.test(name))

  /** Creates a folder that looks to systemd like a machine with the installed relay. */
  function installed(): string {
    const root = cleanup.folder()
    const place = (path: string, mode = 0o644) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), '#!/bin/sh\n')
      chmodSync(join(root, path), mode)
    }
    for (const program of ['bin/kill', 'usr/local/bin/relay']) place(program, 0o755)
    place('opt/funding-desk/docs/relay-operations.md')
    const system = ['/usr/lib/systemd/system', '/lib/systemd/system'].find(existsSync) ?? ''
    cpSync(system, join(root, 'usr/lib/systemd/system'), { recursive: true, verbatimSymlinks: true })
    for (const unit of units) cpSync(join(deploy, unit), join(root, 'etc/systemd/system', unit))
    return root
  }

  test('are valid for systemd, without a warning', () => {
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', `--root=${installed()}`, ...units],
      { encoding: 'utf8' },
    )
    // Units of this machine may cause warnings, too.
    const about = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('relay'))
    expect(about).toEqual([])
    expect(status).toBe(0)
  })

  test.each(['relay.service', 'relay-backup.service'])('give %s few privileges', (unit) => {
    // A threshold of 20 means an exposure level of 2.0 of 10.
    const args = ['security', '--offline=true', '--threshold=20', join(deploy, unit)]
    const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
    expect(stdout).toContain('Overall exposure level')
    expect(status).toBe(0)
  })

  test('start the relay again without end, and let it read the addresses of the machine', () => {
    const service = readFileSync(join(deploy, 'relay.service'), 'utf8')
    expect(service).toMatch(/^Restart=always$/m)
    expect(service).toMatch(/^StartLimitIntervalSec=0$/m)
    expect(readFileSync(join(deploy, 'relay.socket'), 'utf8')).toMatch(/^TriggerLimitIntervalSec=0$/m)
    expect(service).toMatch(/^RestrictAddressFamilies=.*\bAF_NETLINK\b/m)
  })
})

const promtoolMissing =
  spawnSync('promtool', ['--version']).status === 0
    ? null
    : ': skipped, as promtool is not installed (on Debian: apt-get install prometheus)'

/** Series that fire an alert, with their values once a minute. `promtool` repeats a value as `VALUExCOUNT`. */
const FIRING: Record<string, { series: string; values: string }[]> = {
  RelayDown: [{ series: 'up{job="funding-desk-relay"}', values: '0x1600' }],
  RelayNotWatched: [{ series: 'up{job="other"}', values: '1x1600' }],
  RelayNotReady: [{ series: 'relay_check_ok{check="storage"}', values: '0x1600' }],
  RelayClockWrong: [{ series: 'relay_clock_ahead_seconds{environment="sandbox"}', values: '-600x1600' }],
  RelayEventConflict: [counted('conflict')],
  RelayCannotVerify: [counted('failed')],
  RelaySignatureReused: [counted('signature_reused')],
  RelayOfficeOverQuota: [counted('over_quota')],
  RelayForgeries: [counted('signature_invalid')],
  RelayUnknownInlet: [counted('unknown_inlet')],
  RelayKeysOld: [{ series: 'relay_keys_age_seconds{environment="sandbox"}', values: 'Inf+0x1600' }],
  RelayEventsWait: [{ series: 'relay_oldest_waiting_seconds{environment="sandbox"}', values: '90000x1600' }],
  RelayNoDevices: [{ series: 'relay_devices{environment="sandbox"}', values: '0x1600' }],
  RelayNobodyConnected: [
    { series: 'relay_devices{environment="sandbox"}', values: '2x1600' },
    { series: 'relay_connected_devices{environment="sandbox"}', values: '0x1600' },
  ],
  RelayNoHousekeeping: [{ series: 'relay_housekeeping_elected', values: '0x1600' }],
  RelayHousekeepingFails: [{ series: 'relay_housekeeping_failures_total', values: '0+1x1600' }],
  RelayBackupOld: [{ series: 'relay_backup_age_seconds', values: 'Inf+0x1600' }],
  RelaySlow: [
    { series: 'relay_ack_seconds_bucket{le="1"}', values: '0x1600' },
    { series: 'relay_ack_seconds_bucket{le="2.5"}', values: '0+60x1600' },
    { series: 'relay_ack_seconds_bucket{le="+Inf"}', values: '0+60x1600' },
  ],
  RelayOverLimit: [{ series: 'relay_requests_refused_total{limit="strangers"}', values: '0+1x1600' }],
}

function counted(outcome: string) {
  const labels = `environment="sandbox",outcome="${outcome}"`
  return { series: `relay_notifications_total{${labels}}`, values: '0+1x1600' }
}

/** Series of a relay without problems. */
const QUIET = [
  { series: 'up{job="funding-desk-relay"}', values: '1x1600' },
  { series: 'relay_check_ok{check="storage"}', values: '1x1600' },
  { series: 'relay_clock_ahead_seconds{environment="sandbox"}', values: '1x1600' },
  { series: 'relay_keys_age_seconds{environment="sandbox"}', values: '600x1600' },
  { series: 'relay_oldest_waiting_seconds{environment="sandbox"}', values: '60x1600' },
  { series: 'relay_devices{environment="sandbox"}', values: '2x1600' },
  { series: 'relay_connected_devices{environment="sandbox"}', values: '0x800 1x800' },
  { series: 'relay_housekeeping_elected', values: '1x1600' },
  { series: 'relay_housekeeping_failures_total', values: '0x1400 1x200' },
  { series: 'relay_backup_age_seconds', values: '3600x1600' },
  { series: 'relay_notifications_total{environment="sandbox",outcome="stored"}', values: '0+9x1600' },
  { series: 'relay_notifications_total{environment="none",outcome="unknown_inlet"}', values: '0+1x1600' },
  { series: 'relay_requests_refused_total{limit="sender"}', values: '0+1x1600' },
]

describe.skipIf(promtoolMissing !== null)(`the alert rules${promtoolMissing ?? ''}`, () => {
  const rules = join(deploy, 'prometheus-alerts.yaml')
  const alerts = [...readFileSync(rules, 'utf8').matchAll(/^ +- alert: (\w+)$/gm)].map(
    ([, name = '']) => name,
  )

  /** Returns the alerts that fire after 26 hours with these series, according to Prometheus. */
  function firing(series: { series: string; values: string }[]): string[] {
    const file = join(cleanup.folder(), 'test.json')
    // Expects no alert. The failure then lists the alerts that fire. JSON is a subset of YAML.
    const expected = alerts.map((alertname) => ({ eval_time: '26h', alertname, exp_alerts: [] }))
    const one = { interval: '1m', input_series: series, alert_rule_test: expected }
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests: [one] }))
    const { stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    const found = [...`${stdout}${stderr}`.matchAll(/Labels:\{alertname="(\w+)"/g)].map(
      ([, name]) => name ?? '',
    )
    return [...new Set(found)].toSorted()
  }

  test('are valid for Prometheus', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })
    expect(`${stdout}${stderr}`).toContain(`${alerts.length} rules found`)
    expect(status).toBe(0)
  })

  test('are silent for a relay without problems', () => {
    expect(firing(QUIET)).toEqual([])
  })

  test('have a failure that the tests know, each', () => {
    expect(alerts.toSorted()).toEqual(Object.keys(FIRING).toSorted())
  })

  test.each(Object.entries(FIRING))('%s fires on its failure, and nothing else fires', (alert, series) => {
    const names = new Set(series.map((one) => one.series.split('{')[0]))
    const others = QUIET.filter((one) => !names.has(one.series.split('{')[0]))
    expect(firing([...others, ...series])).toEqual([alert])
  })

  test.each(['connections', 'strangers', 'inlet', 'office'])(
    'RelayOverLimit fires if the limit "%s" is exceeded',
    (limit) => {
      const series = `relay_requests_refused_total{limit="${limit}"}`
      expect(firing([...QUIET, { series, values: '0+1x1600' }])).toEqual(['RelayOverLimit'])
    },
  )
})
