import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../build/demo/connect.ts'
import { openPart, startApplication, waitUntilSaved } from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

describe('crashes, hangs, and network changes', () => {
  let environment: TestEnvironment
  const logLines = async () =>
    (await readFile(join(environment.folder, 'app', 'logs', 'app.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  /** Reads the page's content through main, because Playwright cannot reconnect to a page whose process ended. */
  const shown = () =>
    environment.app.application.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const read = `({ hash: location.hash, search: location.search, text: document.body.innerText,
        name: document.querySelector('[data-path="company.legal_name"]')?.value })`
      return (await contents?.executeJavaScript(read).catch(() => null)) as Record<string, string> | null
    })
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
  })
  afterAll(() => environment.close())

  it('a network change makes event sync reconnect', async (context) => {
    const change = networkChange()
    if (change === null) return context.skip('It takes root and the program `ip` to change this network.')
    const since = async () => (await call(environment.page, 'connection.status', {})).since
    const before = await since()
    change.begin()
    try {
      await expect.poll(since).not.toBe(before)
    } finally {
      change.end()
    }
    await environment.page.locator('[data-connection="live"]').waitFor()
  })

  it('an uncaught exception is logged without its message and reported, and the app continues', async () => {
    const { page, app } = environment
    await startApplication(page)
    await openPart(page, 'application')
    await page.locator('[data-path="company.legal_name"]').fill('Still Here LLC')
    await waitUntilSaved(page)
    const asked = await app.application.evaluate(async ({ dialog }) => {
      const reported = new Promise<{ message: string }>((resolve) => {
        dialog.showMessageBox = ((options: { message: string }) => {
          resolve(options)
          return Promise.resolve({ response: 0, checkboxChecked: false })
        }) as unknown as typeof dialog.showMessageBox
      })
      setImmediate(() => {
        throw new TypeError('Still Here LLC, 900-12-3456')
      })
      return (await reported).message
    })
    expect(asked).toBe('Something in Funding Desk failed.')
    expect(await page.locator('[data-path="company.legal_name"]').inputValue()).toBe('Still Here LLC')
    expect((await call(page, 'deals.list', { search: 'Still Here' })).total).toBe(1)
    const noted = (await logLines()).find(({ message }) => message === 'uncaught exception')
    expect(noted).toMatchObject({ level: 'warn', kind: 'TypeError' })
    expect(JSON.stringify(await logLines())).not.toMatch(/Still Here|900-?12-?3456/)
    expect(app.complaints.join('')).not.toMatch(/900-?12-?3456/)
  })

  it('a page whose process crashes is reopened at the same place, with a message', async () => {
    const { page, app } = environment
    const address = new URL(page.url()).hash
    const ended = page.waitForEvent('crash')
    await app.application.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    )
    await ended
    await expect.poll(async () => (await shown())?.['name']).toBe('Still Here LLC')
    expect(await shown()).toMatchObject({ hash: address, search: '' })
    expect((await shown())?.['text']).toContain('This window stopped and was reopened.')
    expect(await logLines()).toContainEqual(
      expect.objectContaining({ message: 'page crashed', level: 'warn', reason: expect.any(String) }),
    )
  })

  it('a page that hangs is kept or is reopened at the same place, whichever the broker chooses', async () => {
    // Chromium does not report a hanging page while Playwright inspects the page. The test therefore emits the event `unresponsive` itself.
    const hang = (answer: 'wait' | 'open again' | 'it goes on by itself') =>
      environment.app.application.evaluate(async ({ BrowserWindow, dialog }, how) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        if (contents === undefined) throw new Error('no window')
        const seconds = how === 'open again' ? 600 : 0.2
        const hold = `setTimeout(() => { const end = Date.now() + ${seconds * 1000}; while (Date.now() < end); })`
        await contents.executeJavaScript(hold)
        const reported = new Promise<string[]>((resolve) => {
          dialog.showMessageBox = (async (
            _: unknown,
            { message, buttons, signal }: Electron.MessageBoxOptions,
          ) => {
            if (how === 'it goes on by itself') {
              const closed = new Promise((done) => signal?.addEventListener('abort', done))
              contents.emit('responsive')
              await closed
            }
            resolve([message, ...(buttons ?? [])])
            return { response: how === 'open again' ? 1 : 0, checkboxChecked: false }
          }) as unknown as typeof dialog.showMessageBox
        })
        const loadedAgain = new Promise<void>((done) => contents.once('did-finish-load', () => done()))
        contents.emit('unresponsive')
        const said = await reported
        if (how === 'open again') await loadedAgain
        return said
      }, answer)
    const asked = ['This window is not responding.', 'Wait', 'Reopen']
    const before = await shown()

    expect(await hang('wait')).toEqual(asked)
    expect(await hang('it goes on by itself')).toEqual(asked)
    expect(await shown(), 'as it was').toEqual(before)
    expect(await hang('open again')).toEqual(asked)
    await expect.poll(async () => (await shown())?.['name']).toBe('Still Here LLC')
    expect(await shown()).toMatchObject({ hash: before?.['hash'], search: '' })
    expect(await logLines()).toContainEqual(expect.objectContaining({ message: 'page hangs', level: 'warn' }))
  })
})

/**
 * Creates a network interface. `begin` gives it a separate address (TEST-NET-2, not routed) and starts it, `end` removes it. Returns null
 * if the system does not allow this.
 */
function networkChange(): { begin(): void; end(): void } | null {
  const name = `fd${process.pid}`
  const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' })
  for (const type of ['dummy', 'ifb'])
    try {
      ip('link', 'add', name, 'type', type)
      return {
        begin: () => {
          ip('addr', 'add', '198.51.100.77/32', 'dev', name)
          ip('link', 'set', name, 'up')
        },
        end: () => void ip('link', 'del', name),
      }
    } catch {
      // This system does not offer this type of interface; try the next type.
    }
  return null
}
