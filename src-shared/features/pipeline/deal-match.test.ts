import { expect, test } from 'vitest'
import { daysUntil, matchOf, type DealWhere } from './deal-match.ts'

const noon = new Date(2026, 4, 4, 12).toISOString()
/** Converts a filter, for a profile that requires these documents. */
const match = (where: DealWhere, expected_documents: string[] = []) =>
  matchOf(where, noon, { expected_documents, statements: { months: 2, month_to_date_after_day: 10 } })
const local = (day: number, hour = 0) => new Date(2026, 4, day, hour).getTime()

test('filters by days use the time zone of this computer', () => {
  expect(match({ updated_within_days: 0 }).updated?.from).toBe(local(4))
  expect(match({ submitted_within_days: 7 }).submitted?.from).toBe(local(-3))
  expect(match({ expires_within_days: 0 }).expires).toEqual({
    from: local(4, 12),
    to: local(5) - 1,
  })
  expect(match({ expires_within_days: 3 }).expires?.to).toBe(local(8) - 1)
})

test('the filter for missing documents includes the checklist entries of the profile and those of the broker', () => {
  const lines = ['kind:voided_check', 'own']
  const asked = (papers: DealWhere['papers']) => match({ papers }, ['voided_check']).papers
  expect(asked('complete')).toEqual({ lines, months: [], is: 'closed' })
  expect(asked('missing')).toEqual({ lines, months: [], is: 'open' })
  expect(asked('kind:lease')?.lines).toEqual(['kind:lease'])
})

test('the filter for complete documents requires a bank statement for each expected month', () => {
  expect(match({ papers: 'complete' }, ['bank_statement', 'lease']).papers?.months).toEqual([
    ['month:bank_statement:2026-03'],
    ['month:bank_statement:2026-04'],
  ])
  // A filter for one kind of document ignores the months.
  expect(match({ papers: 'kind:bank_statement' }, ['bank_statement']).papers?.months).toEqual([])
})

test('an empty filter sets no condition, and a range may be open at one end', () => {
  expect(match({}, ['voided_check'])).toEqual({})
  const { amount_cents } = match({ amount_from_cents: 5 })
  expect(amount_cents).toEqual({ from: 5, to: Number.MAX_SAFE_INTEGER })
})

test('the days until a date are counted by midnights in local time', () => {
  expect(daysUntil(new Date(local(4, 23)).toISOString(), noon)).toBe(0)
  expect(daysUntil(new Date(local(5, 1)).toISOString(), noon)).toBe(1)
})
