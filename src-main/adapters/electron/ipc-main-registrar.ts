import { ipcMain, type WebFrameMain } from 'electron'
import type { IpcRegistrar } from '../../ipc/router.ts'

type Frame = WebFrameMain | null
type Listener = Parameters<IpcRegistrar<Frame>['handle']>[1]

/** A page that asks for nothing by then is not waited for. */
const LONGEST_WAIT_MS = 1_000

/**
 * Electron's side of the router: a sender is the frame that called. The page may be there before those who answer it: its calls
 * wait until all channels are registered.
 */
export class HeldCalls implements IpcRegistrar<Frame> {
  readonly #listeners = new Map<string, Listener>()
  readonly #awaited = new Set<(channel: string) => void>()
  /** Every channel has its listener: what waits is answered, and what comes, at once. */
  release!: () => void
  readonly #isReleased = new Promise<void>((resolve) => (this.release = resolve))

  constructor(channels: readonly string[]) {
    for (const channel of channels)
      ipcMain.handle(channel, ({ senderFrame }, input: unknown) => this.#pass(channel, senderFrame, input))
  }

  handle(channel: string, listener: Listener): void {
    this.#listeners.set(channel, listener)
  }

  /** Resolves with the first call of a page from now on, or the first of one channel; without any after a while. */
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

  async #pass(channel: string, frame: Frame, input: unknown): Promise<unknown> {
    for (const hear of this.#awaited) hear(channel)
    await this.#isReleased
    const listener = this.#listeners.get(channel)
    if (listener === undefined) throw new Error(`nobody answers ${channel}`)
    return listener(frame, input)
  }
}
