import { resultOf } from '../../platform/base/failure.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UpdateMemory } from '../../../src-shared/features/updates/update.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { OfferedVersion, UpdateBlocker } from '../../platform/base/system.ts'
import { FIRST_CHECK_MS, LAST_CHECK_MS, CHECK_AGAIN_MS, CHECK_EVERY_MS, AppUpdates } from './app-updates.ts'

const unreachable = fail(appError('UPDATE_SERVER_UNREACHABLE', 'm', 'a', { retryable: true }))
const notGenuine = fail(appError('UPDATE_NOT_GENUINE', 'forged', 'a'))

let memory: UpdateMemory
let offers: Result<OfferedVersion>
/** Returns the update server's response. By default, it returns `offers` immediately. */
let answer: () => Promise<Result<OfferedVersion>>
let downloaded: Result<void>
let blocker: UpdateBlocker | null
let installsAtQuit: boolean
let isSending: boolean
let done: string[]
let now: string
let alarms: { ms: number; work: () => void }[]

beforeEach(() => {
  memory = { automatic: true, installation_id: 'me', last_run: null, installing: null }
  offers = offering('1.1.0')
  answer = async () => offers
  downloaded = ok(undefined)
  blocker = null
  installsAtQuit = true
  isSending = false
  done = []
  alarms = []
  now = '2026-05-04T10:00:00.000Z'
})

function offering(version: string, staging_percentage = 100) {
  return ok({ version, notes: 'What is new', staging_percentage })
}

function app(version = '1.0.0'): AppUpdates {
  return new AppUpdates({
    version,
    updater: {
      installsAtQuit,
      blocker: async () => blocker,
      look: async () => (done.push('look'), answer()),
      download: async (onProgress) => (done.push('download'), onProgress(41.7), downloaded),
      install: async (relaunch) => (done.push(relaunch ? 'install and start' : 'install'), ok(undefined)),
    },
    memory: { get: () => memory, keep: async (changes) => void (memory = { ...memory, ...changes }) },
    clock: { now: () => now },
    timers: {
      after(ms, work) {
        const alarm = { ms, work }
        alarms.push(alarm)
        return () => void (alarms = alarms.filter((other) => other !== alarm))
      },
    },
    isSending: async () => isSending,
    quit: () => done.push('quit'),
    emit: () => {},
    log: { info: () => {}, warn: () => {} },
  })
}

async function ring(): Promise<number> {
  const [alarm, ...others] = alarms.splice(0)
  expect(others).toEqual([])
  alarm?.work()
  await new Promise((resolve) => setImmediate(resolve))
  return alarm?.ms ?? 0
}

async function end(updates: AppUpdates): Promise<void> {
  updates.quitting()
  await updates.leave()
}

describe('checking for updates', () => {
  it('happens some time after the app starts and then daily, but sooner after a failure', async () => {
    await app().begin(true)
    expect(done).toEqual([])
    expect(await ring()).toBe(FIRST_CHECK_MS)
    expect(done).toEqual(['look', 'download'])
    offers = notGenuine
    expect(await ring()).toBe(CHECK_EVERY_MS)
    expect(await ring()).toBe(CHECK_AGAIN_MS)
  })

  it('happens after a long sleep of the computer if a day has passed since the last check', async () => {
    const updates = app()
    await updates.begin(true)
    await ring()
    done = []
    now = '2026-05-05T09:59:00.000Z'
    updates.wake()
    expect(done).toEqual([])
    now = '2026-05-05T10:00:00.000Z'
    updates.wake()
    updates.wake()
    await ring()
    expect(done).toEqual(['look'])
  })

  it('happens only on request if automatic checks are off', async () => {
    const updates = app()
    await updates.begin(true)
    await updates.setAutomatic(false)
    await ring()
    expect(done).toEqual([])
    expect((await updates.check()).state).toMatchObject({ step: 'ready', version: '1.1.0' })
  })

  it('never happens if this installation cannot be updated', async () => {
    blocker = 'no_server'
    const updates = app()
    await updates.begin(true)
    expect(alarms).toEqual([])
    expect((await updates.check()).state).toEqual({ step: 'impossible', why: 'no_server' })
    expect(done).toEqual([])
  })

  it('happens only once for two concurrent requests', async () => {
    const updates = app()
    await Promise.all([updates.check(), updates.check()])
    expect(done).toEqual(['look', 'download'])
  })
})

describe("the update server's response", () => {
  it('can hold back a version in a staged release, and can stop the installation of a version that is ready', async () => {
    const updates = app()
    offers = offering('1.1.0', 0)
    expect((await updates.check()).state.step).toBe('current')
    offers = offering('1.1.0')
    expect((await updates.check()).state.step).toBe('ready')
    offers = offering('1.1.0', 0)
    expect((await updates.check()).state.step).toBe('current')
    await end(updates)
    expect(done).not.toContain('install')
  })

  it('is reported if it withdraws the running version, and does not cause a downgrade', async () => {
    offers = offering('0.9.0')
    const updates = app()
    expect((await updates.check()).state).toMatchObject({ step: 'withdrawn', version: '0.9.0' })
    await end(updates)
    expect(done).toEqual(['look'])
  })

  it('does not lead to an installation if the download fails verification', async () => {
    const updates = app()
    downloaded = notGenuine
    expect((await updates.check()).state).toMatchObject({ step: 'failed', message: 'forged' })
    await end(updates)
    expect(done).toEqual(['look', 'download'])
  })

  it('makes the app discard a ready version if the signature is invalid, but not if the server is unreachable', async () => {
    const updates = app()
    await updates.check()
    offers = unreachable
    expect((await updates.check()).state.step).toBe('ready')
    offers = notGenuine
    expect((await updates.check()).state.step).toBe('failed')
  })
})

