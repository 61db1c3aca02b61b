import { expect, it } from 'vitest'
import { placesInJson } from './places-in-json.ts'

const text = JSON.stringify(
  { kind: 'a "quoted" \\ {text}', list: [1, { title: 'second', 'a.b': { c: true } }], none: null, empty: [] },
  null,
  2,
)
const places = placesInJson(text)
const at = (path: string) => {
  const { from, to, line } = places.at(path)
  expect(text.split('\n').slice(0, line).join('\n').length).toBeGreaterThanOrEqual(from)
  return JSON.parse(text.slice(from, to)) as unknown
}

it('finds the value at a path, in lists and under keys that contain dots', () => {
  expect(at('kind')).toBe('a "quoted" \\ {text}')
  expect(at('list.1.title')).toBe('second')
  expect(at('list.1.a.b.c')).toBe(true)
  expect(at('none')).toBe(null)
  expect(at('empty')).toEqual([])
  expect(places.at('list.1.title').line).toBe(6)
})

it('finds the nearest enclosing value if the path is missing', () => {
  expect(at('list.1.label')).toEqual({ title: 'second', 'a.b': { c: true } })
  expect(at('list.7')).toEqual([1, { title: 'second', 'a.b': { c: true } }])
  expect(at('gone.for.good')).toEqual(JSON.parse(text))
})

it('finds the first syntax error', () => {
  expect(places.error).toBeNull()
  expect(placesInJson('{\n  "a": 1\n  "b": 2,\n}').error).toEqual({ from: 13, to: 13, line: 3 })
  expect(placesInJson('{\n  "a": tru\n}').error).toEqual({ from: 9, to: 12, line: 2 })
  expect(placesInJson('').error).toEqual({ from: 0, to: 0, line: 1 })
})
