import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumOfElectron, findChromium } from './chromium.mjs'

// The fake programs are shell scripts.
describe.skipIf(process.platform === 'win32')('the Chromium for the tests', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funding-desk-chromium-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Writes a program that answers `--version` with this line. */
  async function program(line: string): Promise<string> {
    const path = join(folder, 'chrome')
    await writeFile(path, `#!/bin/sh\necho '${line}'\n`)
    await chmod(path, 0o755)
    return path
  }
  const choose = (path: string) => findChromium({ ...process.env, CHROMIUM_PATH: path })

  it('may have another major version than Electron if CHROMIUM_PATH names it', async () => {
    const path = await program('Google Chrome 99.0.4844.51')
    expect(await choose(path)).toMatchObject({ version: '99.0.4844.51', major: 99, isChosen: true })
  })

  it('is refused with advice if it does not exist', async () => {
    const path = join(folder, 'missing')
    const advice = `${path} does not exist. Install Chromium ${chromiumOfElectron()} (on Debian: apt-get install chromium)`
    await expect(choose(path)).rejects.toThrow(advice)
  })

  it('is refused if it reports no version', async () => {
    await expect(choose(await program('nonsense'))).rejects.toThrow('--version reported no version: nonsense')
  })
})
