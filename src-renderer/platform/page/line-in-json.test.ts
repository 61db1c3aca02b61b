import { expect, it } from 'vitest'
import { lineInJson } from './line-in-json.ts'

const text = JSON.stringify(
  { kind: 'a "quoted" \\ {text}', list: [1, { title: 'second', 'a.b': { c: true } }], none: null },
  null,
  2,
)

it.each([
  ['kind', 2],
  ['list.1.title', 6],
  ['list.1.a.b.c', 8],
  ['none', 12],
])('a value at the path %s is found in its line, in lists and under keys that contain dots', (path, line) => {
  expect(lineInJson(text, path)).toBe(line)
})

it.each([
  ['list.1.label', 5],
  ['list.7', 3],
  ['gone.for.good', 1],
])('a missing value at the path %s has the line of the nearest enclosing value', (path, line) => {
  expect(lineInJson(text, path)).toBe(line)
})

it('a text that is not JSON has the line of its first error', () => {
  expect(lineInJson('{\n  "a": 1\n  "b": 2\n}', '')).toBe(3)
  expect(lineInJson('{\n  "a": tru\n}', 'a')).toBe(2)
  expect(lineInJson('', '')).toBe(1)
})
