import type { FundingDeskApi } from '../../../src-shared/app/contract.ts'

// Scripts that connect a page in Chromium with a window of Electron. Playwright sends only the source text of these functions to the pages.
// Therefore, a function uses nothing else from this file.

/** Functions and values that the scripts add to the pages' global objects. */
export interface Connected {
  /** The functions of the preload script. */
  fundingDesk: FundingDeskApi
  /** In Chromium: sends something to the test, which passes it on to Electron's window. */
  toElectron(kind: 'invoke' | 'address' | 'open' | 'close', ...sent: unknown[]): Promise<unknown>
  /** In Electron: sends something to the test, which passes it on to Chromium's page. */
  toChromium(kind: 'ready' | 'event' | 'address' | 'look', ...sent: unknown[]): Promise<unknown>
  /** In Chromium: delivers an event of main to the listeners. */
  deliver(event: string, payload: unknown): void
  /** In Chromium: the files that the page registered. The page knows a file by its index in this list. Only the test can read its path. */
  registered: File[]
  /** In Electron: the address that Chromium's page shows. */
  shownAddress: string
}

type Listener = (event: unknown, name: string, payload: unknown) => void
type Preload = (require: () => unknown, module: object, exports: object) => void

/** What the Electron window looks like. Chromium's page must look the same. */
export interface Look {
  width: number
  height: number
  scale: number
  isDark: boolean
}

/**
 * Returns the script for Chromium's pages. It runs the app's own preload script before the page's scripts, with stand-ins for the parts of
 * Electron that the preload script uses.
 */
export const chromiumScript = (preload: string): string =>
  `(${connectPage.toString()})((require, module, exports) => {${preload}\n})`

function connectPage(preload: Preload): void {
  if (window !== window.top || location.protocol !== 'http:') return
  const host = globalThis as unknown as Connected
  const listeners = new Map<string, Set<Listener>>()
  host.registered = []
  host.deliver = (event, payload) => {
    // The name of the wire is `EVENT` of src-shared/platform/ipc/wire.ts, which this function cannot import.
    for (const listener of listeners.get('event') ?? []) listener({}, event, payload)
  }
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: object) =>
        Object.defineProperty(globalThis, name, { value: Object.freeze(api), enumerable: true }),
    },
    ipcRenderer: {
      // Electron refuses values that cannot be cloned. Playwright would change them instead.
      invoke: async (channel: string, ...sent: unknown[]) =>
        host.toElectron('invoke', channel, structuredClone(sent)),
      on(event: string, listener: Listener) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      },
    },
    webUtils: {
      getPathForFile(file: File) {
        if (!(file instanceof File)) throw new TypeError('not a file')
        return host.registered.push(file) - 1
      },
    },
  }
  preload(() => electron, {}, {})

  const tellAddress = () => void host.toElectron('address', location.hash)
  tellAddress()
  addEventListener('hashchange', tellAddress)
  // Electron never opens the windows that a page requests. Main opens a window of its own instead.
  window.open = (url = '') => {
    void host.toElectron('open', new URL(url, location.href).hash)
    return null
  }
  // Chromium does not let a page close a window that no page opened, but Electron does.
  window.close = () => void host.toElectron('close')
  // Chromium does not report every violation of the content security policy on the console.
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    console.error(`The content security policy blocked ${effectiveDirective} ${blockedURI}.`),
  )
}

/**
 * Runs in Electron's windows, whose pages have the preload script, but run no code of the app. It passes on what main sends to the window
 * and how the window looks.
 */
export function connectWindow(events: readonly string[]): void {
  addEventListener('DOMContentLoaded', () => {
    const host = globalThis as unknown as Connected
    host.shownAddress = location.hash
    for (const event of events)
      host.fundingDesk.on(event as 'deal.changed', (payload) => void host.toChromium('event', event, payload))
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const tellLook = () => {
      const look: Look = {
        width: innerWidth,
        height: innerHeight,
        scale: devicePixelRatio,
        isDark: dark.matches,
      }
      void host.toChromium('look', look)
    }
    addEventListener('resize', tellLook)
    dark.addEventListener('change', tellLook)
    addEventListener('hashchange', () => {
      if (location.hash !== host.shownAddress) void host.toChromium('address', location.hash)
    })
    void host.toChromium('ready', location.search + location.hash)
    tellLook()
  })
}
