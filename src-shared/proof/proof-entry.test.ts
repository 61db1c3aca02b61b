import { expect, test } from 'vitest'
import { canonicalJson } from './proof-entry.ts'

test('canonicalJson writes the example of RFC 8785, section 3.2, in its canonical form', () => {
  const value = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(value)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('canonicalJson sorts keys by UTF-16 code units, including keys that look like numbers', () => {
  expect(canonicalJson({ 10: 1, 9: 2, '\u{1f600}': 3, '\ufb33': 4, b: undefined })).toBe(
    '{"10":1,"9":2,"\u{1f600}":3,"\ufb33":4}',
  )
})

test.each([NaN, Infinity, 'half \ud800', { '\udc00': 1 }])(
  'canonicalJson refuses %j, which has no canonical form',
  (value) => {
    expect(() => canonicalJson([value])).toThrow('not allowed')
  },
)
