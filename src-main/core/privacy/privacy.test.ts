import { beforeEach, describe, expect, test } from 'vitest'
import { ClipboardLoan, LENT_FOR_MS } from './clipboard-loan.ts'
import { ScreenGuard, SHOWN_LEASE_MS } from './screen-guard.ts'

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
  let told: boolean[]
  let guard: ScreenGuard
  beforeEach(() => {
    told = []
    guard = new ScreenGuard((on) => void told.push(on), time)
  })

  test('protects from the first shown value to the last hidden one, across windows', () => {
    guard.shown('a')
    guard.shown('b')
    guard.hidden('a')
    expect(told).toEqual([true])
    guard.hidden('b')
    expect(told).toEqual([true, false])
    guard.hidden('b')
    expect(told).toEqual([true, false])
  })

  test('continues while a window reports a shown value, and ends automatically for a closed window', () => {
    guard.shown('a')
    time.pass(SHOWN_LEASE_MS - 1)
    guard.shown('a')
    time.pass(SHOWN_LEASE_MS - 1)
    expect(told).toEqual([true])
    time.pass(1)
    expect(told).toEqual([true, false])
    guard.shown('a')
    expect(told).toEqual([true, false, true])
  })
})

describe('a sensitive value on the clipboard', () => {
  let lies: string
  let loan: ClipboardLoan
  beforeEach(() => {
    lies = 'before'
    const clipboard = {
      write: async (text: string) => ((lies = text), true),
      read: async () => lies,
      clear: () => void (lies = ''),
    }
    loan = new ClipboardLoan(clipboard, time)
  })

  test('is removed a minute after the last copy', async () => {
    await loan.lend('900-12-3456')
    time.pass(LENT_FOR_MS - 1)
    await loan.lend('12-3456789')
    time.pass(LENT_FOR_MS - 1)
    expect(lies).toBe('12-3456789')
    time.pass(1)
    await Promise.resolve()
    expect(lies).toBe('')
  })

  test('leaves later clipboard content alone', async () => {
    await loan.lend('900-12-3456')
    lies = 'a letter'
    time.pass(LENT_FOR_MS)
    await Promise.resolve()
    expect(lies).toBe('a letter')
    lies = '900-12-3456'
    await loan.takeBack()
    expect(lies).toBe('900-12-3456')
  })

  test('is removed when the app ends', async () => {
    await loan.lend('900-12-3456')
    await loan.takeBack()
    expect(lies).toBe('')
  })
})
