import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outlineJson } from './outline-json.ts'

test('outlineJson counts only the entries of the outermost list', () => {
  expect(outlineJson('[{"a":[1,2]},{"b":"},{,\\",["}, {}]').entries).toBe(3)
  expect(outlineJson('{"a":[1,2,3]}').entries).toBe(1)
  expect(outlineJson('{"a":[{"b":"[[["}]}, []').depth).toBe(3)
  expect(outlineJson(`[${'{},'.repeat(700_000)}{}]`).entries).toBe(700_001)
})

test('outlineJson counts exactly the list entries that JSON.parse returns, and at least as many values', () => {
  const size = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce<number>((sum, one) => sum + size(one), 1)
      : 1
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), (list) => {
      const { entries, values } = outlineJson(JSON.stringify(list, null, 1))
      expect(entries).toBe(list.length)
      expect(values).toBeGreaterThanOrEqual(size(list))
    }),
  )
})

test('outlineJson finishes on any text, even if the text is not JSON', () => {
  fc.assert(fc.property(fc.string(), (text) => outlineJson(text).values >= 1))
  expect(outlineJson('"\\').values).toBe(1)
})
