import { ipcMain, type WebFrameMain } from 'electron'
import { CALL, REGISTER_FILES } from '../../../src-shared/platform/ipc/wire.ts'
import type { Router } from './router.ts'

type Frame = WebFrameMain | null

/** Maximum time in milliseconds that `firstCall` waits for a page's call. */
const LONGEST_WAIT_MS = 1_000

/**
 * Passes the calls of pages from Electron's IPC to the router. The router receives the calling frame as the sender. A page may load before
 * the router exists. Its calls then wait.
 */
export class DeferredIpc {
  readonly #awaited = new Set<(channel: unknown) => void>()
  /** Gives the calls that wait, and all later ones, to the router. */
  serve!: (router: Router<Frame>) => void
  readonly #router = new Promise<Router<Frame>>((resolve) => (this.serve = resolve))

  constructor() {
    ipcMain.handle(CALL, async ({ senderFrame }, channel: unknown, input: unknown, shown: unknown) => {
      for (const hear of this.#awaited) hear(channel)
      const router = await this.#router
      return router.call(senderFrame, channel, input, shown)
    })
    ipcMain.handle(REGISTER_FILES, async ({ senderFrame }, paths: unknown) => {
      const router = await this.#router
      return router.registerFiles(senderFrame, paths)
    })
  }

  /**
   * Resolves at the next call of any page. If `awaited` is set, only a call of that channel counts. Without such a call, resolves after
   * `LONGEST_WAIT_MS`.
   */
  firstCall(awaited?: string): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#awaited.delete(hear)
        resolve()
      }
      const hear = (channel: unknown) => (awaited ?? channel) === channel && end()
      const timer = setTimeout(end, LONGEST_WAIT_MS)
      this.#awaited.add(hear)
    })
  }
}
