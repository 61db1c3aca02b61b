import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipTexts } from '../../src-main/platform/files/zip-file.ts'
import { FileLog } from '../../src-main/platform/base/file-log.ts'
import { allowLines, noteFault } from '../../src-main/platform/base/log-lines.ts'
import {
  DiagnosticsCollector,
  type DiagnosticsDeps,
  clearCrashDumps,
  measureFolder,
  pruneCrashDumps,
} from '../../src-main/features/diagnostics/diagnostics.ts'
import { appendCall } from '../../src-main/features/connection/partner-link.ts'
import { writeConnection } from '../../src-main/features/connection/connection-settings.ts'
import { addNote } from '../../src-main/features/deals/deal-timeline.ts'
import type { Log } from '../../src-main/platform/base/system.ts'
import { appError, fail, ok } from '../../src-shared/platform/base/errors.ts'
import { contract } from '../../src-shared/app/contract.ts'
import { LOG_MESSAGES, logLineSchema } from '../../src-shared/features/diagnostics/diagnostics.ts'
import { SYSTEM_NETWORK } from '../../src-shared/features/connection/service-settings.ts'
import { saveNetwork } from '../../src-main/features/connection/service-settings.ts'
import { addDeal, addDocument, memoryKeychain, composeApp, value } from '../support/core/composed-app.ts'
import { disguises, PLANTED, plantedDraft, plantedError } from '../support/core/planted.ts'
import { Cleanup, until } from '../support/cleanup.ts'

