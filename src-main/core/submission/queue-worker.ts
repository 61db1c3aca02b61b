/** Runs one task after another while there is one. */
export class QueueWorker {
  readonly #doNext: () => Promise<boolean>
  #work: Promise<void> = Promise.resolve()
  #isWorking = false
  #isWoken = false
  #isStopped = false

  /** `doNext` returns whether it did something. It must not throw. */
  constructor(doNext: () => Promise<boolean>) {
    this.#doNext = doNext
  }

  /** Looks for a task. A busy worker looks again afterward. */
  wake(): void {
    this.#isWoken = true
    if (this.#isWorking) return
    this.#isWorking = true
    this.#work = this.#run()
  }

  /** Starts nothing new. Resolves when the running task has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#work
  }

  async #run(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false
      while (!this.#isStopped && (await this.#doNext()));
    }
    // In the same turn as the last check: otherwise a wake-up in between would be lost.
    this.#isWorking = false
  }
}
