import { expect, test } from 'vitest'
import { joined } from './joined.ts'

test('objects with different names are joined into one', () => {
  expect(joined([{ one: 1 }, {}, { two: 2 }])).toEqual({ one: 1, two: 2 })
})

test('objects with a common name are refused, because one value would be lost', () => {
  expect(() => joined([{ one: 1 }, { one: 2 }])).toThrow('two parts have one')
})
