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
