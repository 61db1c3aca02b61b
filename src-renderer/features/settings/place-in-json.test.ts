import { expect, it } from 'vitest'
import { placeInJson } from './place-in-json.ts'

const text = JSON.stringify(
  { kind: 'a "quoted" \\ {text}', list: [1, { title: 'second', 'a.b': { c: true } }], none: null, empty: [] },
  null,
  2,
)
const at = (path: string) => {
  const { from, to, line } = placeInJson(text, path)
  expect(text.split('\n').slice(0, line).join('\n').length).toBeGreaterThanOrEqual(from)
  return JSON.parse(text.slice(from, to)) as unknown
}

it('finds the value of a path, in lists and under keys with dots', () => {
  expect(at('kind')).toBe('a "quoted" \\ {text}')
  expect(at('list.1.title')).toBe('second')
  expect(at('list.1.a.b.c')).toBe(true)
  expect(at('none')).toBe(null)
  expect(at('empty')).toEqual([])
  expect(placeInJson(text, 'list.1.title').line).toBe(6)
})

it('points to the nearest value around a missing one', () => {
  expect(at('list.1.label')).toEqual({ title: 'second', 'a.b': { c: true } })
  expect(at('list.7')).toEqual([1, { title: 'second', 'a.b': { c: true } }])
  expect(at('gone.for.good')).toEqual(JSON.parse(text))
})
