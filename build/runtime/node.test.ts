import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from './cache.mjs'
import { neededMajor, pinned } from './node.mjs'

it('a Node version is pinned for every system that has a vault driver', () => {
  const drivers = readdirSync(join(projectFolder, 'node_modules/better-sqlite3-multiple-ciphers/prebuilds'))
  const systems = drivers.map((file) => file.replace('.node', '')).filter((name) => !name.includes('musl'))
  expect(Object.keys(pinned).toSorted()).toEqual(systems.toSorted())
})

it.each(Object.entries(pinned))(
  'the Node pinned for %s is recent, is built for that system, and has a checksum',
  (system, node) => {
    expect(Number.parseInt(node.version, 10)).toBeGreaterThanOrEqual(neededMajor)
    expect(node.name).toContain(system.replace('win32', 'win'))
    expect(Buffer.from(node.integrity.replace('sha512-', ''), 'base64')).toHaveLength(64)
    expect(node.binary).toBe(system.startsWith('win32') ? 'bin/node.exe' : 'bin/node')
  },
)