const NOW = '2026-05-04T10:00:00.000Z'
const allowLine = allowLines((name) => Object.hasOwn(contract, name))
describe('the diagnostics bundle', () => {
  const cleanup = new Cleanup()
  const folder = cleanup.folder()
  const log = new FileLog(join(folder, 'logs', 'app.jsonl'), allowLine, () => NOW)
  let app: DiagnosticsCollector
  let saved: Uint8Array
  let parts: DiagnosticsDeps

  beforeAll(async () => {
    const keychain = memoryKeychain(
      new Map([
        ['production/client-secret', PLANTED.secret],
        ['production/relay-token', PLANTED.device_token],
        ['production/proxy-password', PLANTED.proxy_password],
      ]),
    )
    const open = await composeApp(cleanup, { environment: 'production', secrets: keychain })
    const deal_id = await addDeal(open, {
      legal_name: PLANTED.merchant,
      reference: PLANTED.account,
      values: plantedDraft(),
      error: plantedError,
    })
    await addDocument(open, cleanup, deal_id, { name: PLANTED.file, error: plantedError })
    const network = { ...SYSTEM_NETWORK, proxy_user: PLANTED.proxy_user }
    value(await saveNetwork(open.context, network, PLANTED.proxy_password))
    value(await addNote(open.context, deal_id, Object.values(PLANTED).join(', ')))
    value(
      await writeConnection(open.vault, { base_url: `https://${PLANTED.host}`, client_id: PLANTED.token }),
    )
    const path = `/iso/api/v1/applications/${PLANTED.application}?q=${PLANTED.merchant}`
    const call = { at: NOW, method: 'GET', path, duration_ms: 5, sent_bytes: 0, received_bytes: 9 }
    await appendCall(open.vault, { ...call, status: 404, outcome: 'refused' })
    await appendCall(open.vault, { ...call, status: 404, outcome: 'refused' })
    writeEverything(log)
    writeFaults(log)
    // Creates crash dumps like Chromium's: files with a process's memory, including the screen's content, and files with metadata.
    mkdirSync(join(folder, 'crash-dumps'))
    for (const name of ['one.dmp', 'one.meta', `${PLANTED.ssn}.dmp`, PLANTED.file])
      writeFileSync(join(folder, 'crash-dumps', name), Object.values(PLANTED).join('\0'))
    parts = {
      environmentManager: {
        open: async () =>
          ok({
            context: open.context,
            eventSync: {
              status: {
                state: 'offline',
                since: NOW,
                detail: PLANTED.host,
                meaning: PLANTED.merchant,
                advice: PLANTED.home,
                webhook_problem: PLANTED.token,
                note: PLANTED.owner,
              },
            },
          }) as unknown as ReturnType<DiagnosticsDeps['environmentManager']['open']>,
      },
      now: () => NOW,
      app: () => ({
        version: '0.1.0',
        electron: '33.2.1',
        chromium: '130.0.0.1',
        platform: 'linux',
        arch: 'x64',
        os_release: '6.1.0-18',
        packaged: false,
        language: 'en',
        color_scheme: 'auto',
        zoom: 100,
        uptime_s: 12,
        memory_mb: 180,
      }),
      vaultVersion: async () => 12,
      measure: () => measureFolder(folder),
      lastLines: (most) => log.lastLines(most),
      zip: zipTexts,
      save: async (name, content) => {
        saved = content
        return { saved_as: name }
      },
      log,
    }
    app = new DiagnosticsCollector(parts)
  })
  afterAll(() => cleanup.run())

  test('contains versions, counts, and codes', async () => {
    const shown = value(await app.view())
    expect(shown).toMatchObject({
      environment: { environment: 'production', configured: true },
      connection: { state: 'offline', has_webhook_problem: true },
      vault: { version: 12, deals: { all: 1, draft: 1 } },
      calls: [{ outcome: 'refused', status: 404, count: 2 }],
    })
    expect(shown.log).toContainEqual({
      at: NOW,
      level: 'warn',
      message: 'application not received',
      code: 'PARTNER_TIMED_OUT',
      outcome: 'unknown',
    })
  })

  test('reports an uncaught exception by its kind and code location', async () => {
    const { log: lines } = value(await app.view())
    const faults = lines.filter(({ message }) => message.startsWith('un'))
    const reported = (line: object) =>
      Object.fromEntries(Object.entries(line).filter(([name]) => name !== 'at' && name !== 'level'))
    expect(faults.map(reported)).toEqual([
      { message: 'uncaught exception', kind: 'TypeError', where: 'index.cjs:120:34' },
      { message: 'uncaught exception', kind: 'RangeError', where: 'main-Ab3_-xyZ.cjs:12:3' },
      { message: 'uncaught exception' },
      { message: 'unhandled rejection' },
      { message: 'unhandled rejection', kind: 'Error' },
    ])
  })

  test('is saved with the same content that the app showed', async () => {
    const shown = value(await app.view())
    log.warn('housekeeping')
    expect(value(await app.save()).saved_as).toBe('funding-desk-diagnostics-2026-05-04.zip')
    const files = unzipSync(saved)
    expect(Object.keys(files).sort()).toEqual(['diagnostics.json', 'log.jsonl'])
    const { log: lines, ...rest } = shown
    expect(JSON.parse(strFromU8(files['diagnostics.json'] as Uint8Array))).toEqual(rest)
    expect(
      strFromU8(files['log.jsonl'] as Uint8Array)
        .trim()
        .split('\n'),
    ).toHaveLength(lines.length)
  })

  test('contains none of the secrets that the test planted, and neither does the log on disk', async () => {
    value(await app.view())
    value(await app.save())
    const texts = Object.values(unzipSync(saved)).map((file) => strFromU8(file))
    texts.push(readFileSync(join(folder, 'logs', 'app.jsonl'), 'utf8'))
    for (const text of texts) {
      expect(text.length).toBeGreaterThan(100)
      for (const [kind, planted] of Object.entries(PLANTED))
        for (const disguised of disguises(planted)) expect(text.includes(disguised), kind).toBe(false)
    }
  })

  test('every log message that the app can write is on the list of allowed messages', () => {
    const sources = globSync('src-main/**/*.ts').map((path) => readFileSync(path, 'utf8'))
    const said = sources.flatMap((text) => [...text.matchAll(/\blog\.(?:info|warn)\(\s*'([^']+)'/g)])
    const words = said.map(([, message]) => message)
    expect(words.length).toBeGreaterThan(15)
    expect(words.filter((message) => !LOG_MESSAGES.some((known) => known === message))).toEqual([])
  })

  test('reports the error code if the vault cannot be opened, and includes the remaining data', async () => {
    const closed = new DiagnosticsCollector({
      ...parts,
      environmentManager: {
        open: async () => fail(appError('VAULT_KEY_MISSING', PLANTED.home, PLANTED.secret)),
      },
    })
    const shown = value(await closed.view())
    expect(shown).toMatchObject({ not_open: 'VAULT_KEY_MISSING', vault: null })
    expect(JSON.stringify(shown)).not.toContain(PLANTED.secret)
  })

  test('the log on disk stays small and retains the newest lines', async () => {
    const file = join(folder, 'logs', 'small.jsonl')
    const small = new FileLog(file, allowLine, () => NOW, 2_000)
    for (let seq = 0; seq < 200; seq++) small.info('invalid event stored', { seq })
    expect(statSync(file).size + statSync(`${file}.1`).size).toBeLessThan(4_400)
    expect((await small.lastLines(1))[0]).toContain('"seq":199')
  })
})

describe('crash dumps', () => {
  const cleanup = new Cleanup()
  afterAll(() => cleanup.run())
  const DAY = 86_400_000
  const NOON = Date.parse(NOW)
  /** Creates a folder like that of Crashpad (Chromium's crash reporter), with crash dumps of these ages in days. */
  function folderWith(...ages: number[]) {
    const folder = cleanup.folder()
    mkdirSync(join(folder, 'completed'))
    ages.forEach((age, i) => {
      const path = join(folder, 'completed', `${i}.dmp`)
      writeFileSync(path, PLANTED.ssn)
      utimesSync(path, NOON / 1000, (NOON - age * DAY) / 1000)
    })
    return { folder, left: () => readdirSync(join(folder, 'completed')).toSorted() }
  }

  test('are deleted after 14 days', async () => {
    const { folder, left } = folderWith(0, 13.9, 14.1, 400)
    const note = join(folder, 'completed', '3.meta')
    const settings = join(folder, 'settings.dat')
    for (const path of [note, settings]) {
      writeFileSync(path, 'x')
      utimesSync(path, 1, 1)
    }
    await clearCrashDumps(folder, NOON)
    expect(left()).toEqual(['0.dmp', '1.dmp'])
    expect(existsSync(settings)).toBe(true)
  })

  test('are limited to the ten newest', async () => {
    const { folder, left } = folderWith(...Array.from({ length: 13 }, (_, i) => i / 10))
    await clearCrashDumps(folder, NOON)
    expect(left()).toHaveLength(10)
    expect(left()).not.toContain('12.dmp')
  })

  test('are deleted at startup and then daily, and a missing folder is tolerated', async () => {
    const { folder, left } = folderWith(13.5)
    let now = NOON
    const waiting: { ms: number; work: () => void }[] = []
    const timers = { after: (ms: number, work: () => void) => (waiting.push({ ms, work }), () => {}) }
    pruneCrashDumps(folder, timers, () => now, { info: () => {}, warn: () => {} })
    expect(left()).toEqual(['0.dmp'])
    now += waiting[0]?.ms ?? 0
    waiting[0]?.work()
    await until(() => left().length === 0 || undefined)
    expect(waiting).toHaveLength(2)
    await clearCrashDumps(join(folder, 'nowhere'), NOON)
  })
})

/** Logs uncaught exceptions whose messages and stacks contain planted values (fake personal data that must not appear in the report). */
function writeFaults(log: Log): void {
  const own = new TypeError(PLANTED.ssn)
  own.stack = `TypeError: ${PLANTED.ssn}\n    at f (/home/someone/out/main/index.cjs:120:34)\n    at ${PLANTED.home}`
  noteFault(log, 'uncaught exception', own)
  const later = new RangeError(PLANTED.ssn)
  later.stack = `RangeError: ${PLANTED.ssn}\n    at g (C:\\${PLANTED.home}\\out\\main\\chunks\\main-Ab3_-xyZ.cjs:12:3)`
  noteFault(log, 'uncaught exception', later)
  // The error's message looks like a stack line of the app's code, and the error's name is a merchant's name.
  const forged = new Error(`x\n    at f (/out/main/index.cjs:912345:6789)\n${PLANTED.email}`)
  forged.stack = `Error: ${forged.message}\n    at ${PLANTED.owner} (${PLANTED.home}/${PLANTED.merchant}.js:1:1)`
  forged.name = PLANTED.merchant
  noteFault(log, 'uncaught exception', forged)
  noteFault(log, 'unhandled rejection', PLANTED.token)
  noteFault(log, 'unhandled rejection', Object.assign(new Error(PLANTED.secret), { stack: undefined }))
  log.warn('page crashed', {
    reason: PLANTED.ein,
    process: PLANTED.owner,
    where: `index.cjs:1:1 ${PLANTED.ssn}`,
  })
}

/** Writes log lines as the app writes them, and lines that it should never write. */
function writeEverything(log: Log): void {
  log.warn('application not received', { code: 'PARTNER_TIMED_OUT', outcome: 'unknown' })
  log.warn(`could not send for ${PLANTED.merchant}`, { code: PLANTED.token, owner: PLANTED.owner })
  log.info('handler failed', { channel: 'deals.get', error: PLANTED.home, detail: PLANTED.ssn })
  log.info('housekeeping', { what: PLANTED.ein, seq: PLANTED.application })
  // Logs each planted value as a message, under every field name that a log line may have, and under the name of the value's kind.
  for (const [kind, planted] of Object.entries(PLANTED)) {
    log.warn(planted)
    const fields = Object.keys(logLineSchema.shape).filter((name) => name !== 'at')
    log.warn('housekeeping', Object.fromEntries([...fields, kind].map((name) => [name, planted])))
  }
}
