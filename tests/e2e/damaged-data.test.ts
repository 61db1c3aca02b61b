// @module-tag journey

import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApplication, waitUntilSaved, openPart } from '../../build/demo/journey.ts'
import { appEnvironment } from '../../build/demo/launch-app.ts'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { electronFlags, findElectron } from '../../build/runtime/electron.mjs'
import { killApp } from '../support/kill-app.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

describe('a write-ahead log that was damaged after a kill', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
  })
  afterAll(() => environment.close())

  it('leads to a screen that continues with the remaining data and keeps the damaged files', async () => {
    const home = join(environment.folder, 'app', 'environments', 'sandbox')
    const log = join(home, 'vault.db-wal')
    await startApplication(environment.page)
    await openPart(environment.page, 'application')
    await environment.page.locator('[data-path="company.legal_name"]').pressSequentially('Juniper Bakery LLC')
    await waitUntilSaved(environment.page)
    await killApp(environment.app.application.process())
    const damaged = await readFile(log)
    const middle = Math.floor(damaged.length / 2)
    damaged[middle] = (damaged[middle] as number) ^ 1
    await writeFile(log, damaged)

    await environment.relaunch()
    const { page } = environment
    await page.getByText(/Your data is missing \d+ saved changes/).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('cannot be opened')
    expect(await readFile(log)).toEqual(damaged)
    const { FUNDING_DESK_PICTURES: pictures } = process.env
    for (const scheme of pictures === undefined ? [] : (['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.screenshot({ path: join(pictures as string, `shortened-${scheme}.png`) })
    }

    await page.getByRole('button', { name: 'Continue…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByText('Copies of the damaged files are in').waitFor()
    const environments = await readdir(join(environment.folder, 'app', 'environments'))
    const copies = environments.find((name) => name.startsWith('sandbox-damaged-')) as string
    expect(await readFile(join(environment.folder, 'app', 'environments', copies, 'vault.db-wal'))).toEqual(
      damaged,
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Pipeline', exact: true }).waitFor()
  })
})

describe('a data folder on a write-protected disk', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funding-desk-protected-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('is reported in a dialog with the remedy, and the app does not exit silently', async (context) => {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder], { stdio: 'pipe' })
    } catch {
      return context.skip('It takes root to mount a write-protected disk.')
    }
    const { executable } = await findElectron()
    const app = spawn(executable, [...electronFlags(executable), projectFolder], {
      env: appEnvironment(folder),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = new Promise<number | null>((resolve) => app.once('exit', (code) => resolve(code)))
    try {
      let said = ''
      const reported = new Promise<string>((resolve) =>
        app.stderr.on('data', (chunk: Buffer) => {
          said += chunk.toString()
          if (said.includes('not write-protected')) resolve('told')
        }),
      )
      expect(await Promise.race([reported, ended])).toBe('told')
      expect(said).toContain(`cannot write to the folder with your data: ${folder}`)
      const windows = async () => (await promisify(execFile)('xwininfo', ['-root', '-tree'])).stdout
      await expect.poll(windows).toMatch(/"Error": /)
      expect(app.exitCode).toBeNull()
    } finally {
      app.kill('SIGKILL')
      await ended
      execFileSync('umount', [folder])
    }
  })
})
