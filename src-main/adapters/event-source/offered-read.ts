/** Number of applications that lack a read until the read counts as not offered. A single one may be unknown to the partner. */
const NOT_OFFERED_AFTER = 2

/**
 * Finds out whether the partner offers a read. On an assumed path, 404 can mean a missing path or a missing application. A read that once
 * worked is offered; a failure for only one application leaves it open.
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
