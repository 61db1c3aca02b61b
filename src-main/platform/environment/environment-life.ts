import { must, resultOf } from '../base/failure.ts'
import { noteFault } from '../base/log-lines.ts'
import type { Platform } from './platform.ts'

/** A part of an open environment that works in the background. */
interface BackgroundWork {
  start(): void
  /** Called when the computer wakes up, or when its network changes. */
  wake?(): void
  stop?(): unknown
}

interface LifeParts {
  context: { vault: Pick<Platform['vault'], 'close'>; log: Platform['log'] }
  /** Sends the queue to the partner. */
  engine: {
    readonly isBusy: boolean
    start(): Promise<void>
    stop(): Promise<void>
    retryNow(): void
    release(): void
  }
  eventSync: { restart(): Promise<void>; stop(): Promise<void>; retryNow(): void }
  /** The client of the partner's API, with its tokens. `reset` discards it, and `close` also waits until its connections are closed. */
  link: { reset(): void; close(): Promise<void> }
  /** All other work, in the order in which it starts and stops. */
  background: readonly BackgroundWork[]
}

/** Starts, wakes, reconnects, and stops the parts of one open environment. */
export class EnvironmentLife {
  readonly #parts: LifeParts
  /** Resolves when the background work, which waits for the first screen, has started. */
  #listening: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(parts: LifeParts) {
    this.#parts = parts
  }

  /** True while a request to the partner is in flight. */
  get isSending(): boolean {
    return this.#parts.engine.isBusy
  }

  /** Starts what must run before the first call is answered. If this fails, closes the vault. */
  async start(): Promise<void> {
    const { engine, context } = this.#parts
    try {
      await engine.start()
    } catch (thrown) {
      await context.vault.close()
      throw thrown
    }
  }

  /**
   * Starts the background work and event sync when the first screen is shown. Nobody waits for this, so that no caller waits for a
   * connection or for emptying the trash.
   */
  listen(whenShown: Promise<void>): void {
    const { background, context, eventSync } = this.#parts
    const listening = whenShown.then(() => {
      // The environment may have been closed before the first screen.
      if (this.#isStopped) return
      for (const work of background) work.start()
      return eventSync.restart()
    })
    // Whoever waits for this work continues without the part that failed.
    this.#listening = listening.catch((thrown: unknown) =>
      noteFault(context.log, 'environment not opened', thrown),
    )
  }

  /** Checks for events and sends queued tasks immediately. */
  wake(): void {
    const { background, engine, eventSync } = this.#parts
    eventSync.retryNow()
    engine.retryNow()
    for (const work of background) work.wake?.()
  }

  /**
   * Changes the connection with `work`, and connects with the new settings. Event sync is stopped during the change. Otherwise, an event
   * from the old relay would move the cursor (the position in the stream of events) of the new relay.
   */
  async reconnect(work: () => Promise<void>): Promise<void> {
    const { engine, eventSync, link } = this.#parts
    await this.#listening
    await eventSync.stop()
    const done = await resultOf(work())
    // Disconnect even after a failed change, because a part of it may be stored.
    link.reset()
    await eventSync.restart()
    if (done.ok) engine.release()
    must(done)
  }

  /** Starts no more requests, aborts uploads, and waits for the other requests in flight. */
  stopSending(): Promise<void> {
    return this.#parts.engine.stop()
  }

  /** Stops every part and closes the vault. A part that fails to stop leaves neither the others running nor the vault open. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const { background, context, engine, eventSync, link } = this.#parts
    await this.#end(() => engine.stop())
    await this.#listening
    for (const work of background) await this.#end(() => work.stop?.())
    await this.#end(() => eventSync.stop())
    // The client waits for reads in flight. The vault does not wait for them, because the partner may not answer for half a minute.
    const disconnected = this.#end(() => link.close())
    try {
      await context.vault.close()
    } finally {
      await disconnected
    }
  }

  async #end(stop: () => unknown): Promise<void> {
    try {
      await stop()
    } catch (thrown) {
      noteFault(this.#parts.context.log, 'environment not closed', thrown)
    }
  }
}
