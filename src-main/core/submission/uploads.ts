/** The uploads under way, so that each can be cancelled, and all of them when the app ends. */
export class Uploads {
  readonly #running = new Map<string, AbortController>()
  #isClosed = false

  /** Whether nothing more may be sent. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  get size(): number {
    return this.#running.size
  }

  /** Runs an upload under a signal that `cancel` aborts. */
  async run<T>(document_id: string, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const upload = new AbortController()
    this.#running.set(document_id, upload)
    try {
      return await send(upload.signal)
    } finally {
      this.#running.delete(document_id)
    }
  }

  cancel(document_id: string): void {
    this.#running.get(document_id)?.abort()
  }

  /** The app ends: what is under way is broken off, and nothing new begins. */
  close(): void {
    this.#isClosed = true
    for (const upload of this.#running.values()) upload.abort()
  }
}
