import { Failure, failureOf, resultOf } from '../../src-main/platform/base/failure.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ManualTimers, memoryKeychain } from '../support/core/composed-app.ts'
import { appError } from '../../src-shared/platform/base/errors.ts'
import { DEFAULT_LOCK } from '../../src-shared/features/lock/lock.ts'
import { LOCK_ACCOUNT } from '../../src-shared/platform/base/keychain-names.ts'
import {
  AppLock,
  type StoredLock,
  isPinOf,
  newPinRecord,
  readPinRecord,
  waitAfter,
} from '../../src-main/features/lock/app-lock.ts'

const PIN = '271828'
const CODE = 'the twelve words'
/** The lowest cost that a stored verifier may have, so that the tests are fast. */
const COST = { N: 2 ** 14, r: 8, p: 1 }

/** A computer: its keychain and its preferences file remain when the app restarts. */
class Computer {
  readonly keychain = memoryKeychain()
  stored: StoredLock = { ...DEFAULT_LOCK, has_pin: false }
  hasCode = true
  touchId = false
  /** The time since the app started, in milliseconds. */
  uptime = 0
  timers = new ManualTimers()
  prepared: string[] = []
  shown: string[] = []
  cleared = 0

  start(): AppLock {
    this.uptime = 0
    this.timers = new ManualTimers()
    this.shown = []
    const shows = (what: string) => this.shown.push(what)
    const windows = {
      isLocked: this.stored.has_pin,
      reportsScreenLock: true,
      prepareLock: () => this.prepared,
      lock: () => void shows('lock'),
      unlock: (hash: string | null) => void shows(`unlock ${hash ?? ''}`.trim()),
    }
    const lock = new AppLock({
      secrets: this.keychain,
      preferences: {
        get: () => this.stored,
        keep: async (changes) => void (this.stored = { ...this.stored, ...changes }),
      },
      windows,
      systemUnlock: { available: () => (this.touchId ? 'touch_id' : null), prompt: async () => true },
      async checkCode(code) {
        if (code !== CODE) throw new Failure(appError('RECOVERY_CODE_WRONG', 'Wrong.', 'Compare it.'))
      },
      hasRecoveryCode: async () => this.hasCode,
      environment: () => 'sandbox',
      toDo: () => 2,
      pinCost: COST,
      timers: this.timers,
      uptime: () => this.uptime,
      whenLocked: () => this.cleared++,
      whenUnlocked: () => {},
      log: { info: () => {}, warn: () => {} },
    })
    lock.begin()
    return lock
  }
}

let computer: Computer
beforeEach(() => void (computer = new Computer()))

async function withPin(): Promise<AppLock> {
  const lock = computer.start()
  expect(await resultOf(lock.setPin(PIN, null))).toMatchObject({ value: { has_pin: true } })
  return lock
}

describe('the PIN', () => {
  test('is stored only as a salted verifier in the keychain, and not in the preferences', async () => {
    await withPin()
    const record = readPinRecord(computer.keychain.kept.get(LOCK_ACCOUNT) ?? '')
    if (record === null) throw new Error('There is no record.')
    expect(await isPinOf(record, PIN)).toBe(true)
    expect(await isPinOf(record, '271829')).toBe(false)
    expect((await newPinRecord(PIN, COST)).hash).not.toBe(record.hash)
    expect(JSON.stringify([record, computer.stored])).not.toContain(PIN)
    expect(JSON.stringify(computer.stored)).not.toContain(record.salt)
  })

  test.each(['27182', '111111', '123456'])('is refused if it is weak: %s', async (pin) => {
    const lock = computer.start()
    expect(await resultOf(lock.setPin(pin, null))).toMatchObject({ error: { code: 'PIN_TOO_WEAK' } })
    expect(computer.keychain.kept.size).toBe(0)
  })

  test('is refused without a recovery code, because nothing could replace a forgotten PIN', async () => {
    computer.hasCode = false
    expect(await resultOf(computer.start().setPin(PIN, null))).toMatchObject({
      error: { code: 'RECOVERY_CODE_MISSING' },
    })
  })

  test('changes and goes only with the current PIN', async () => {
    const lock = await withPin()
    expect(await resultOf(lock.setPin('314159', null))).toMatchObject({ error: { code: 'PIN_WRONG' } })
    expect(await resultOf(lock.removePin('314159'))).toMatchObject({ error: { code: 'PIN_WRONG' } })
    expect(await resultOf(lock.setPin('314159', PIN))).toMatchObject({ ok: true })
    expect(await resultOf(lock.removePin('314159'))).toMatchObject({ value: { has_pin: false } })
    expect(computer.keychain.kept.size).toBe(0)
  })
})

