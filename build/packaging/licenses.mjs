/** Licenses that third-party code may have. */

/** Licenses that a closed-source product may ship if it includes the license text. */
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

/** The license of fonts. It permits shipping a font with any program, but applies to fonts only (docs/adr/0018-font.md). */
const FONT_LICENSE = 'OFL-1.1'
const FONTS = /^@fontsource-variable\//

/**
 * Packages with other licenses that may be used to build or test the product, but must not be shipped with it.
 * @type {{ name: RegExp, why: string }[]}
 */
const TOOLS = [
  { name: /^axe-core$/, why: 'MPL-2.0; checks our screens in tests' },
  { name: /^lightningcss(-.+)?$/, why: 'MPL-2.0; minifies styles when building' },
  { name: /^caniuse-lite$/, why: 'CC-BY-4.0; a table that the build reads' },
  { name: /^truncate-utf8-bytes$/, why: 'WTFPL; part of electron-builder' },
]

/**
 * @typedef {{ name: string, version: string, license?: string, shipped: boolean }} Dependency
 * @param {Dependency} dependency
 * @returns {string | null} the problem, or null
 */
export function objection({ name, version, license, shipped }) {
  const expression = licenseOf({ license })
  const reported = `${name} ${version} (${expression})`
  if (TOOLS.some((tool) => tool.name.test(name)))
    return shipped ? `${reported} is allowed as a tool, but is shipped` : null
  if (expression === FONT_LICENSE && FONTS.test(name)) return null
  return isAllowed(expression) ? null : `${reported} has a license that is not on the list`
}

/**
 * @param {{ license?: string | undefined }} dependency
 * @returns {string} an SPDX expression
 */
export const licenseOf = ({ license }) => license ?? 'NONE'

/** @param {string} expression SPDX; must not contain both AND and OR, which no package of this project combines */
function isAllowed(expression) {
  const plain = expression.replaceAll(/[()]/g, '')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((part) => ALLOWED.has(part.trim()))
  return plain.split(' AND ').every((part) => ALLOWED.has(part.trim()))
}
