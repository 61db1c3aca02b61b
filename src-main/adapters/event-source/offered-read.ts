/** After so many applications without it, a read counts as not offered: a single one may be unknown to the partner. */
const NOT_OFFERED_AFTER = 2

/**
 * Finds out whether the partner has a read. Where its path is assumed, "there is no such path" and "there is no such application" are one
 * answer: what worked once is there, and what failed for one application alone may be.
 */
export class OfferedRead {
  #hasWorked = false
  readonly #failedFor = new Set<string>()

  get isOffered(): boolean {
    return this.#hasWorked || this.#failedFor.size < NOT_OFFERED_AFTER
  }

  worked(): void {
    this.#hasWorked = true
  }

  failedFor(application_id: string): void {
    this.#failedFor.add(application_id)
  }
}
