/** Does one thing after another as long as there is one to do. */
export class Lane {
  readonly #doNext: () => Promise<boolean>
  #work: Promise<void> = Promise.resolve()
  #isWorking = false
  #isWoken = false
  #isStopped = false

  /** `doNext` answers whether it did something; it must not throw. */
  constructor(doNext: () => Promise<boolean>) {
    this.#doNext = doNext
  }

  /** Looks for something to do; while it works already, it looks once more afterwards. */
  wake(): void {
    this.#isWoken = true
    if (this.#isWorking) return
    this.#isWorking = true
    this.#work = this.#run()
  }

  /** Nothing new is begun; answers when what is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#work
  }

  async #run(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false
      while (!this.#isStopped && (await this.#doNext()));
    }
    // In the same turn as the last look: a wake-up in between would be lost.
    this.#isWorking = false
  }
}
