import { describe, expect, test } from 'vitest'
import { withStatementReading } from './document-period.ts'
import { UNREAD, type DocumentReading } from '../../../src-shared/features/documents/document.ts'

const reading = (...periods: [string, string][]) => ({
  verdict: 'verified' as const,
  months: periods.map(([from, to]) => ({ from, to })),
})

const APRIL = { from: '2026-04-01', to: '2026-04-30' }
const byText: DocumentReading = {
  ...UNREAD,
  text: 'read',
  period: { from: '2026-04-02', to: '2026-04-29' },
  period_by: 'text',
  period_says: { words: 'April 2 to April 29', page: 1 },
}

describe('the days of a document after its statement was read', () => {
  test('are those of the verified entries instead of those of the text', () => {
    expect(withStatementReading(byText, reading(['2026-04-01', '2026-04-30']))).toEqual({
      ...byText,
      period: APRIL,
      period_by: 'statement',
      period_says: null,
      statement_verdict: 'verified',
    })
  })

  test('stay as the broker entered them, also if he removed them', () => {
    for (const period of [{ from: '2026-03-01', to: '2026-03-31' }, null]) {
      const entered = { ...byText, period, period_by: 'broker' as const }
      expect(withStatementReading(entered, reading(['2026-04-01', '2026-04-30']))).toEqual({
        ...entered,
        statement_verdict: 'verified',
      })
    }
  })

  test('stay as the text says them if the statement is not verified', () => {
    const unverified = { ...reading(['2026-04-01', '2026-04-30']), verdict: 'unverified' as const }
    expect(withStatementReading(byText, unverified)).toEqual({ ...byText, statement_verdict: 'unverified' })
  })

  test('span all months and accounts of the file', () => {
    const read = reading(
      ['2026-05-01', '2026-05-31'],
      ['2026-04-01', '2026-04-30'],
      ['2026-04-15', '2026-04-20'],
    )
    expect(withStatementReading(null, read).period).toEqual({ from: '2026-04-01', to: '2026-05-31' })
  })

  test('stay unknown if the months of the file do not follow each other, or span more than a year', () => {
    expect(
      withStatementReading(null, reading(['2026-03-01', '2026-03-31'], ['2026-05-01', '2026-05-31'])),
    ).toEqual({ ...UNREAD, statement_verdict: 'verified' })
    expect(withStatementReading(null, reading(['2024-01-01', '2026-05-31'])).period).toBeNull()
  })

  test('stay as a guess if a newer version of the reader no longer verifies the statement', () => {
    const before = withStatementReading(byText, reading(['2026-04-01', '2026-04-30']))
    const after = withStatementReading(before, { verdict: 'unverified', months: [] })
    expect(after).toMatchObject({ period: APRIL, period_by: 'text', statement_verdict: 'unverified' })
  })
})
