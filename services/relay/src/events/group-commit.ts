import type { AppendOutcome, NewEvent, RelayStore } from '../store/relay-store.ts'

/** Most events in one transaction, so that a burst does not hold up the first of it for long. */
const MAX_BATCH = 500

interface Waiting {
  event: NewEvent
  resolve: (outcome: AppendOutcome) => void
  reject: (error: unknown) => void
}

/**
 * Commits together what arrived in one turn of the event loop, or in two of a burst: one sync of the disk then serves all of
 * them, which is what makes durable acknowledgements fast. While a commit is under way, what arrives gathers for the next.
 */
export class GroupCommit {
  readonly #store: Pick<RelayStore, 'append'>
  #waiting: Waiting[] = []
  #running: Promise<void> | null = null

  constructor(store: Pick<RelayStore, 'append'>) {
    this.#store = store
  }

  /** Resolves after the commit that holds this event; rejects when it is not stored. */
  append(event: NewEvent): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Settles when everything that was handed in is committed or refused. */
  async drain(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await endOfTurn()
      // With several, more are on their way: the checks of their signatures come back from the thread pool a few a turn.
      if (this.#waiting.length > 1) await endOfTurn()
      const batch = this.#waiting.splice(0, MAX_BATCH)
      try {
        const outcomes = await this.#store.append(batch.map(({ event }) => event))
        batch.forEach(({ resolve, reject }, index) => {
          const outcome = outcomes[index]
          if (outcome === undefined) reject(new Error('The store answered fewer outcomes than events.'))
          else resolve(outcome)
        })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#running = null
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
