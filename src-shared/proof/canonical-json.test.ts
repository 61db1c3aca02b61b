import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the example of RFC 8785, section 3.2', () => {
  const value = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(value)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('it is what another implementation writes, whatever the value', () => {
  const values = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  const isSame = (value: unknown) => canonicalJson(value) === canonicalize(value)
  expect(fc.check(fc.property(values, isSame), { numRuns: 500 }).counterexample).toBeNull()
  // Keys that look like numbers, and keys whose code points and units sort differently.
  expect(canonicalJson({ 10: 1, 9: 2, '\u{1f600}': 3, '\ufb33': 4, b: undefined })).toBe(
    '{"10":1,"9":2,"\u{1f600}":3,"\ufb33":4}',
  )
})

test.each([NaN, Infinity, 'half \ud800', { '\udc00': 1 }])('%j has no canonical form', (value) => {
  expect(() => canonicalJson([value])).toThrow(TypeError)
})
