/** The running uploads. Each can be canceled, and all of them when the app ends. */
export class Uploads {
  readonly #running = new Map<string, AbortController>()
  readonly #cancelled = new Set<string>()
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Runs an upload with a signal that `cancel` aborts. Returns whether it was canceled. */
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

  /** Cancels an upload. Returns false if it is not running. */
  cancel(document_id: string): boolean {
    const upload = this.#running.get(document_id)
    if (upload === undefined) return false
    this.#cancelled.add(document_id)
    upload.abort()
    return true
  }

  /** Aborts running uploads and prevents new ones, because the app ends. */
  close(): void {
    this.#isClosed = true
    for (const upload of this.#running.values()) upload.abort()
  }
}
