/** Waiting as a dependency, so that tests control it. */
export interface Timers {
  /** Runs `work` after this many milliseconds, unless the returned function is called before. */
  after(ms: number, work: () => void): () => void
}
