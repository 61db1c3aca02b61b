import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { cacheFolder, makeOnce } from './cache.mjs'

const name = `test-folder-${process.pid}`
const target = join(cacheFolder, name)
const said: string[] = []
const say = (line: string) => void said.push(line)
const ours = async () => (await readdir(cacheFolder)).filter((entry) => entry.startsWith(name))

afterEach(async () => {
  for (const entry of await ours()) await rm(join(cacheFolder, entry), { recursive: true })
})

const make = async (made: string) => {
  await mkdir(made)
  await writeFile(join(made, 'complete'), '')
}

it('a folder is created once, and later calls return the same folder', async () => {
  expect(await makeOnce(name, say, make)).toBe(target)
  expect(await makeOnce(name, say, () => Promise.reject(new Error('made again')))).toBe(target)
  expect(await ours()).toEqual([name])
  expect(said).toEqual([])
})

it('a folder whose creation failed or was killed leaves nothing that counts as complete', async () => {
  const half = async (made: string) => {
    await mkdir(made)
    throw new Error('no network')
  }
  await expect(makeOnce(name, say, half)).rejects.toThrow('no network')
  expect(await ours()).toEqual([])

  // A killed process leaves its incomplete folder.
  await mkdir(`${target}.new`, { recursive: true })
  await writeFile(join(`${target}.new`, 'half'), '')
  await makeOnce(name, say, make)
  expect(existsSync(join(target, 'half'))).toBe(false)
  expect(await readdir(target)).toEqual(['complete'])
  expect(await ours()).toEqual([name])
})
