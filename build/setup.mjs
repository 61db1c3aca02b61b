/** Makes a fresh clone ready: npm packages, system libraries, Node 24 and Electron. Cheap where all is there. */
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
 * Installs what is missing and says which versions are used.
 * @param {{ for: Purpose, retryElectron?: boolean, say?: (line: string) => void }} options those that need no Electron get none
 * @returns {Promise<Ready>}
 */
export async function setup({ for: purpose, retryElectron, say = console.error }) {
  await installPackages(projectFolder, say)
  await installSystemPackages(purpose, say)
  const node = await findNode(say)
  say(`Node ${node.version}${node.source === 'registry' ? ' (from the npm registry)' : ''}`)
  if (withoutElectron.has(purpose)) return { node }

  const electron = await findElectron({ say, ...(retryElectron ? { retry: true } : {}) })
  say(describeElectron(electron))
  const sandbox = describeSandbox(electron)
  if (sandbox) say(sandbox)
  return { node, electron }
}

const help = `Usage: node build/setup.mjs [--for start|test|dev|check] [--retry-electron]

Installs what is missing: npm packages, on Debian as root the system libraries, Node 24 and Electron.
npm start and npm test do this by themselves.

  --for PURPOSE      what to get ready for (default: test)
  --retry-electron   try the official Electron's download again, even if it failed within the last day
  --help             show this
`

if (isMain(import.meta.url)) {
  await runMain(help, async (args) => {
    const { values } = parseArgs({
      args,
      options: {
        for: { type: 'string', default: 'test' },
        'retry-electron': { type: 'boolean', default: false },
      },
    })
    if (!['start', 'test', 'dev', 'check'].includes(values.for))
      throw new Error(`--for knows no "${values.for}".`)
    await setup({ for: /** @type {Purpose} */ (values.for), retryElectron: values['retry-electron'] })
    return 0
  })
}
