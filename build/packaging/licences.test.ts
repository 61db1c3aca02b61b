import { describe, expect, test } from 'vitest'
import { judgeLockfile } from './dependencies.mjs'
import { objection } from './licences.mjs'
import { packagePath } from './record-packages.mjs'

const dependency = (license: string, name = 'some-package', shipped = true) => ({
  name,
  version: '1.0.0',
  license,
  shipped,
})

describe('licences', () => {
  test.each(['MIT', 'ISC', '(MIT OR GPL-3.0)', 'MIT AND ISC AND BSD-3-Clause', 'BlueOak-1.0.0'])(
    '%s may be shipped',
    (license) => expect(objection(dependency(license))).toBeNull(),
  )

  test.each([
    'GPL-3.0',
    'AGPL-3.0',
    'MPL-2.0',
    'MIT AND GPL-2.0',
    'SEE LICENSE IN LICENSE',
    'UNLICENSED',
    '',
  ])('"%s" may not', (license) => expect(objection(dependency(license))).toContain('some-package 1.0.0'))

  test('a package that says nothing may not be used, not even as a tool', () => {
    expect(objection({ name: 'silent', version: '1.0.0', shipped: false })).toContain('NONE')
  })

  test('a tool by name may build and test, and may not be shipped', () => {
    expect(objection(dependency('MPL-2.0', 'axe-core', false))).toBeNull()
    expect(objection(dependency('MPL-2.0', 'axe-core', true))).toContain('is shipped')
  })
})

test('a package without integrity in the lockfile is a finding', () => {
  const locked = { version: '1.0.0', license: 'MIT', integrity: 'sha512-AA==' }
  expect(judgeLockfile({ 'node_modules/good': locked })).toEqual([])
  const { integrity: _, ...unproved } = locked
  expect(judgeLockfile({ 'node_modules/bad': unproved })).toEqual([
    'bad 1.0.0 has no integrity in package-lock.json',
  ])
})

test.each([
  ['/x/node_modules/react/cjs/react.js', 'node_modules/react'],
  ['/x/node_modules/@mantine/core/esm/a.mjs?used', 'node_modules/@mantine/core'],
  ['/x/node_modules/a/node_modules/@b/c/d.js', 'node_modules/a/node_modules/@b/c'],
  ['C:\\x\\node_modules\\zod\\index.js', 'node_modules/zod'],
  ['/x/src-main/index.ts', undefined],
])('%s is of the package %s', (id, path) => expect(packagePath(id)).toBe(path))