describe('locking', () => {
  test('waits until every window has saved its state, and gives each window its state back once', async () => {
    const lock = await withPin()
    computer.prepared = ['a', 'b']
    const locked = lock.lock()
    lock.saveState('a', 'state of a')
    lock.saveState('stranger', 'anything')
    expect(lock.isLocked).toBe(false)
    lock.saveState('b', 'state of b')
    await locked
    expect(await lock.refusal()).toMatchObject({ code: 'LOCKED' })
    expect(computer).toMatchObject({ shown: ['lock'], cleared: 1 })
    await lock.enterPin(PIN)
    expect(['a', 'a', 'b', 'stranger'].map((id) => lock.restoreState(id))).toEqual([
      'state of a',
      null,
      'state of b',
      null,
    ])
  })

  test('does not wait longer than its limit for a window that does not respond', async () => {
    const lock = await withPin()
    computer.prepared = ['hung']
    const locked = lock.lock()
    computer.timers.ring()
    await locked
    expect(lock.isLocked).toBe(true)
  })

  test('does nothing without a PIN, and says so', async () => {
    const lock = computer.start()
    await lock.lock()
    expect(lock.isLocked).toBe(false)
    expect(await resultOf(lock.start())).toMatchObject({ error: { code: 'PIN_NOT_SET' } })
  })
})

describe('after a restart', () => {
  test('the app is locked if a PIN is set, whether or not it was locked before', async () => {
    await withPin()
    const lock = computer.start()
    expect(await lock.refusal()).toMatchObject({ code: 'LOCKED' })
    expect(await resultOf(lock.enterPin(PIN))).toMatchObject({ ok: true })
    expect(await lock.refusal()).toBeNull()
    expect(computer.shown).toEqual(['unlock'])
  })

  test('the app locks before it answers a call, even if someone deleted the preferences', async () => {
    await withPin()
    computer.stored = { ...DEFAULT_LOCK, has_pin: false }
    const lock = computer.start()
    expect(await lock.refusal()).toMatchObject({ code: 'LOCKED' })
    expect(computer.shown).toEqual(['lock'])
    expect(computer.stored.has_pin).toBe(true)
  })

  test('the app opens if the keychain lost the PIN, because it then lost the key of the vault too', async () => {
    await withPin()
    computer.keychain.kept.clear()
    const lock = computer.start()
    expect(await lock.refusal()).toBeNull()
    expect(computer.shown).toEqual(['unlock'])
  })

  test('the app stays locked while the keychain does not respond, and if the stored verifier is damaged', async () => {
    await withPin()
    const { get } = computer.keychain
    computer.keychain.get = () =>
      Promise.reject(failureOf(appError('KEYCHAIN_LOCKED', 'It is locked.', 'Unlock it.')))
    let lock = computer.start()
    expect(await lock.refusal()).toMatchObject({ code: 'LOCKED' })
    expect(await resultOf(lock.enterPin(PIN))).toMatchObject({ error: { code: 'KEYCHAIN_LOCKED' } })
    computer.keychain.get = get
    computer.keychain.kept.set(LOCK_ACCOUNT, '{"version":1}')
    lock = computer.start()
    expect(await lock.refusal()).toMatchObject({ code: 'LOCKED' })
    expect(await resultOf(lock.enterPin(PIN))).toMatchObject({ error: { code: 'SETTINGS_UNREADABLE' } })
    expect(await resultOf(lock.enterCode(CODE))).toMatchObject({ ok: true })
  })
})

