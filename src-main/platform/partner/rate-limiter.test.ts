import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LONGEST_PAUSE_MS, RateLimiter, Paused, type Priority } from './rate-limiter.ts'

/** A simulated clock. When a test advances the clock, each waiting caller continues at the end of its waiting time. */
class Clock {
  now = 0
  readonly #waiting: { at: number; resolve: () => void }[] = []

  wait = (ms: number): Promise<void> =>
    new Promise((resolve) => void this.#waiting.push({ at: this.now + ms, resolve }))

  async advance(ms: number): Promise<void> {
    const end = this.now + ms
    await settle()
    for (;;) {
      const due = this.#waiting.toSorted((a, b) => a.at - b.at)[0]
      if (due === undefined || due.at > end) break
      this.#waiting.splice(this.#waiting.indexOf(due), 1)
      this.now = due.at
      due.resolve()
      // Let the caller that just continued run: it may wait again, and that wait may also end within `ms`.
      await settle()
    }
    this.now = end
  }
}

const settle = () => new Promise(setImmediate)

function makeRateLimiter(perSecond: number) {
  const clock = new Clock()
  const pace = new RateLimiter(perSecond, () => clock.now, clock.wait)
  /** Names of the callers that the rate limiter allowed to start a request, each with the time. */
  const begun: { name: string; at: number }[] = []
  const refused: { name: string; reason: unknown }[] = []
  const come = (name: string, priority: Priority = 'user', signal?: AbortSignal): void =>
    void pace.turn(priority, signal).then(
      () => begun.push({ name, at: clock.now }),
      (reason: unknown) => refused.push({ name, reason }),
    )
  return { clock, pace, begun, refused, come, order: () => begun.map(({ name }) => name).join('') }
}

describe("the rate limiter's rate", () => {
  test('starts the first request immediately, and each later one an interval after the previous one', async () => {
    const { clock, begun, come } = makeRateLimiter(2)
    for (const name of 'abcd') come(name)
    await clock.advance(1400)
    expect(begun).toEqual([
      { name: 'a', at: 0 },
      { name: 'b', at: 500 },
      { name: 'c', at: 1000 },
    ])
  })

  test('starts a request immediately after idle time, but idle time does not allow a burst', async () => {
    const { clock, begun, come } = makeRateLimiter(1)
    come('a')
    await clock.advance(5000)
    come('b')
    come('c')
    await clock.advance(1000)
    expect(begun.map(({ at }) => at)).toEqual([0, 5000, 6000])
  })

  test('treats a rate of 0 as no limit', async () => {
    const { clock, begun, come } = makeRateLimiter(0)
    for (const name of 'abcdefgh') come(name)
    await clock.advance(0)
    expect(begun).toHaveLength(8)
    expect(begun.every(({ at }) => at === 0)).toBe(true)
  })

  test('applies a new rate to the next request', async () => {
    const { clock, pace, begun, come } = makeRateLimiter(0.01)
    come('a')
    await clock.advance(200)
    pace.setRate(10)
    come('b')
    come('c')
    await clock.advance(100)
    expect(begun.map(({ at }) => at)).toEqual([0, 200, 300])
  })

  test('keeps the interval between any two requests, and serves every caller that does not abort', async () => {
    const arrivals = fc.array(
      fc.record({
        gap: fc.integer({ min: 0, max: 900 }),
        priority: fc.constantFrom<Priority>('user', 'background'),
        pause: fc.option(fc.integer({ min: 0, max: LONGEST_PAUSE_MS })),
        aborts: fc.boolean(),
      }),
      { maxLength: 15 },
    )
    await fc.assert(
      fc.asyncProperty(arrivals, fc.constantFrom(1, 2, 5, 10), async (list, perSecond) => {
        const { clock, pace, begun, refused, come } = makeRateLimiter(perSecond)
        for (const [at, { gap, priority, pause, aborts }] of list.entries()) {
          await clock.advance(gap)
          if (pause !== null) pace.pause(pause)
          const leaving = new AbortController()
          come(String(at), priority, leaving.signal)
          if (aborts) leaving.abort(new Error('left'))
        }
        await clock.advance(60_000)
        expect(begun.length + refused.length).toBe(list.length)
        expect(refused.length).toBeLessThanOrEqual(list.filter(({ aborts }) => aborts).length)
        for (const [at, { at: time }] of begun.entries())
          if (at > 0) expect(time - (begun[at - 1]?.at ?? 0)).toBeGreaterThanOrEqual(1000 / perSecond)
      }),
      { numRuns: 60 },
    )
  })
})

describe("the rate limiter's order", () => {
  test('serves user requests before background requests, each in order of arrival', async () => {
    const { clock, come, order } = makeRateLimiter(1)
    come('x', 'background')
    come('1', 'background')
    come('a', 'user')
    come('2', 'background')
    come('b', 'user')
    await clock.advance(4000)
    expect(order()).toBe('xab12')
  })

  test('lets a user request overtake a waiting background request', async () => {
    const { clock, come, order } = makeRateLimiter(1)
    come('x')
    come('1', 'background')
    await clock.advance(900)
    come('a', 'user')
    await clock.advance(2000)
    expect(order()).toBe('xa1')
  })
})

describe("a caller that leaves the rate limiter's queue", () => {
  test('is skipped without a delay for the other callers', async () => {
    const { clock, begun, refused, come } = makeRateLimiter(1)
    const leaving = new AbortController()
    come('a')
    come('b', 'user', leaving.signal)
    come('c')
    await clock.advance(500)
    const reason = new Error('cancelled by the user')
    leaving.abort(reason)
    await clock.advance(2000)
    expect(begun).toEqual([
      { name: 'a', at: 0 },
      { name: 'c', at: 1000 },
    ])
    expect(refused).toEqual([{ name: 'b', reason }])
  })

  test('is never queued if its signal is already aborted', async () => {
    const { clock, begun, refused, come } = makeRateLimiter(1)
    come('a', 'user', AbortSignal.abort(new Error('gone')))
    come('b')
    await clock.advance(0)
    expect(begun).toEqual([{ name: 'b', at: 0 }])
    expect(refused.map(({ name }) => name)).toEqual(['a'])
  })

  test('is not affected by an abort after its turn', async () => {
    const { clock, begun, refused, come } = makeRateLimiter(1)
    const late = new AbortController()
    come('a', 'user', late.signal)
    await clock.advance(0)
    late.abort()
    await clock.advance(0)
    expect([begun.length, refused.length]).toEqual([1, 0])
  })
})

describe('a pause of the rate limiter', () => {
  test('delays all requests until it ends, even without a rate limit', async () => {
    const { clock, pace, begun, come } = makeRateLimiter(0)
    pace.pause(3000)
    come('a')
    await clock.advance(2999)
    expect(begun).toEqual([])
    await clock.advance(1)
    expect(begun).toEqual([{ name: 'a', at: 3000 }])
  })

  test('also delays callers that already wait, and is not shortened by a later, shorter pause', async () => {
    const { clock, pace, begun, come } = makeRateLimiter(1)
    come('a')
    come('b')
    await clock.advance(500)
    pace.pause(4000)
    pace.pause(100)
    await clock.advance(3999)
    expect(begun).toHaveLength(1)
    await clock.advance(1)
    expect(begun[1]).toEqual({ name: 'b', at: 4500 })
  })

  test('delays requests up to the longest allowed pause, and makes requests fail with the remaining seconds if it is longer', async () => {
    const { clock, pace, begun, refused, come } = makeRateLimiter(1)
    pace.pause(LONGEST_PAUSE_MS)
    come('a')
    await clock.advance(0)
    expect(refused).toEqual([])
    pace.pause(60_001)
    come('b')
    await clock.advance(0)
    expect(refused.map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(Paused)
      expect((reason as Paused).seconds).toBe(61)
    }
    expect(begun).toEqual([])
    await clock.advance(50_002)
    come('c')
    await clock.advance(9999)
    expect(begun).toEqual([{ name: 'c', at: 60_001 }])
  })
})
