import { setTimeout as sleep } from 'node:timers/promises'
import type { AppendOutcome, NewEvent } from '../store/relay-store.ts'
import type { RelayStore } from '../store/sql-store.ts'

/** Maximum number of events per transaction. The limit keeps the wait of the first event in a burst short. */
const MAX_BATCH = 500

interface Waiting {
  event: NewEvent
  resolve: (outcome: AppendOutcome) => void
  reject: (error: unknown) => void
}

/**
 * Stores events in groups. A group needs only one transaction and one disk sync, so that the relay can acknowledge many events quickly. A
 * group contains all events that arrive in one turn of the event loop, or in two turns during a burst. Events that arrive during a commit
 * wait for the next group.
 */
export class GroupCommit {
  readonly #store: Pick<RelayStore, 'append' | 'appendEveryMs'>
  readonly #waiting: Waiting[] = []
  #lastAt = -Infinity
  #running: Promise<void> | null = null

  constructor(store: Pick<RelayStore, 'append' | 'appendEveryMs'>) {
    this.#store = store
  }

  /** Stores an event. Resolves after its transaction is committed; rejects if the transaction fails. */
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
      // If several events wait, wait one more turn of the event loop. More events will follow, because the thread pool returns only a few
      // signature checks per turn.
      if (this.#waiting.length > 1) await endOfTurn()
      const early = this.#lastAt + this.#store.appendEveryMs - performance.now()
      if (early > 0 && this.#waiting.length < MAX_BATCH) await sleep(early)
      this.#lastAt = performance.now()
      await this.#append(this.#waiting.splice(0, MAX_BATCH))
    }
    this.#running = null
  }

  async #append(batch: Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#store.append(batch.map(({ event }) => event))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index]
        if (outcome === undefined) reject(new Error('The store returned fewer outcomes than events.'))
        else resolve(outcome)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
