import { describe, expect, test } from 'vitest'
import { objection, readLockfile } from './components.ts'
import { checkLockfile } from './dependencies.ts'
import { packagePath } from './vite-plugins.ts'

const dependency = (license: string, name = 'some-package', shipped = true) => ({
  name,
  version: '1.0.0',
  license,
  shipped,
})

describe('the license check', () => {
  test.each(['MIT', 'ISC', '(MIT OR GPL-3.0)', 'MIT AND ISC AND BSD-3-Clause', 'BlueOak-1.0.0'])(
    'allows a shipped package with the license %s',
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
  ])('does not allow a shipped package with the license "%s"', (license) =>
    expect(objection(dependency(license))).toContain('some-package 1.0.0'),
  )

  test('allows the license of fonts only for a font', () => {
    expect(objection(dependency('OFL-1.1', '@fontsource-variable/inter'))).toBeNull()
    expect(objection(dependency('OFL-1.1'))).toContain('some-package 1.0.0')
  })

  test('refuses a package without a license, even if it is not shipped', () => {
    expect(objection({ name: 'silent', version: '1.0.0', shipped: false })).toContain('NONE')
  })

  test('allows a listed tool with another license only if the tool is not shipped', () => {
    expect(objection(dependency('MPL-2.0', 'axe-core', false))).toBeNull()
    expect(objection(dependency('MPL-2.0', 'axe-core', true))).toContain('is shipped')
  })
})

test('reports a package without an integrity hash in the lockfile', () => {
  const locked = { version: '1.0.0', license: 'MIT', integrity: 'sha512-AA==' }
  expect(checkLockfile({ 'node_modules/good': locked })).toEqual([])
  const { integrity: _, ...unproved } = locked
  expect(checkLockfile({ 'node_modules/bad': unproved })).toEqual([
    'bad 1.0.0 has no integrity in package-lock.json',
  ])
})

describe('the check for known vulnerabilities', () => {
  const findingsFor = (name: string, version: string, path = `node_modules/${name}`) =>
    checkLockfile({ [path]: { name, version, license: 'MIT', integrity: 'sha512-AA==', dev: true } })

  test.each([
    ['pdfjs-dist', '5.6.205', 'CVE-2026-16633'],
    ['form-data', '2.3.3', 'CVE-2025-7783'],
    ['tar', '6.2.1', 'CVE-2026-26960'],
    ['ip', '2.0.1', 'CVE-2024-29415'],
  ])('refuses %s %s in the lockfile and names the source of the vulnerability', (name, version, id) => {
    const source = `https://nvd.nist.gov/vuln/detail/${id}`
    expect(findingsFor(name, version, `node_modules/old/node_modules/${name}`)).toEqual([
      `${name} ${version}: ${id}; see ${source}`,
    ])
  })

  test.each([
    ['pdfjs-dist', '6.2.108'],
    ['form-data', '2.5.4'],
    ['tar', '7.5.8'],
    ['tar', '10.0.0'],
    ['form-data', '3.0.4'],
  ])('accepts %s %s, in which the vulnerability is fixed', (name, version) => {
    expect(findingsFor(name, version)).toEqual([])
  })

  test('finds nothing in the current lockfile', async () => {
    expect(checkLockfile(await readLockfile())).toEqual([])
  })
})

test.each([
  ['/x/node_modules/react/cjs/react.js', 'node_modules/react'],
  ['/x/node_modules/@mantine/core/esm/a.mjs?used', 'node_modules/@mantine/core'],
  ['/x/node_modules/a/node_modules/@b/c/d.js', 'node_modules/a/node_modules/@b/c'],
  ['C:\\x\\node_modules\\zod\\index.js', 'node_modules/zod'],
  ['/x/src-main/index.ts', undefined],
])('maps a module path to its package folder: %s to %s', (id, path) => expect(packagePath(id)).toBe(path))
