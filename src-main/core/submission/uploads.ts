/** The uploads under way, so that each can be cancelled, and all of them when the app ends. */
export class Uploads {
  readonly #running = new Map<string, AbortController>()
  readonly #cancelled = new Set<string>()
  #isClosed = false

  /** Whether nothing more may be sent. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Runs an upload under a signal that `cancel` aborts; answers whether it did. */
  async run<T>(
    document_id: string,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ answer: T; wasCancelled: boolean }> {
    const upload = new AbortController()
    this.#running.set(document_id, upload)
    if (this.#isClosed) upload.abort()
    try {
      const answer = await send(upload.signal)
      return { answer, wasCancelled: this.#cancelled.has(document_id) }
    } finally {
      this.#running.delete(document_id)
      this.#cancelled.delete(document_id)
    }
  }

  /** False when it is not under way. */
  cancel(document_id: string): boolean {
    const upload = this.#running.get(document_id)
    if (upload === undefined) return false
    this.#cancelled.add(document_id)
    upload.abort()
    return true
  }

  /** The app ends: what is under way is broken off, and nothing new begins. */
  close(): void {
    this.#isClosed = true
    for (const upload of this.#running.values()) upload.abort()
  }
}
