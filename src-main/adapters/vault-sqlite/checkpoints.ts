/** This many writes fill a few megabytes of the log. */
const ENOUGH_WRITES = 1_000
/** A full log is checkpointed in the first pause, a small one after the broker stopped typing. */
const SHORT_PAUSE_MS = 250
const LONG_PAUSE_MS = 2_000

/** Runs a checkpoint after a pause in commits. Within a series of commits, each checkpoint would delay the next commit. */
export class Checkpoints {
  readonly #run: () => void
  #writes = 0
  #timer: NodeJS.Timeout | undefined

  constructor(run: () => void) {
    this.#run = run
  }

  /** Call after each commit. */
  note(writes: number): void {
    this.#writes += writes
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.#writes = 0
        try {
          this.#run()
        } catch {
          // The next commit retries and reports the error.
        }
      },
      this.#writes < ENOUGH_WRITES ? LONG_PAUSE_MS : SHORT_PAUSE_MS,
    )
    this.#timer.unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
