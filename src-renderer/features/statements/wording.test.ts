import { exactCents } from '../../../src-shared/features/statements/deal-statements.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { en } from '../../../src-shared/app/texts.en.ts'
import { es } from '../../../src-shared/app/texts.es.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { setMessages } from '../../../src-shared/platform/texts/messages.ts'
import type { ReadingState } from '../../../src-shared/features/statements/deal-statements.ts'
import { findingOf } from '../../../src-shared/features/statements/deal-statements.fixture.ts'
import type { Finding } from '../../../src-shared/features/statements/statement.ts'
import { findingFacts, figureText, periodNote, readingText } from './wording.ts'

afterEach(() => setMessages('en', en))

const read = (verdict: 'verified' | 'unverified' | 'unreadable', ...findings: Finding[]): ReadingState => ({
  state: 'read',
  verdict,
  findings,
  evidence: [],
})
describe('a verdict', () => {
  it('names the first reason, and leaves its page to the link', () => {
    const reading = read(
      'unverified',
      findingOf('running_balance_mismatch', 3),
      findingOf('page_missing', null),
    )
    expect(readingText(reading)).toBe('Not verified: the entries differ from a printed balance')
    setMessages('es', es)
    expect(readingText(reading)).toBe('No verificado: los movimientos difieren de un saldo impreso')
  })

  it('names a reason that concerns the whole file', () => {
    expect(readingText(read('unreadable', findingOf('password', null)))).toBe(
      'Cannot be read: the file needs a password',
    )
  })

  it('shows the figures that differ, and the words of the statement', () => {
    const differing = {
      ...findingOf('totals_mismatch', 1),
      printed_cents: 500,
      read_cents: 400,
      quote: 'Rent',
    }
    expect(findingFacts(differing)).toBe('printed $5.00, read $4.00, “Rent”')
    expect(findingFacts({ ...differing, detail: 'previous_closing', quote: null })).toBe('$5.00 and $4.00')
    expect(findingFacts(findingOf('password', null))).toBe('')
    setMessages('es', es)
    expect(findingFacts(differing)).toContain('«Rent»')
  })

  it('has no reason if the statement is verified', () => {
    expect(readingText(read('verified'))).toBe('Verified')
    expect(readingText({ state: 'queued' })).toBe('Waiting to be read')
  })

  it('says what went wrong if the reading failed', () => {
    const error = appError('READING_STOPPED', msg.errorsFiles.readingStopped, msg.errorsFiles.readAgain)
    expect(readingText({ state: 'failed', error })).toBe('Reading this document was interrupted.')
  })
})

describe('a figure', () => {
  it('shows amounts with cents, counts as counts, and the share of funders in percent', () => {
    expect(exactCents(-123_400)).toBe('-$1,234.00')
    expect(figureText('lowest_balance_cents', -5)).toBe('-$0.05')
    expect(figureText('negative_days', 1_200)).toBe('1,200')
    expect(figureText('funder_share_basis_points', 1_234)).toBe('12.3%')
  })
})

describe('a statement period', () => {
  it('needs no dates if it is exactly one calendar month', () => {
    expect(periodNote({ from: '2026-02-01', to: '2026-02-28' })).toBe('')
    expect(periodNote({ from: '2026-01-01', to: '2026-02-28' })).not.toBe('')
    expect(periodNote({ from: '2026-02-03', to: '2026-03-02' })).toContain('2026')
  })
})
