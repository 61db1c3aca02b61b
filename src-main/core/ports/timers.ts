/** Waiting as a dependency, so that tests decide when time is over. */
export interface Timers {
  /** Runs `work` after so many milliseconds, unless the answer is called before. */
  after(ms: number, work: () => void): () => void
}
