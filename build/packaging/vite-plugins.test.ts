import { compileFunction } from 'node:vm'
import { expect, test } from 'vitest'
import { inLatin1 } from './vite-plugins.ts'

const run = (code: string): unknown => compileFunction(code)()

test.each([
  ['a string', 'return "Checking…"', 'Checking…'],
  ['a template literal', 'return `“${1 + 1}”`', '“2”'],
  ['a character of two code units', 'return "\u{1f600}"', '\u{1f600}'],
  ['a regular expression', 'return "a – b".replace(/[–—]/g, "-")', 'a - b'],
  [
    'a regular expression with the unicode flag',
    'return "x\u{1f600}y".replace(/^x[\u{1f600}]y$/u, "found")',
    'found',
  ],
  ['an unnecessarily escaped character', String.raw`return "a\–b\\…".replace(/\–/, "-")`, String.raw`a-b\…`],
  ['an identifier', 'const π = 3; return π', 3],
  ['a comment', '// “so”\nreturn 1', 1],
  ['a path in a raw template literal', 'return String.raw`a\\b`', String.raw`a\b`],
])('rewrites %s in one-byte characters without changing its meaning', (_, code, answer) => {
  const written = inLatin1(code)
  expect(written).not.toMatch(/[\u0100-\uffff]/)
  expect(run(written)).toBe(answer)
})

test('leaves one-byte characters unchanged', () => {
  expect(inLatin1('return "Español · 5°"')).toBe('return "Español · 5°"')
})

test('refuses a raw template literal with a character that needs an escape, because the escape would change the text', () => {
  expect(() => inLatin1('return String.raw`…`')).toThrow('In raw`…` letters cannot be escaped')
})
