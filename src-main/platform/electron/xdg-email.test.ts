import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWithXdgEmail } from './xdg-email.ts'

const LINK = 'mailto:office@example.com?subject=Hello&body=World'

describe.skipIf(process.platform !== 'linux')('opening a mail with xdg-email (only Linux has it)', () => {
  const PATH = process.env['PATH'] ?? ''
  let programs: string
  beforeEach(async () => {
    programs = await mkdtemp(join(tmpdir(), 'funding-desk-programs-'))
    process.env['PATH'] = programs
  })
  afterEach(async () => {
    process.env['PATH'] = PATH
    await rm(programs, { recursive: true, force: true })
  })

  /** Installs an `xdg-email` that runs these shell commands. */
  async function install(commands: string): Promise<void> {
    const program = join(programs, 'xdg-email')
    await writeFile(program, `#!/bin/sh\n${commands}\n`)
    await chmod(program, 0o755)
    process.env['PATH'] = programs + delimiter + PATH
  }

  it('succeeds if the program ends without an error, and gives it the link', async () => {
    await install(`printf '%s' "$1" > '${join(programs, 'opened')}'`)
    await openWithXdgEmail(LINK)
    expect(await readFile(join(programs, 'opened'), 'utf8')).toBe(LINK)
  })

  it('fails if the program is not installed', async () => {
    await expect(openWithXdgEmail(LINK)).rejects.toThrow('ENOENT')
  })

  it('fails if the program finds no mail program', async () => {
    await install('exit 3')
    await expect(openWithXdgEmail(LINK)).rejects.toThrow('xdg-email ended with 3.')
  })

  it('succeeds if the program keeps running until the mail program ends', async () => {
    // The program ends after the test has deleted its folder.
    await install(`while [ -e '${programs}' ]; do sleep 0.1; done`)
    await expect(openWithXdgEmail(LINK, 50)).resolves.toBeUndefined()
  })
})
