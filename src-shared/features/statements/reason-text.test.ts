import { expect, it } from 'vitest'
import { statements as en } from './texts.en.ts'
import { statements as es } from './texts.es.ts'
import { findingOf } from './deal-statements.fixture.ts'
import { firstReason, reasonsOf } from './deal-statements.ts'
import { formatMessage, msg } from '../../platform/texts/msg.ts'

it('a detail says more than its reason where it can', () => {
  const doubted = { ...findingOf('unreadable', null), detail: 'rows_doubted' as const }
  expect(reasonsOf(en, [doubted])[0]?.why).toContain('cancel each other out')
  expect(reasonsOf(es, [doubted])[0]?.why).toBe(es.details.rows_doubted)
  const empty = { ...doubted, detail: 'no_text' as const }
  expect(reasonsOf(en, [empty])[0]?.why).toBe(en.reasons.unreadable)
})

it('missing pages are one reason that names all of them and says what to do', () => {
  const missing = (other_page: number) => ({
    ...findingOf('page_missing', null),
    detail: 'page_missing' as const,
    other_page,
    printed_count: 5,
  })
  const twice = { ...findingOf('page_duplicated', 2), detail: 'page_twice' as const }
  const told = reasonsOf(en, [missing(3), twice, missing(4)]).map(({ why }) => why)
  expect(told).toEqual(['pages 3 and 4 of 5 are missing: ask for them', en.reasons.page_duplicated])
  expect(reasonsOf(en, [missing(3)])[0]?.why).toBe('page 3 of 5 is missing: ask for it')
  expect(reasonsOf(es, [missing(3), missing(4)])[0]?.why).toBe('faltan las páginas 3 y 4 de 5: pídalas')
})

it('a total that differs is named with its page and with what the rows give', () => {
  const total = { ...findingOf('totals_mismatch', 1), detail: 'total_deposits' as const }
  const told = { ...total, printed_cents: 9_950_726, read_cents: 11_790_754 }
  expect(firstReason(en, [told])).toBe(
    'the total of deposits on page 1 is $99,507.26, but the rows add up to $117,907.54',
  )
  expect(firstReason(es, [told])).toBe(
    'el total de depósitos en la página 1 es $99,507.26, pero las filas suman $117,907.54',
  )
  expect(reasonsOf(en, [{ ...told, page: null }])[0]?.why).toBe(
    'the total of deposits is $99,507.26, but the rows add up to $117,907.54',
  )
})

it.each([
  { ...findingOf('unreadable', null), detail: 'other_currency' as const },
  { ...findingOf('page_missing', null), detail: 'page_missing' as const, other_page: 3, printed_count: 5 },
  {
    ...findingOf('totals_mismatch', 1),
    detail: 'total_deposits' as const,
    printed_cents: 900,
    read_cents: 800,
  },
])('a reason as a message says the same as in the language: $detail', (told) => {
  expect(reasonsOf(msg.statements, [told]).map(({ why }) => formatMessage(why))).toEqual(
    reasonsOf(en, [told]).map(({ why }) => why),
  )
})
