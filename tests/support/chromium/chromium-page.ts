import type { CDPSession, Page } from 'playwright-core'
import { REGISTER_FILES } from '../../../src-shared/platform/ipc/wire.ts'
import type { Connected, Look } from './page-scripts.ts'

/** A page in Chromium that shows what one window of the app would show. */
export class ChromiumPage {
  readonly page: Page
  readonly #window: Page
  readonly #session: CDPSession
  #isDark: boolean | null = null

  private constructor(page: Page, window: Page, session: CDPSession) {
    this.page = page
    this.#window = window
    this.#session = session
  }

  /** Opens an empty page for a window of Electron. If one of them closes, the other closes too. */
  static async open(page: Page, window: Page): Promise<ChromiumPage> {
    window.once('close', () => void page.close().catch(() => {}))
    page.once('close', () => void window.close().catch(() => {}))
    return new ChromiumPage(page, window, await page.context().newCDPSession(page))
  }

  async load(address: string): Promise<void> {
    // A new address that differs only in its hash would not reload the page.
    if (this.page.url() !== 'about:blank') await this.page.goto('about:blank')
    await this.page.goto(address)
    // `index.html` shows an empty frame immediately. `#root` gets its first child when the app's code has run.
    await this.page.locator('#root > *').first().waitFor({ state: 'attached' })
  }

  /** Passes what the page sent on to the window. Returns main's response to a call. */
  async fromPage(kind: string, sent: unknown[]): Promise<unknown> {
    if (kind === 'invoke') return this.#invoke(...(sent as [string, unknown[]]))
    const [hash] = sent as [string]
    if (kind === 'address') return this.#window.evaluate(showAddress, hash)
    if (kind === 'close') return this.#window.close()
    if (kind === 'open') return this.#window.evaluate(openWindow, hash)
    throw new Error(`The page sent ${kind}.`)
  }

  /** Passes what the window sent on to the page. */
  async fromWindow(kind: string, sent: unknown[]): Promise<void> {
    if (kind === 'look') return this.#look(sent[0] as Look)
    if (kind === 'address') return this.page.evaluate(goTo, sent[0] as string)
    if (kind === 'event') return this.page.evaluate(deliver, sent as [string, unknown])
    throw new Error(`The window sent ${kind}.`)
  }

  async #invoke(wire: string, sent: unknown[]): Promise<unknown> {
    if (wire === REGISTER_FILES) return this.#registerFiles(sent[0] as number[])
    return this.#window.evaluate(call, sent as [channel: string, input: unknown, shown: unknown])
  }

  /**
   * Gives the files that the page registered to a file input in the window, because only files from an input have paths. Playwright's own
   * function would refuse files that no longer exist, but a page may register such files.
   */
  async #registerFiles(places: readonly number[]): Promise<unknown> {
    const paths = await Promise.all(places.map((place) => this.#pathOf(place)))
    const session = await this.#window.context().newCDPSession(this.#window)
    const { result } = await session.send('Runtime.evaluate', { expression: `(${makeInput.toString()})()` })
    const objectId = result.objectId ?? ''
    await session.send('DOM.setFileInputFiles', { objectId, files: paths.filter((path) => path !== '') })
    const registered = await session.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: registerFiles.toString(),
      arguments: [{ value: paths.map((path) => path !== '') }],
      awaitPromise: true,
      returnByValue: true,
    })
    await session.detach()
    return registered.result.value
  }

  /** Returns the path of a file that the page registered. A file that a script created has an empty path. */
  async #pathOf(place: number): Promise<string> {
    const { result } = await this.#session.send('Runtime.evaluate', { expression: `registered[${place}]` })
    const { path } = await this.#session.send('DOM.getFileInfo', { objectId: result.objectId ?? '' })
    return path
  }

  /** Gives the page the size, the zoom, and the color scheme of the window. */
  async #look({ width, height, scale, isDark }: Look): Promise<void> {
    const size = { width, height, deviceScaleFactor: scale, mobile: false }
    await this.#session.send('Emulation.setDeviceMetricsOverride', size)
    // A test may choose another color scheme for the page. It remains until main chooses a new one.
    if (isDark === this.#isDark) return
    this.#isDark = isDark
    await this.page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  }
}

// The following functions run in the pages.

function showAddress(hash: string): void {
  const host = globalThis as unknown as Connected
  host.shownAddress = hash
  if (location.hash !== hash) location.hash = hash
}

function openWindow(hash: string): void {
  window.open(`${location.href.split('#')[0]}${hash}`)
}

function goTo(hash: string): void {
  if (location.hash !== hash) location.hash = hash
}

function deliver([event, payload]: [string, unknown]): void {
  ;(globalThis as unknown as Connected).deliver(event, payload)
}

function call([channel, input, shown]: readonly [string, unknown, unknown]): Promise<unknown> {
  return (globalThis as unknown as Connected).fundingDesk.call(
    channel as never,
    input as never,
    shown as never,
  )
}

function makeInput(): HTMLInputElement {
  return Object.assign(document.createElement('input'), { type: 'file', multiple: true })
}

function registerFiles(this: HTMLInputElement, hasPath: boolean[]): Promise<unknown> {
  const picked = [...(this.files ?? [])]
  const files = hasPath.map((has) => (has ? picked.shift() : new File([], 'made by a script')))
  return (globalThis as unknown as Connected).fundingDesk.registerFiles(files)
}
