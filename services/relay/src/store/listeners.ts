/** Who wants to be told of something. */
export class Listeners<T> {
  readonly #all = new Set<(what: T) => void>()

  /** Returns the unsubscribe. */
  add(listener: (what: T) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell(what: T): void {
    for (const listener of this.#all) listener(what)
  }
}
