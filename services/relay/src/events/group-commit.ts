import type { AppendOutcome, NewEvent, RelayStore } from '../store/relay-store.ts'

/** Maximum number of events per transaction, so that the first event of a burst does not wait long. */
const MAX_BATCH = 500

interface Waiting {
  event: NewEvent
  resolve: (outcome: AppendOutcome) => void
  reject: (error: unknown) => void
}

/**
 * Commits events in groups. One transaction contains all events that arrive in one turn of the event loop; during a burst, in two turns.
 * The whole group needs only one disk sync, which keeps durable acknowledgments fast. Events that arrive during a commit wait for the next
 * commit.
 */
export class GroupCommit {
  readonly #store: Pick<RelayStore, 'append'>
  #waiting: Waiting[] = []
  #running: Promise<void> | null = null

  constructor(store: Pick<RelayStore, 'append'>) {
    this.#store = store
  }

  /** Resolves after the commit of this event; rejects if the event is not stored. */
  append(event: NewEvent): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when all events appended so far are committed or rejected. */
  async drain(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await endOfTurn()
      // Several waiting events mean that more will follow: the thread pool returns a few signature checks per turn.
      if (this.#waiting.length > 1) await endOfTurn()
      const batch = this.#waiting.splice(0, MAX_BATCH)
      try {
        const outcomes = await this.#store.append(batch.map(({ event }) => event))
        batch.forEach(({ resolve, reject }, index) => {
          const outcome = outcomes[index]
          if (outcome === undefined) reject(new Error('The store returned fewer outcomes than events.'))
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
