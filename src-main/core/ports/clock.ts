/** Time as a dependency, so that tests control it. */
export interface Clock {
  now(): string
}
