import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_LOCK } from '../../../src-shared/features/lock/lock.ts'
import { DEFAULT_ALERTS } from '../../../src-shared/features/today/notification.ts'
import { readOpening } from './opening.ts'
import { PreferencesFile } from './preferences-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funding-desk-preferences-'))
  file = join(folder, 'preferences.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  [
    'has a changed byte',
    () => writeFileSync(file, readFileSync(file, 'utf8').replace('production', 'pRoduction')),
  ],
  ['was truncated', () => truncateSync(file, 40)],
  ['is missing', () => rmSync(file)],
])('preferences survive a restart even if the file %s', async (_, damage) => {
  await new PreferencesFile(file).change({ environment: 'production', told_that_it_listens: true })
  damage()
  expect(readOpening(file).environment).toBe('production')
  expect(new PreferencesFile(file).get()).toMatchObject({
    environment: 'production',
    told_that_it_listens: true,
  })
})

test('ignores a damaged backup copy of the preferences', async () => {
  await new PreferencesFile(file).change({ environment: 'production' })
  writeFileSync(`${file}.copy`, '{"environment":"sandbox"}')
  expect(new PreferencesFile(file).get().environment).toBe('production')
})

test('reads preferences that an administrator wrote without a checksum', () => {
  writeFileSync(file, JSON.stringify({ environment: 'production' }))
  expect(new PreferencesFile(file).get().environment).toBe('production')
})

const QUIET = { enabled: true, from: '18:30', to: '07:15', weekends: true, except_offers: false }
const ANNOUNCE = { ...DEFAULT_ALERTS.announce, app_under_review: true, app_funded: false }
const ALERTS = { announce: ANNOUNCE, quiet: QUIET, keep_listening: false }

test.each<[string, object, object]>([
  ['a missing status', { announce: { ...ANNOUNCE, app_declined_closed: undefined } }, {}],
  ['an unknown status', { announce: { ...ANNOUNCE, app_on_the_moon: true } }, {}],
  [
    'an invalid status',
    { announce: { ...ANNOUNCE, app_funded: 'no' } },
    { announce: { ...ANNOUNCE, app_funded: true } },
  ],
  ['no status at all', { announce: null }, { announce: DEFAULT_ALERTS.announce }],
  ['an invalid time', { quiet: { ...QUIET, from: '25:00' } }, { quiet: { ...QUIET, from: '19:00' } }],
  ['no quiet hours', { quiet: undefined }, { quiet: DEFAULT_ALERTS.quiet }],
])('alert settings that are stored with %s do not reset any other setting', (_, stored, expected) => {
  writeFileSync(file, JSON.stringify({ alerts: { ...ALERTS, ...stored }, environment: 'production' }))
  const { alerts, environment } = new PreferencesFile(file).get()
  expect(alerts).toEqual({ ...ALERTS, ...expected })
  expect(environment).toBe('production')
})

test('one invalid preference does not reset other preferences', () => {
  const updates = { automatic: false, installation_id: 'kept', last_run: { version: 1 }, installing: '2.0.0' }
  const appearance = {
    language: 'fr',
    color_scheme: 'dark',
    zoom: 150,
    single_keys: false,
    support_mode: true,
  }
  const lock = { after_minutes: 5, with_screen: 'yes', has_pin: true }
  writeFileSync(file, JSON.stringify({ appearance, updates, window: { x: 'left' }, alerts: ALERTS, lock }))
  expect(new PreferencesFile(file).get()).toEqual({
    environment: 'sandbox',
    alerts: ALERTS,
    appearance: { ...appearance, language: 'system' },
    window: null,
    told_that_it_listens: false,
    told_of_network_folder: false,
    updates: { ...updates, last_run: null },
    lock: { ...DEFAULT_LOCK, after_minutes: 5, has_pin: true },
  })
})