describe('installing an update', () => {
  it('happens when the broker quits the app', async () => {
    const updates = app()
    await updates.check()
    await end(updates)
    expect(done).toEqual(['look', 'download', 'look', 'install'])
    expect(memory.installing).toBe('1.1.0')
  })

  it('by a restart is refused if no version is ready', async () => {
    const updates = app()
    expect(await resultOf(updates.restart())).toMatchObject({
      ok: false,
      error: { code: 'UPDATE_NOT_READY' },
    })
  })

  it('happens at a restart that the broker requests', async () => {
    const updates = app()
    await updates.check()
    await updates.restart()
    await end(updates)
    expect(done).toEqual(['look', 'download', 'look', 'quit', 'install and start'])
  })

  it('does not happen when the app quits if only a restart can install, and the next start reports nothing', async () => {
    installsAtQuit = false
    const updates = app()
    await updates.begin(true)
    await updates.prove()
    await updates.check()
    expect(updates.view().installed_by).toBe('restart')
    await end(updates)
    expect(done).toEqual(['look', 'download'])
    const next = app()
    await next.begin(true)
    expect(next.view().note).toBeNull()
    await next.check()
    await next.restart()
    await end(next)
    expect(done.slice(2)).toEqual(['look', 'download', 'look', 'quit', 'install and start'])
    expect(memory.installing).toBe('1.1.0')
  })

  it('does not relaunch the app at a later quit after the restart was canceled', async () => {
    const updates = app()
    await updates.check()
    await updates.restart()
    updates.quitCancelled()
    await end(updates)
    expect(done).toEqual(['look', 'download', 'look', 'quit', 'look', 'install'])
  })

  it('starts with one more check, and is skipped if the version was withdrawn after its download', async () => {
    for (const withdrawn of [offering('1.0.0'), offering('1.1.0', 0), offering('1.2.0'), notGenuine]) {
      done = []
      offers = offering('1.1.0')
      const updates = app()
      await updates.check()
      offers = withdrawn
      await end(updates)
      expect(done).toEqual(['look', 'download', 'look'])
    }
    offers = offering('1.1.0')
    const updates = app()
    await updates.check()
    offers = offering('1.0.0')
    expect(await resultOf(updates.restart())).toMatchObject({ error: { code: 'UPDATE_NOT_READY' } })
    await new Promise((resolve) => setImmediate(resolve))
    expect(done).not.toContain('quit')
    expect(updates.view().state).toMatchObject({ step: 'current' })
  })

  it('continues with the downloaded version if the server is unreachable or too slow', async () => {
    const away = app()
    await away.check()
    offers = unreachable
    await end(away)
    expect(done.at(-1)).toBe('install')

    offers = offering('1.1.0')
    const silent = app()
    await silent.check()
    done = []
    answer = () => new Promise(() => {})
    silent.quitting()
    const left = silent.leave()
    await new Promise((resolve) => setImmediate(resolve))
    expect(done).toEqual(['look'])
    expect(await ring()).toBe(LAST_CHECK_MS)
    await left
    expect(done.at(-1)).toBe('install')
  })

  it('does not happen while something is being sent, not even by a restart', async () => {
    const updates = app()
    await updates.check()
    isSending = true
    expect(await resultOf(updates.restart())).toMatchObject({ error: { code: 'UPDATE_WAITS' } })
    await end(updates)
    expect(done).toEqual(['look', 'download'])
  })

  it('does not happen if something was being sent when the quit began, even if sending has stopped since then', async () => {
    const updates = app()
    await updates.check()
    isSending = true
    updates.quitting()
    isSending = false
    await updates.leave()
    expect(done).not.toContain('install')
  })
})

describe('the note at the start of the app', () => {
  it('reports that a version never reached its first screen, until a run of that version reaches it', async () => {
    memory.last_run = { version: '1.0.0', proven: true }
    await app('1.1.0').begin(true)
    const second = app('1.1.0')
    await second.begin(true)
    expect(second.view().note).toEqual({ kind: 'did_not_start', version: '1.1.0' })
    await second.prove()
    const third = app('1.1.0')
    await third.begin(true)
    expect(third.view().note).toBeNull()
  })

  it('does not report a start in the tray as a failure', async () => {
    memory.last_run = { version: '1.0.0', proven: true }
    await app('1.1.0').begin(false)
    const next = app('1.1.0')
    await next.begin(true)
    expect(next.view().note).toBeNull()
  })

  it('reports a rollback until the broker dismisses the note', async () => {
    memory.last_run = { version: '1.1.0', proven: true }
    const updates = app('1.0.0')
    await updates.begin(true)
    expect(updates.view().note).toMatchObject({ kind: 'rolled_back', from: '1.1.0' })
    expect(updates.dismissNote().note).toBeNull()
  })
})
