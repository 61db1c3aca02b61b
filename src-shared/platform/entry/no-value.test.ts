import { expect, test } from 'vitest'
import { saysNone } from './no-value.ts'

test.each([
  'N/A',
  'n.a.',
  'n / a',
  'N\\A',
  '#N/A',
  'None',
  'none.',
  '-',
  '--',
  '\u2014',
  '\u2013 ',
  '\u200bN/A',
  '(none)',
  'Not applicable',
  'no aplica',
  '???',
])('understands %j as no value in every field', (typed) => {
  expect(saysNone(typed, true)).toBe(true)
  expect(saysNone(typed, false)).toBe(true)
})

test.each(['na', 'No', 'x', 'TBD', 'no website', 'No tiene'])(
  'understands %j as no value only in a field with a format, because it can be a name',
  (typed) => {
    expect(saysNone(typed, true)).toBe(true)
    expect(saysNone(typed, false)).toBe(false)
  },
)

test.each(['', '0', 'none.com', 'nona', 'n/a.example', 'Nil Nil', 'A-1', '$0'])(
  'does not understand %j as no value',
  (typed) => expect(saysNone(typed, true)).toBe(false),
)
