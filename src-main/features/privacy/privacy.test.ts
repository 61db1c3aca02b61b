import { beforeEach, describe, expect, test } from 'vitest'
import { CLIPBOARD_LIFETIME_MS, ScreenGuard, SHOWN_LEASE_MS, TemporaryClipboard } from './privacy.ts'

class Time {
  #now = 0
  #waiting: { at: number; work: () => void }[] = []

  after = (ms: number, work: () => void) => {
    const one = { at: this.#now + ms, work }
    this.#waiting.push(one)
    return () => void (this.#waiting = this.#waiting.filter((other) => other !== one))
  }

  pass(ms: number): void {
    this.#now += ms
    const due = this.#waiting.filter(({ at }) => at <= this.#now)
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now)
    for (const { work } of due) work()
  }
}

let time: Time
beforeEach(() => void (time = new Time()))

describe('the screen guard', () => {
  let reported: boolean[]
  let guard: ScreenGuard
  beforeEach(() => {
    reported = []
    guard = new ScreenGuard((on) => void reported.push(on), time)
  })

  test('protects the screen from the first shown sensitive value until the last one is hidden, across windows', () => {
    guard.shown('a')
    guard.shown('b')
    guard.hidden('a')
    expect(reported).toEqual([true])
    guard.hidden('b')
    expect(reported).toEqual([true, false])
    guard.hidden('b')
    expect(reported).toEqual([true, false])
  })

  test('stays on while a window reports a shown value, and turns off automatically when the reports stop', () => {
    guard.shown('a')
    time.pass(SHOWN_LEASE_MS - 1)
    guard.shown('a')
    time.pass(SHOWN_LEASE_MS - 1)
    expect(reported).toEqual([true])
    time.pass(1)
    expect(reported).toEqual([true, false])
    guard.shown('a')
    expect(reported).toEqual([true, false, true])
  })
})

describe('a sensitive value on the clipboard', () => {
  let lies: string
  let temporaryClipboard: TemporaryClipboard
  beforeEach(() => {
    lies = 'before'
    const clipboard = {
      write: async (text: string) => ((lies = text), true),
      read: async () => lies,
      clear: () => void (lies = ''),
    }
    temporaryClipboard = new TemporaryClipboard(clipboard, time, { info: () => {}, warn: () => {} })
  })

  test('is removed one minute after the last copy', async () => {
    await temporaryClipboard.copy('900-12-3456')
    time.pass(CLIPBOARD_LIFETIME_MS - 1)
    await temporaryClipboard.copy('12-3456789')
    time.pass(CLIPBOARD_LIFETIME_MS - 1)
    expect(lies).toBe('12-3456789')
    time.pass(1)
    await Promise.resolve()
    expect(lies).toBe('')
  })

  test('does not cause the clipboard to be cleared after other content has replaced the value', async () => {
    await temporaryClipboard.copy('900-12-3456')
    lies = 'a letter'
    time.pass(CLIPBOARD_LIFETIME_MS)
    await Promise.resolve()
    expect(lies).toBe('a letter')
    lies = '900-12-3456'
    await temporaryClipboard.clear()
    expect(lies).toBe('900-12-3456')
  })

  test('is removed when the app exits', async () => {
    await temporaryClipboard.copy('900-12-3456')
    await temporaryClipboard.clear()
    expect(lies).toBe('')
  })
})