describe('wrong PINs', () => {
  const wrong = (lock: AppLock) => resultOf(lock.enterPin('999990'))

  test('make the broker wait, longer each time, and even the right PIN must wait', async () => {
    const lock = await withPin()
    await lock.lock()
    for (let at = 0; at < 4; at++) expect(await wrong(lock)).toMatchObject({ error: { code: 'PIN_WRONG' } })
    expect(await wrong(lock)).toMatchObject({ error: { code: 'PIN_WAIT', retry_after_s: 30 } })
    expect(await resultOf(lock.enterPin(PIN))).toMatchObject({ error: { code: 'PIN_WAIT' } })
    expect(await resultOf(lock.status())).toMatchObject({ value: { wait_s: 30, to_do: 2, system: null } })
    computer.uptime += 30_000
    expect(await wrong(lock)).toMatchObject({ error: { code: 'PIN_WAIT', retry_after_s: 60 } })
    computer.uptime += 60_000
    expect(await resultOf(lock.enterPin(PIN))).toMatchObject({ ok: true })
    await lock.lock()
    expect(await wrong(lock)).toMatchObject({ error: { code: 'PIN_WRONG' } })
  })

  test('are still counted after a restart, and neither the restart nor the clock shortens the wait', async () => {
    await withPin()
    const record = readPinRecord(computer.keychain.kept.get(LOCK_ACCOUNT) ?? '')
    computer.keychain.kept.set(LOCK_ACCOUNT, JSON.stringify({ ...record, failures: 8 }))
    vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] })
    try {
      const lock = computer.start()
      expect(await resultOf(lock.status())).toMatchObject({ value: { wait_s: 15 * 60 } })
      expect(await resultOf(lock.enterPin(PIN))).toMatchObject({ error: { code: 'PIN_WAIT' } })
      computer.uptime = 15 * 60_000
      expect(await resultOf(lock.enterPin(PIN))).toMatchObject({ ok: true })
    } finally {
      vi.useRealTimers()
    }
  })

  test('that are tried at the same time do not avoid the wait', async () => {
    const lock = await withPin()
    await lock.lock()
    const answers = await Promise.all(Array.from({ length: 12 }, () => wrong(lock)))
    const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.error.code))
    expect(codes.filter((code) => code === 'PIN_WRONG')).toHaveLength(4)
    expect(codes.filter((code) => code === 'PIN_WAIT')).toHaveLength(8)
  })

  test('count even if the app ends during the check', async () => {
    const lock = await withPin()
    await lock.lock()
    const before = computer.keychain.set
    // The app ends after the count was stored.
    computer.keychain.set = async (account, secret) => {
      await before(account, secret)
      throw failureOf(appError('KEYCHAIN_UNAVAILABLE', 'Gone.', 'Start again.'))
    }
    expect(await resultOf(lock.enterPin(PIN))).toMatchObject({ error: { code: 'KEYCHAIN_UNAVAILABLE' } })
    expect(readPinRecord(computer.keychain.kept.get(LOCK_ACCOUNT) ?? '')?.failures).toBe(1)
  })

  test('wait up to an hour, and the wait never shrinks', () => {
    const waits = Array.from({ length: 40 }, (_, failures) => waitAfter(failures))
    expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    expect(waits.toSorted((one, other) => one - other)).toEqual(waits)
    expect(waits.at(-1)).toBe(3_600_000)
  })
})

describe('other ways to unlock', () => {
  test('the recovery code unlocks, removes the PIN, and leads to the settings of the lock', async () => {
    const lock = await withPin()
    await lock.lock()
    expect(await resultOf(lock.enterCode('other words'))).toMatchObject({
      error: { code: 'RECOVERY_CODE_WRONG' },
    })
    expect(lock.isLocked).toBe(true)
    expect(await resultOf(lock.enterCode(CODE))).toMatchObject({ ok: true })
    expect(computer.shown.at(-1)).toBe('unlock #/settings/lock')
    expect(computer.stored.has_pin).toBe(false)
    expect(computer.keychain.kept.size).toBe(0)
  })

  test('the system unlocks only where it can verify the user and the broker allows it', async () => {
    const lock = await withPin()
    await lock.lock()
    expect(await resultOf(lock.unlockBySystem())).toMatchObject({ error: { code: 'SYSTEM_UNLOCK_FAILED' } })
    computer.touchId = true
    computer.stored.by_system = false
    expect(await resultOf(lock.unlockBySystem())).toMatchObject({ error: { code: 'SYSTEM_UNLOCK_FAILED' } })
    computer.stored.by_system = true
    expect(await resultOf(lock.unlockBySystem())).toMatchObject({ ok: true })
    expect(lock.isLocked).toBe(false)
  })
})
