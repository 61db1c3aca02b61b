/** A set of listeners. */
export class Listeners<T> {
  readonly #all = new Set<(what: T) => void>()

  /** Returns a function that unsubscribes. */
  add(listener: (what: T) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell(what: T): void {
    for (const listener of this.#all) listener(what)
  }
}
