import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64Url } from './base64url.ts'

test('what was written is read, whatever the bytes', () => {
  const isRead = (bytes: Uint8Array) =>
    Buffer.from(bytes).equals(fromBase64Url(Buffer.from(bytes).toString('base64url')) ?? Buffer.from('!'))
  expect(
    fc.check(fc.property(fc.uint8Array({ maxLength: 70 }), isRead), { numRuns: 500 }).counterexample,
  ).toBeNull()
})

test.each(['AA==', 'a+b/', 'A', 'AAAAA', 'a b', 'ä', 'AA\n', '\u2014AAA'])('%j is no base64url', (text) => {
  expect(fromBase64Url(text)).toBeNull()
})

test('refuses every last letter that carries bits beyond the last byte', () => {
  // Each of these decodes leniently to the same bytes as the first of its group.
  expect(fromBase64Url('AA')).toEqual(new Uint8Array(1))
  expect(fromBase64Url('AAA')).toEqual(new Uint8Array(2))
  for (const text of ['AB', 'AP', 'A_', 'AAB', 'AAC', 'AAD', 'AAAAAB', 'AAAAAAB'])
    expect(fromBase64Url(text), text).toBeNull()
})

test('reads no two texts as the same bytes', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 })
  const isCanonical = (given: string) => {
    const bytes = fromBase64Url(given)
    return bytes === null || Buffer.from(bytes).toString('base64url') === given
  }
  expect(fc.check(fc.property(text, isCanonical), { numRuns: 2000 }).counterexample).toBeNull()
})
