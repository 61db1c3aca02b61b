import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable, printableLines } from './text.ts'

test.each([
  ['an escape sequence', '\u001b[31mred', '\\u001b[31mred'],
  ['a C1 control sequence', '\u009b2J', '\\u009b2J'],
  ['a carriage return and a backspace', 'a\rb\bc', 'a\\u000db\\u0008c'],
  ['a newline', 'one\ntwo', 'one\\u000atwo'],
  ['a bidi override', 'gpj.\u202eexe', 'gpj.\\u202eexe'],
  ['a bidi isolate and a line separator', '\u2066\u2028', '\\u2066\\u2028'],
  ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
  ['a tag character, which has two code units', '\u{e0041}', '\\udb40\\udc41'],
])('printable escapes %s', (_name, given, shown) => {
  expect(printable(given)).toBe(shown)
})

test('printable does not change letters of any script, spaces, and emoji', () => {
  const text = 'José – 東京 – עברית – 😀 "C:\\x"'
  expect(printable(text)).toBe(text)
})

test('printableLines keeps newlines, and escapes other control characters', () => {
  expect(printableLines('one\n\u001btwo\r\n')).toBe('one\n\\u001btwo\\u000d\n')
})

test('printable leaves JSON with any strings parseable to the same value, but without invisible characters', () => {
  const isSame = (value: unknown) => {
    const text = printable(JSON.stringify(value))
    expect(JSON.parse(text)).toEqual(value)
    return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
  }
  const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
  expect(
    fc.check(fc.property(value, (given) => isSame({ given: Object.entries(given) }))).counterexample,
  ).toBeNull()
  expect(isSame({ id: '\u001b\u009b\u202e\u{e0041}' })).toBe(true)
})
