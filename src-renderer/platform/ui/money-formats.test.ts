import { expect, test } from 'vitest'
import { durationUnit, durationText } from './formats.ts'

const DAY_MINUTES = 24 * 60

test('formats a duration in a unit that suits its length', () => {
  const said = [null, 89, 90, 2 * DAY_MINUTES - 60, 2 * DAY_MINUTES, 2.5 * DAY_MINUTES].map(durationText)
  expect(said).toEqual(['–', '89 min', '1.5 h', '47 h', '2 days', '2.5 days'])
})

test('formats several durations in the unit of the longest one', () => {
  const { minutes, write } = durationUnit(4 * DAY_MINUTES)
  expect(write(60 / minutes)).toBe('0 days')
  expect([1, 3].map(write)).toEqual(['1 day', '3 days'])
})
