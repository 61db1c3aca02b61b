import { expect, test } from 'vitest'
import { RateLimit, senderKey } from './limits.ts'

test('the rate limit immediately admits as many requests as one minute allows, then the allowed rate, separately for each key', () => {
  let now = 0
  const limit = new RateLimit(3, () => now)
  expect([1, 2, 3].map(() => limit.take('a'))).toEqual([0, 0, 0])
  expect(limit.take('a')).toBe(20)
  expect(limit.take('b')).toBe(0)
  now += 19_999
  expect(limit.take('a')).toBe(1)
  now += 1
  expect(limit.take('a')).toBe(0)
  expect(limit.take('a')).toBe(20)
  now += 3_600_000
  expect([1, 2, 3, 4].map(() => limit.take('a') > 0)).toEqual([false, false, false, true])
})

test('admits every request if no limit is set', () => {
  const limit = new RateLimit(0, () => 0)
  expect(Array.from({ length: 1000 }, () => limit.take('a'))).toEqual(Array(1000).fill(0))
})

test('remembers at most ten thousand keys, even if more addresses send requests', () => {
  const limit = new RateLimit(1, () => 0)
  limit.take('first')
  expect(limit.take('first')).toBe(60)
  for (let index = 0; index < 10_000; index += 1) limit.take(`address ${index}`)
  // The limiter has forgotten the key `first`. The next request with this key is therefore counted as its first one and may pass.
  expect(limit.take('first')).toBe(0)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
])('the rate limit counts the address %s under the key %s', (address, key) => {
  expect(senderKey(address)).toBe(key)
})
