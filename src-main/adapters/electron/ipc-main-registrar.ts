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
  #began!: () => void
  readonly #hasBegun = new Promise<void>((resolve) => (this.#began = resolve))
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

  /** Resolves once a page has asked for something, or none did for a while. */
  async firstCall(): Promise<void> {
    const timer = setTimeout(this.#began, LONGEST_WAIT_MS)
    await this.#hasBegun
    clearTimeout(timer)
  }

  async #pass(channel: string, frame: Frame, input: unknown): Promise<unknown> {
    this.#began()
    await this.#isReleased
    const listener = this.#listeners.get(channel)
    if (listener === undefined) throw new Error(`nobody answers ${channel}`)
    return listener(frame, input)
  }
}
