/**
 * Prepares a fresh clone of the repository: installs npm packages, system libraries, Node 24, and Electron. Is fast if nothing is missing.
 */
import { parseArgs } from 'node:util'
import { projectFolder } from './runtime/cache.mjs'
import { isMain, runMain } from './runtime/command.mjs'
import { describeElectron, describeSandbox, findElectron } from './runtime/electron.mjs'
import { findNode } from './runtime/node.mjs'
import { installPackages } from './runtime/packages.mjs'
import { installSystemPackages } from './runtime/system.mjs'

/**
 * @typedef {import('./runtime/system.mjs').Purpose} Purpose
 * @typedef {{ node: import('./runtime/node.mjs').FoundNode, electron?: import('./runtime/electron.mjs').FoundElectron }} Ready
 */

/** @type {ReadonlySet<Purpose>} */
const withoutElectron = new Set(['check', 'measure', 'tool'])

/**
 * Installs all missing tools and prints the versions.
 * @param {{ for: Purpose, say?: (line: string) => void }} options for a purpose without Electron, the result lacks
 *   `electron`
 * @returns {Promise<Ready>}
 */
export async function setup({ for: purpose, say = console.error }) {
  await installPackages(projectFolder, say)
  await installSystemPackages(purpose, say)
  const node = await findNode(say)
  say(`Node ${node.version}${node.source === 'registry' ? ' (from the npm registry)' : ''}`)
  if (withoutElectron.has(purpose)) return { node }

  const electron = await findElectron(say)
  say(describeElectron(electron))
  const sandbox = describeSandbox(electron)
  if (sandbox) say(sandbox)
  return { node, electron }
}

const help = `Usage: node build/setup.mjs [--for start|test|chromium|dev|check]

Installs missing parts: npm packages, on Debian as root the system libraries, Node 24, and Electron.
npm start and npm test do this automatically.

  --for PURPOSE   command to prepare for (default: test)
  --help          show this
`

if (isMain(import.meta.url)) {
  await runMain(help, async (args) => {
    const { values } = parseArgs({ args, options: { for: { type: 'string', default: 'test' } } })
    if (!['start', 'test', 'chromium', 'dev', 'check'].includes(values.for))
      throw new Error(`--for knows no "${values.for}".`)
    await setup({ for: /** @type {Purpose} */ (values.for) })
    return 0
  })
}
