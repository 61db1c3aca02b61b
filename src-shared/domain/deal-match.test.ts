import { expect, test } from 'vitest'
import { daysUntil, matchOf } from './deal-match.ts'

const noon = new Date(2026, 4, 4, 12).toISOString()
const local = (day: number, hour = 0) => new Date(2026, 4, day, hour).getTime()

test('days begin and end where this computer has them', () => {
  expect(matchOf({ updated_within_days: 0 }, noon, []).updated?.from).toBe(local(4))
  expect(matchOf({ submitted_within_days: 7 }, noon, []).submitted?.from).toBe(local(-3))
  expect(matchOf({ expires_within_days: 0 }, noon, []).expires).toEqual({
    from: local(4, 12),
    to: local(5) - 1,
  })
  expect(matchOf({ expires_within_days: 3 }, noon, []).expires?.to).toBe(local(8) - 1)
})

test('what is missing is asked by the lines that the profile expects, and by the broker’s own', () => {
  const lines = ['kind:voided_check', 'own']
  expect(matchOf({ papers: 'complete' }, noon, ['voided_check']).papers).toEqual({ lines, is: 'closed' })
  expect(matchOf({ papers: 'missing' }, noon, ['voided_check']).papers).toEqual({ lines, is: 'open' })
  expect(matchOf({ papers: 'kind:lease' }, noon, ['voided_check']).papers?.lines).toEqual(['kind:lease'])
})

test('nothing asked narrows nothing, and one end of a range leaves the other open', () => {
  expect(matchOf({}, noon, ['voided_check'])).toEqual({})
  const { amount_cents } = matchOf({ amount_from_cents: 5 }, noon, [])
  expect(amount_cents).toEqual({ from: 5, to: Number.MAX_SAFE_INTEGER })
})

test('days are counted by the midnights of this calendar', () => {
  expect(daysUntil(new Date(local(4, 23)).toISOString(), noon)).toBe(0)
  expect(daysUntil(new Date(local(5, 1)).toISOString(), noon)).toBe(1)
})
