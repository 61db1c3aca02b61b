import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Environment } from '../../../../../src-shared/domain/vocabulary.ts'
import { environmentSchema } from '../../../../../src-shared/domain/vocabulary-schema.ts'
import { createConnection, DatabaseError } from './connections.ts'

/** Maximum delay of a reader if a notification is lost, for example behind a connection pooler. */
const POLL_MS = 2000
/** A dead connection is detected after this time. */
const QUERY_TIMEOUT_MS = 3000
const RECONNECT_MS = 500

interface ListenerOptions {
  url: string
  /** Receives the newest seq of an environment. */
  onAppended: (environment: Environment, seq: number) => void
  /** Called when events may have been appended unnoticed. */
  onUncertain: () => void
  onProblem: (words: string) => void
  /** Called when a device answered a heartbeat, in this or another process. */
  onAnswered: (stream: string) => void
  /** Interval for polling the end of the log. */
  pollMs: number | undefined
}

/**
 * Learns by LISTEN what other relays append. Also polls the end of the log, because notifications can be lost. Reconnects automatically and
 * then assumes that it missed something.
 */
export class AppendListener {
  readonly #options: ListenerOptions
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>

  constructor(options: ListenerOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const client = createConnection(this.#options.url, QUERY_TIMEOUT_MS)
      try {
        // oxlint-disable-next-line no-await-in-loop
        await this.#listen(client)
      } catch (error) {
        if (!signal.aborted) this.#options.onProblem(new DatabaseError(error).message)
      }
      // oxlint-disable-next-line no-await-in-loop
      await client.end().catch(() => {})
      // oxlint-disable-next-line no-await-in-loop
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => {})
    }
  }

  /** Rejects when the connection is lost. */
  async #listen(client: Client): Promise<void> {
    const { onAppended, onUncertain, onAnswered, pollMs = POLL_MS } = this.#options
    const lost = new AbortController()
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort(new Error('the connection ended')))
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'relay_answered') return onAnswered(payload ?? '')
      const [name, seq] = payload?.split(' ') ?? []
      const environment = environmentSchema.safeParse(name)
      if (environment.success) onAppended(environment.data, Number(seq))
    })
    await client.connect()
    await client.query('LISTEN relay_appended')
    await client.query('LISTEN relay_answered')
    const signal = AbortSignal.any([lost.signal, this.#stopping.signal])
    let seen = -1
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const { rows } = await client.query<{ last_seq: number }>('SELECT last_seq FROM log')
      const last_seq = rows[0]?.last_seq ?? 0
      if (last_seq !== seen) onUncertain()
      seen = last_seq
      // oxlint-disable-next-line no-await-in-loop
      await sleep(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}
