import { ipcMain, type WebFrameMain } from 'electron'
import type { IpcRegistrar } from '../../ipc/router.ts'

type Frame = WebFrameMain | null
type Listener = Parameters<IpcRegistrar<Frame>['handle']>[1]

/** Maximum time in milliseconds that `firstCall` waits for a page's call. */
const LONGEST_WAIT_MS = 1_000

/**
 * Passes the calls of pages from Electron's IPC to the handlers in main. A handler receives the calling frame as the sender. A page may
 * load before the handlers exist. Its calls then wait until all channels have a handler.
 */
export class DeferredIpc implements IpcRegistrar<Frame> {
  readonly #listeners = new Map<string, Listener>()
  readonly #awaited = new Set<(channel: string) => void>()
  /** Call this when every channel has a handler. Runs the calls that are waiting. Calls after that run immediately. */
  release!: () => void
  readonly #isReleased = new Promise<void>((resolve) => (this.release = resolve))

  constructor(channels: readonly string[]) {
    for (const channel of channels)
      ipcMain.handle(channel, ({ senderFrame }, ...sent: unknown[]) => this.#pass(channel, senderFrame, sent))
  }

  handle(channel: string, listener: Listener): void {
    this.#listeners.set(channel, listener)
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
      const hear = (channel: string) => (awaited ?? channel) === channel && end()
      const timer = setTimeout(end, LONGEST_WAIT_MS)
      this.#awaited.add(hear)
    })
  }

  async #pass(channel: string, frame: Frame, [input, shown]: unknown[]): Promise<unknown> {
    for (const hear of this.#awaited) hear(channel)
    await this.#isReleased
    const listener = this.#listeners.get(channel)
    if (listener === undefined) throw new Error(`no handler for ${channel}`)
    return listener(frame, input, shown)
  }
}
