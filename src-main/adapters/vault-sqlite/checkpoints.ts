/** So many writes fill a few megabytes of the log. */
const ENOUGH_WRITES = 1_000
/** A full log is carried over in the first pause, a small one once the broker stopped typing. */
const SHORT_PAUSE_MS = 250
const LONG_PAUSE_MS = 2_000

/** Runs a checkpoint once nothing was committed for a while: in the middle of many commits each one would hold up the next. */
export class Checkpoints {
  readonly #run: () => void
  #writes = 0
  #timer: NodeJS.Timeout | undefined

  constructor(run: () => void) {
    this.#run = run
  }

  /** To be called after each commit. */
  note(writes: number): void {
    this.#writes += writes
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.#writes = 0
        try {
          this.#run()
        } catch {
          // The next commit tries again and reports what is wrong.
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
