import { describe, expect, test } from 'vitest'
import {
  LONGEST_PATTERN,
  monthValue,
  namesByPattern,
  patternProblems,
  USUAL_PATTERN,
  type NameValues,
} from './name-pattern.ts'

const values: NameValues = {
  merchant: 'Juniper Bakery LLC',
  dba: 'Bread & Co.',
  kind: 'Bank statement',
  month: '2026-03',
  reference: 'JB-11',
  date: '2026-05-04',
  n: '1',
  name: 'eStmt_0331.pdf',
}
const nameOf = (pattern: string, changes: Partial<NameValues> = {}) =>
  namesByPattern(pattern, [{ ...values, ...changes }])[0] ?? ''

test.each<[string, Partial<NameValues>, string]>([
  [USUAL_PATTERN, {}, 'Juniper Bakery LLC - Bank statement 2026-03.pdf'],
  [USUAL_PATTERN, { month: '' }, 'Juniper Bakery LLC - Bank statement.pdf'],
  [USUAL_PATTERN, { merchant: '' }, 'Bank statement 2026-03.pdf'],
  [USUAL_PATTERN, { merchant: '', kind: '', month: '' }, 'eStmt_0331.pdf'],
  ['{merchant} ({month})', { month: '' }, 'Juniper Bakery LLC.pdf'],
  ['{merchant}_{reference}_{month}', { reference: '' }, 'Juniper Bakery LLC_2026-03.pdf'],
  ['{merchant} - {reference} - {kind}', { reference: '' }, 'Juniper Bakery LLC - Bank statement.pdf'],
  ['{n} {name}', {}, '1 eStmt_0331.pdf'],
  ['{n} {name}', { name: 'Photo.JPG' }, '1 Photo.JPG.pdf'],
  ['{date} {dba}', {}, '2026-05-04 Bread & Co.pdf'],
])('the pattern %s names a file with %j', (pattern, changes, expected) => {
  expect(nameOf(pattern, changes)).toBe(expected)
})

describe('a name by pattern is legal on every system', () => {
  test.each<[string, Partial<NameValues>, string]>([
    ['path separators', { merchant: '../../etc\\passwd' }, 'etc-passwd - Bank statement 2026-03.pdf'],
    ['Windows characters', { merchant: 'A<B>C:D"E|F?G*H' }, 'A-B-C-D-E-F-G-H - Bank statement 2026-03.pdf'],
    ['line breaks', { merchant: 'A\r\nB\u2028C' }, 'A B C - Bank statement 2026-03.pdf'],
    [
      'marks that reverse the text',
      { merchant: 'Acme\u202Efdp.exe\u2066' },
      'Acme fdp.exe - Bank statement 2026-03.pdf',
    ],
    ['a placeholder in a value', { merchant: '{kind} {n}' }, 'kind- -n- - Bank statement 2026-03.pdf'],
    ['half of a character', { merchant: 'A\uD83D' }, 'A - Bank statement 2026-03.pdf'],
  ])('with %s in the merchant’s name', (_, changes, expected) => {
    expect(nameOf(USUAL_PATTERN, changes)).toBe(expected)
  })

  test('if it is the name of a device', () => {
    expect(nameOf('{merchant}', { merchant: 'CON' })).toBe('_CON.pdf')
  })

  test.each(['x', '字', '😀', 'é'.normalize('NFD')])('with very long values of “%s”', (character) => {
    const huge = character.repeat(100_000)
    const name = nameOf('{merchant} {reference} {dba} {kind}', {
      merchant: huge,
      reference: huge,
      dba: huge,
      kind: huge,
    })
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200)
    expect(name).toMatch(/.\.pdf$/)
    expect(name).not.toMatch(/[\uD800-\uDFFF]/u)
  })
})

test('equal names get numbers, also if they differ only in case, and if they exist already', () => {
  const same = [values, { ...values, merchant: 'JUNIPER bakery llc' }, values]
  expect(namesByPattern(USUAL_PATTERN, same)).toEqual([
    'Juniper Bakery LLC - Bank statement 2026-03.pdf',
    'JUNIPER bakery llc - Bank statement 2026-03 (2).pdf',
    'Juniper Bakery LLC - Bank statement 2026-03 (3).pdf',
  ])
  expect(namesByPattern('{kind}', [values, values], { taken: ['bank STATEMENT.pdf'] })).toEqual([
    'Bank statement (2).pdf',
    'Bank statement (3).pdf',
  ])
})

test('very long equal names stay different', () => {
  const long = { ...values, merchant: 'm'.repeat(80), reference: 'r'.repeat(80), dba: 'd'.repeat(80) }
  const names = namesByPattern(
    '{merchant} {reference} {dba}',
    Array.from({ length: 12 }, () => long),
  )
  expect(new Set(names).size).toBe(12)
})

test.each<[string, object[]]>([
  ['', [{ problem: 'empty' }]],
  ['   ', [{ problem: 'empty' }]],
  ['{merchant}'.padEnd(LONGEST_PATTERN + 1, 'x'), [{ problem: 'too_long' }]],
  ['statement', [{ problem: 'no_placeholder' }]],
  ['{merchant} {ssn} {ein}', [{ problem: 'unknown', names: ['ssn', 'ein'] }]],
  ['{merchant}/{kind}: {month}?', [{ problem: 'illegal', characters: ['/', ':', '?'] }]],
  ['{merchant', [{ problem: 'illegal', characters: ['{'] }, { problem: 'no_placeholder' }]],
  ['{merchant}\u202E', [{ problem: 'illegal', characters: ['\u202E'] }]],
  [USUAL_PATTERN, []],
])('the pattern %j has the problems %j', (pattern, problems) => {
  expect(patternProblems(pattern)).toEqual(problems)
})

test('the month of a statement is the same in every language, and sorts by time', () => {
  const month = (from: string, to: string) => monthValue({ from, to })
  expect(month('2026-03-01', '2026-03-31')).toBe('2026-03')
  expect(month('2026-03-01', '2026-03-15')).toBe('2026-03')
  expect(month('2026-01-01', '2026-03-31')).toBe('2026-01_2026-03')
  expect(month('2026-03-16', '2026-04-15')).toBe('2026-03-16_2026-04-15')
  expect(monthValue(null)).toBe('')
})
