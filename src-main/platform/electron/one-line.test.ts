import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test.each([
  ['a line break', 'Juniper\nThe partner agreed.', 'Juniper\\u000aThe partner agreed.'],
  ['a carriage return', 'a\r\nb', 'a\\u000d\\u000ab'],
  ['a line separator and a paragraph separator', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['a direction override', 'gro.\u202erekcatta', 'gro.\\u202erekcatta'],
  ['a direction isolate', '\u2066a\u2069', '\\u2066a\\u2069'],
  ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
  ['an ESC and a NUL character', '\u001b[31m\0', '\\u001b[31m\\u0000'],
])('a dialog line shows %s in escaped form', (_name, given, shown) => {
  expect(oneLine(given)).toBe(shown)
})

test('a dialog line shows letters of any script, spaces, and emoji unchanged', () => {
  const text = 'José – 東京 – עברית – 😀 "C:\\x"'
  expect(oneLine(text)).toBe(text)
})

test.each([
  ['all of 160 characters', 'x'.repeat(160), 'x'.repeat(160)],
  ['all of 160 characters with two code units', '😀'.repeat(160), '😀'.repeat(160)],
  ['the first 160 of 161 characters', 'x'.repeat(161), `${'x'.repeat(160)}…`],
  ['only complete characters', '😀'.repeat(161), `${'😀'.repeat(160)}…`],
  [
    'the first 160 after unsafe characters were escaped',
    '\u202e'.repeat(100),
    `${'\\u202e'.repeat(26)}\\u20…`,
  ],
])('a dialog line shows %s', (_name, given, shown) => {
  expect(oneLine(given)).toBe(shown)
})

test('a dialog line shortens a text of 20 million characters to 160 characters and an ellipsis', () => {
  expect(oneLine('\n'.repeat(20_000_000))).toHaveLength(161)
})
