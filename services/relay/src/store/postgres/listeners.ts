/** A set of functions to call when something happens. */
export class Listeners<T> {
  readonly #all = new Set<(what: T) => void>()

  /** Adds a listener. Returns a function that removes the listener. */
  add(listener: (what: T) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  notify(what: T): void {
    for (const listener of this.#all) listener(what)
  }
}
