// @module-tag all

import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cacheFolder, fromRegistry } from '../../build/runtime/cache.mjs'
import { npm, run } from '../../build/runtime/process.mjs'
import { skipped, whyNotOnWindows, whyWithout } from '../support/skipped.ts'

// npm packs a local folder in the same way as a package of the registry, so these tests need no network.

// Windows has tar, but Wine does not.
const noTar = whyWithout('tar')
const name = `test-of-the-cache-${process.pid}`
let folder: string
let integrity: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'funding-desk-package-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'pinned', version: '1.0.0' }))
  await writeFile(join(folder, 'index.js'), 'content')
  const packed = await npm(['pack', folder, '--json', '--dry-run'], { cwd: folder })
  const [described] = Object.values(JSON.parse(packed.stdout) as Record<string, { integrity: string }>)
  integrity = described?.integrity ?? ''
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
  await rm(join(cacheFolder, name), { recursive: true, force: true })
})

const pathOf = async (program: string): Promise<string> =>
  (await run('sh', ['-c', `command -v ${program}`])).stdout.trim()

const leftovers = async (): Promise<string[]> =>
  (await readdir(cacheFolder)).filter((entry) => entry.startsWith(name))

test.skipIf(noTar !== null)(
  `fromRegistry keeps the unpacked package and does not download it again${skipped(noTar)}`,
  async () => {
    const kept = await fromRegistry({ spec: folder, integrity, name })
    expect(await readFile(join(kept, 'index.js'), 'utf8')).toBe('content')
    expect(await fromRegistry({ spec: 'not-asked-for', integrity: 'none', name })).toBe(kept)
  },
)

const noScript = whyNotOnWindows('the test replaces tar with a shell script')
test.skipIf(noScript !== null)(
  `fromRegistry passes no path to tar, which could mistake a drive for a remote computer${skipped(noScript)}`,
  async () => {
    const programs = await mkdtemp(join(tmpdir(), 'funding-desk-programs-'))
    const picky = `#!/bin/sh\ncase "$*" in */* | *:*) echo "Cannot connect to C: $*" >&2; exit 1 ;; esac\nexec ${await pathOf('tar')} "$@"\n`
    await writeFile(join(programs, 'tar'), picky, { mode: 0o755 })
    vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`)
    const kept = await fromRegistry({ spec: folder, integrity, name }).finally(() =>
      rm(programs, { recursive: true }),
    )
    expect(await readFile(join(kept, 'index.js'), 'utf8')).toBe('content')
  },
)

test('fromRegistry does not unpack or keep a package that differs from the pinned one', async () => {
  await expect(fromRegistry({ spec: folder, integrity: 'sha512-AAAA', name })).rejects.toThrow(
    /does not match the pinned hash/,
  )
  expect(existsSync(join(cacheFolder, name))).toBe(false)
  expect(await leftovers()).toEqual([])
})

test.skipIf(noTar !== null)(
  `fromRegistry leaves nothing that could be mistaken for a complete package after a failure${skipped(noTar)}`,
  async () => {
    const prepare = async (unpacked: string): Promise<string> => {
      await mkdir(join(unpacked, 'half'))
      throw new Error('disk full')
    }
    await expect(fromRegistry({ spec: folder, integrity, name, prepare })).rejects.toThrow('disk full')
    expect(existsSync(join(cacheFolder, name))).toBe(false)
    expect(await leftovers()).toEqual([])
  },
)

test.skipIf(noTar !== null)(
  `fromRegistry gives two concurrent callers the complete package${skipped(noTar)}`,
  async () => {
    const both = await Promise.all([1, 2].map(() => fromRegistry({ spec: folder, integrity, name })))
    expect(new Set(both).size).toBe(1)
    expect(await readFile(join(both[0] ?? '', 'index.js'), 'utf8')).toBe('content')
  },
)
