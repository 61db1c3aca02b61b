/** Time as a dependency, so that tests decide it. */
export interface Clock {
  /** Now, as an ISO 8601 instant in UTC. */
  now(): string
}
