/** Does one thing after another as long as there is one to do. */
export class Lane {
  readonly #doNext: () => Promise<boolean>
  #running: Promise<void> | null = null
  #isWoken = false
  #isStopped = false

  /** `doNext` answers whether it did something; it must not throw. */
  constructor(doNext: () => Promise<boolean>) {
    this.#doNext = doNext
  }

  /** Looks for something to do; while it works already, it looks once more afterwards. */
  wake(): void {
    this.#isWoken = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
  }

  /** Nothing new is begun; answers when what is under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false
      while (!this.#isStopped && (await this.#doNext()));
    }
  }
}
