import { spawnSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearStaleLock } from './stale-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function lock(mark: string): void {
  symlinkSync(mark, join(folder, 'SingletonLock'))
  symlinkSync('123', join(folder, 'SingletonCookie'))
  symlinkSync(join(folder, 'gone', 'SingletonSocket'), join(folder, 'SingletonSocket'))
}
const isWindows = process.platform === 'win32'
/** Returns the id of a process that has ended. */
const endedProcess = () => spawnSync(process.execPath, ['-e', '']).pid

test.skipIf(isWindows)('the lock of a process that ended is removed (Windows has no such lock)', () => {
  lock(`${hostname()}-${endedProcess()}`)
  expect(clearStaleLock(folder)).toBe(true)
  expect(readdirSync(folder)).toEqual([])
  expect(clearStaleLock(folder)).toBe(false)
})

test.skipIf(isWindows).each([
  ['of a running process', () => `${hostname()}-${process.pid}`],
  ['of a process of another user', () => `${hostname()}-1`],
  ['of another computer', () => `other-${hostname()}-${endedProcess()}`],
  ['without a process', () => hostname()],
  ['with an endless number', () => `${hostname()}-${'9'.repeat(5_000)}`],
])('a lock %s stays (Windows has no such lock)', (_name, mark) => {
  try {
    lock(mark())
  } catch {
    // The system refuses a link this long.
    return
  }
  expect(clearStaleLock(folder)).toBe(false)
  expect(lstatSync(join(folder, 'SingletonLock')).isSymbolicLink()).toBe(true)
})

test('a folder without a lock is left as it is', () => {
  expect(clearStaleLock(folder)).toBe(false)
  expect(clearStaleLock(join(folder, 'missing'))).toBe(false)
})
