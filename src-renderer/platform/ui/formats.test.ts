import { expect, test } from 'vitest'
import { durationText, formatAgo } from './formats.ts'

const local = (day: number, hour: number) => new Date(2026, 10, day, hour)
const ago = (to: Date, now: Date) => formatAgo(to.toISOString(), now.getTime())

test('counts calendar days from 24 hours on, and hours before that', () => {
  const now = local(10, 17)
  expect(ago(local(12, 16), now)).toBe('in 2 days')
  expect(ago(local(11, 18), now)).toBe('tomorrow')
  expect(ago(local(11, 16), now)).toBe('in 23 hours')
  expect(ago(local(8, 18), now)).toBe('2 days ago')
  expect(ago(local(9, 16), now)).toBe('yesterday')
})

test('a duration below one minute is not shown as none', () => {
  expect([null, 0, 0.5, 1, 90].map(durationText)).toEqual([
    '–',
    'under a minute',
    'under a minute',
    '1 min',
    '1.5 h',
  ])
})
