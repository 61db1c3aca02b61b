import { expect, test } from 'vitest'
import { checkExpressions, inSource } from './expressions.ts'
import { whyNotLinear } from './linear-expression.ts'

/** Expressions that this project once contained. With long texts, they froze the app. */
const CUBIC = String.raw`^[\s,;]*(?:-+|to|and)?[\s,:;]*(?:(?:ending|end)(?: date| on)?|fin)?[\s,:;]*(?:el )?$`
const QUADRATIC = String.raw`<([^>]*)>[^,<]*;\s*\brel\s*=\s*"?(?:[^",;]*\s)?next\b`

test.each([
  ['^(a+)+$', 'exponential'],
  ['^(?:a|a)*b', 'exponential'],
  ['^(?:a*)*b', 'exponential'],
  ['^(?:a?b?)*c', 'exponential'],
  [String.raw`^(?:\w+\s?)*$`, 'exponential'],
  [String.raw`(?:\d{1,3}){2,}x`, 'exponential'],
  [CUBIC, 'polynomial'],
  [QUADRATIC, 'polynomial'],
  ['^a.*b.*c', 'polynomial'],
  // A search begins at every character, so these are slow although each has only one loop.
  ['0+$', 'polynomial'],
  [String.raw`\s+(?=x)`, 'polynomial'],
  ['foo.*bar', 'polynomial'],
  ['a(?:.*b)?', 'polynomial'],
  [String.raw`^(\w+)-\1`, 'refers to an earlier group'],
  ['^.(?=.*x)y', 'looks ahead or behind without a limit'],
])('the expression %s, which is slow on a long text, is refused', (source, why) => {
  expect(whyNotLinear(source, 'i')).toContain(why)
})

test.each([
  ['^.*$', ''],
  ['^([^=]*)=(.*)$', ''],
  ['^foo.*bar', ''],
  [String.raw`\d+(?:[-. ]\d+)*`, 'g'],
  // The boundary leaves one place where a search may enter the loop.
  [String.raw`\b\d+x`, ''],
  [String.raw`(?<!\d)\d{4,}(?!\d)`, 'u'],
  // With the flag y, a match begins at one place only.
  ['0+$', 'y'],
  ['^(?:0+$|x)', 'm'],
  [String.raw`^(\d)([./-])\d\2`, ''],
])('the expression %s with the flags "%s", which is linear, is accepted', (source, flags) => {
  expect(whyNotLinear(source, flags)).toBe('')
})

test('the check reports a slow expression with its file and line, and accepts a linear one', () => {
  const { literals } = inSource(
    'planted.ts',
    `const ok = /^\\d+$/\nconst bad = /${CUBIC}/\nconst trailing = /0+$/`,
  )
  expect(literals).toHaveLength(3)
  expect(checkExpressions(literals).map((line) => line.slice(0, 12))).toEqual([
    'planted.ts:2',
    'planted.ts:3',
  ])
})

test('the check finds every place that builds a regular expression with RegExp', () => {
  const text = 'const word = (text: string) => new RegExp(text)\nconst other = RegExp(`a`)'
  expect(inSource('built.ts', text).sites).toEqual(['built.ts:1', 'built.ts:2'])
})
