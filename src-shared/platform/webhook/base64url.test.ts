import fc from 'fast-check'
import { base64url } from 'jose'
import { expect, test } from 'vitest'
import { isCanonicalBase64Url } from './verify-signature.ts'

test('isCanonicalBase64Url accepts the encoding of any bytes', () => {
  const isAccepted = (bytes: Uint8Array) => isCanonicalBase64Url(Buffer.from(bytes).toString('base64url'))
  expect(fc.check(fc.property(fc.uint8Array({ maxLength: 70 }), isAccepted)).counterexample).toBeNull()
})

test.each(['AA==', 'a+b/', 'A', 'AAAAA', 'a b', 'ä', 'AA\n', '\u2014AAA'])(
  'isCanonicalBase64Url rejects %j',
  (text) => {
    expect(isCanonicalBase64Url(text)).toBe(false)
  },
)

test('isCanonicalBase64Url rejects a text whose last letter has unused bits that are not zero', () => {
  // A lenient decoder would decode each rejected text of two or three letters to the same bytes as the accepted text of that length.
  expect(isCanonicalBase64Url('AA')).toBe(true)
  expect(isCanonicalBase64Url('AAA')).toBe(true)
  for (const text of ['AB', 'AP', 'A_', 'AAB', 'AAC', 'AAD', 'AAAAAB', 'AAAAAAB'])
    expect(isCanonicalBase64Url(text), text).toBe(false)
})

test('isCanonicalBase64Url accepts only one text for the same bytes', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 })
  const isOnlySpelling = (given: string) =>
    !isCanonicalBase64Url(given) || base64url.encode(base64url.decode(given)) === given
  expect(fc.check(fc.property(text, isOnlySpelling)).counterexample).toBeNull()
})
