/** Under which licences other people's code may be used here. */

/** What may be shipped inside a product that is not open itself, on the condition that its text comes along. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
])

/**
 * Packages that are looked at one by one. `licence` is what holds where the manifest says otherwise or nothing; `tools` is
 * for what builds or tests, and may not be shipped.
 * @type {{ name: RegExp, licence?: string, tools?: true, why: string }[]}
 */
const EXCEPTIONS = [
  { name: /^axe-core$/, tools: true, why: 'MPL-2.0; judges our screens in tests' },
  { name: /^lightningcss(-.+)?$/, tools: true, why: 'MPL-2.0; minifies styles when building' },
  { name: /^caniuse-lite$/, tools: true, why: 'CC-BY-4.0; a table that the build asks' },
  { name: /^truncate-utf8-bytes$/, tools: true, why: 'WTFPL; part of electron-builder' },
  { name: /^jsbi$/, licence: 'Apache-2.0', why: 'its manifest names a file, which is that licence' },
  { name: /^map-stream$/, licence: 'MIT', why: 'its manifest says nothing, its LICENCE is that' },
  { name: /^pause-stream$/, licence: 'MIT OR Apache-2.0', why: 'a spelling from before SPDX' },
  { name: /^@nornagon\/put$/, licence: 'MIT', why: 'a spelling from before SPDX' },
]

/**
 * @typedef {{ name: string, version: string, license?: string, shipped: boolean }} Dependency
 * @param {Dependency} dependency
 * @returns {string | null} what is wrong with it; null where nothing is
 */
export function objection({ name, version, license, shipped }) {
  const licence = licenceOf({ name, license })
  const told = `${name} ${version} (${licence})`
  if (exceptionFor(name)?.tools) return shipped ? `${told} may be a tool, but is shipped` : null
  return isAllowed(licence) ? null : `${told} is under no licence of the list`
}

/**
 * @param {{ name: string, license?: string | undefined }} dependency
 * @returns {string} an expression of SPDX
 */
export const licenceOf = ({ name, license }) => exceptionFor(name)?.licence ?? license ?? 'NONE'

/** @param {string} name */
const exceptionFor = (name) => EXCEPTIONS.find((each) => each.name.test(name))

/** @param {string} expression of SPDX, without nesting, which no package of ours needs */
function isAllowed(expression) {
  const plain = expression.replaceAll(/[()]/g, '')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((part) => ALLOWED.has(part.trim()))
  return plain.split(' AND ').every((part) => ALLOWED.has(part.trim()))
}
