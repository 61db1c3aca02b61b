import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type BrowserContext, type ElectronApplication, type Page } from 'playwright-core'
import type { RunningApp } from '../../../build/demo/launch-app.ts'
import { projectFolder } from '../../../build/runtime/cache.mjs'
import { findChromium, sandboxOf } from '../../../build/runtime/electron.mjs'
import type { EventName } from '../../../src-shared/app/contract.ts'
import { ChromiumPage } from './chromium-page.ts'
import { chromiumScript, connectWindow } from './page-scripts.ts'
import { serveRenderer } from './serve-renderer.ts'

/** All events of main. The page in Electron's window passes them on. */
const EVENTS: Record<EventName, true> = {
  'appearance.changed': true,
  'vault.rekey_progress': true,
  'connection.changed': true,
  'environment.changed': true,
  'navigate.pair': true,
  'credit_box.changed': true,
  'deal.changed': true,
  'navigate.deal': true,
  'document.attaching': true,
  'draft.changed': true,
  'import.progress': true,
  'navigate.today': true,
  'today.changed': true,
  'today.counted': true,
  'notification.shown': true,
  'lock.starting': true,
  'pipeline.progress': true,
  'pipeline.filters_changed': true,
  'screen.locked': true,
  'menu.run': true,
  'snippets.changed': true,
  'statements.progress': true,
  'statements.changed': true,
  'document.progress': true,
  'queue.changed': true,
  'updates.changed': true,
  'webhooks.test': true,
}

/** True in the test project `chromium`, in which Chromium shows the app's pages instead of Electron. */
export const isInChromium = process.env['FUNDING_DESK_PAGES'] === 'chromium'

/** Errors on the console, violations of the content security policy, and requests to other servers, of all pages in Chromium. */
export const pageProblems: string[] = []

/**
 * Shows a running app in Chromium. For each window of the app, a page in Chromium runs the app's page and its preload script. Electron's
 * window no longer runs the page's code. Instead, it passes the calls of Chromium's page to main, and main's events to Chromium's page.
 * Therefore, main checks the sender, the environment, and the input of each call as usual.
 */
export async function showInChromium({ application, page: first }: RunningApp): Promise<RunningApp> {
  const complaints: string[] = []
  application.process().stderr?.on('data', (chunk: Buffer) => complaints.push(chunk.toString()))
  const { executable } = await findChromium()
  const [server, browser] = await Promise.all([
    serveRenderer(application),
    chromium.launch({
      executablePath: executable,
      chromiumSandbox: sandboxOf(executable) === 'can start',
      // With a window, Chromium uses the clipboard of the desktop, as Electron does.
      headless: false,
      args: ['--disable-gpu', '--disable-quic', '--disable-sync'],
    }),
  ])
  application.once('close', () => {
    server.close()
    void browser.close()
  })
  const context = await browser.newContext({ viewport: null, colorScheme: null })
  watch(context, server.origin, complaints)

  const windows = new Map<Page, Promise<ChromiumPage>>()
  const pages = new Map<Page, ChromiumPage>()
  const waiting: ((page: Page) => void)[] = []
  async function open(window: Page): Promise<ChromiumPage> {
    const opened = await ChromiumPage.open(await context.newPage(), window)
    pages.set(opened.page, opened)
    opened.page.once('close', () => pages.delete(opened.page))
    return opened
  }
  async function fromWindow(window: Page, kind: string, sent: unknown[]): Promise<void> {
    const known = windows.get(window)
    const opening = known ?? open(window)
    windows.set(window, opening)
    const opened = await opening
    if (kind !== 'ready') return opened.fromWindow(kind, sent)
    await opened.load(`${server.origin}/index.html${sent[0] as string}`)
    if (known === undefined) waiting.shift()?.(opened.page)
  }
  const nextWindow = () => new Promise<Page>((resolve) => void waiting.push(resolve))

  await context.exposeBinding('toElectron', ({ page }, kind: string, ...sent: unknown[]) =>
    pages.get(page)?.fromPage(kind, sent),
  )
  const preload = await readFile(join(projectFolder, 'out', 'preload', 'index.cjs'), 'utf8')
  await context.addInitScript({ content: chromiumScript(preload) })
  await stopPages(application)
  await application.context().exposeBinding('toChromium', ({ page }, kind: string, ...sent: unknown[]) => {
    // A page that navigates or closes misses what main sends meanwhile, as in Electron.
    fromWindow(page, kind, sent).catch(() => {})
  })
  await application.context().addInitScript(connectWindow, Object.keys(EVENTS))

  const [page] = await Promise.all([nextWindow(), first.reload()])
  return {
    application,
    page,
    complaints,
    windows: () => [...pages.keys()],
    nextWindow,
    close: () => application.close(),
  }
}

/** Adds a content security policy to the app's pages in Electron, so that they run no scripts except the preload script. */
async function stopPages(application: ElectronApplication): Promise<void> {
  await application.evaluate(({ session }) => {
    session.defaultSession.webRequest.onHeadersReceived(
      { urls: ['app://*/*'] },
      ({ responseHeaders, resourceType }, decide) => {
        const policy = { 'content-security-policy': ["script-src 'none'"] }
        decide({ responseHeaders: { ...responseHeaders, ...(resourceType === 'mainFrame' ? policy : {}) } })
      },
    )
  })
}

/** Records what the pages in Chromium report, and every request to another server. */
function watch(context: BrowserContext, origin: string, complaints: string[]): void {
  const report = (problem: string) => {
    complaints.push(`page: ${problem}`)
    pageProblems.push(problem)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') report(message.text())
    if (message.type() === 'warning') complaints.push(`page: ${message.text()}`)
  })
  context.on('weberror', (error) => report(error.error().message))
  context.on('request', (request) => {
    const url = request.url()
    if (!/^(?:data|blob|about):/.test(url) && new URL(url).origin !== origin) report(`requested ${url}`)
  })
}
