import { expect, test } from 'vitest'
import { checkProfile, isOfUsualSize } from './check-profile.ts'
import { standardProfile } from './standard-profile.ts'

const TODAY = '2026-05-04'

test('the schema of the standard profile is within the size limit', () => {
  expect(isOfUsualSize(standardProfile.schema)).toBe(true)
})

test('a schema whose references multiply exponentially is refused as too large', () => {
  const $defs: Record<string, unknown> = { level0: { type: 'object' } }
  for (let level = 1; level <= 40; level++) {
    const below = { $ref: `#/$defs/level${level - 1}` }
    $defs[`level${level}`] = { allOf: [below, { ...below }] }
  }
  const schema = { ...standardProfile.schema, $defs, allOf: [{ $ref: '#/$defs/level40' }] }
  expect(checkProfile(JSON.stringify({ ...standardProfile, schema }), TODAY)).toMatchObject({
    problems: [{ path: 'schema', message: 'This JSON Schema is too large or refers to itself.' }],
  })
})

test.each([
  ['refers to itself', { properties: { a: { $ref: '#' } } }],
  ['is nested deeply', Array.from({ length: 200 }).reduce<object>((inner) => ({ not: inner }), {})],
  ['has too many parts', { anyOf: Array.from({ length: 30_000 }, () => ({})) }],
])('a schema that %s is refused', (_, schema) =>
  expect(isOfUsualSize(schema as Record<string, unknown>)).toBe(false),
)

test('a profile with a list that requires millions of rows is refused with the path of the list', () => {
  const rows = { min_rows: 5_000_000, max_rows: 5_000_000 }
  const sections = standardProfile.sections.map((section) =>
    section.list ? { ...section, list: { ...section.list, ...rows } } : section,
  )
  const checked = checkProfile(JSON.stringify({ ...standardProfile, sections }), TODAY)
  expect(JSON.stringify(checked)).toMatch(/sections\.\d+\.list\.min_rows/)
})
