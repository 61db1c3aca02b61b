import { setTimeout as sleep } from 'node:timers/promises'
import type { AppendOutcome, NewEvent } from '../store/relay-store.ts'
import type { RelayStore } from '../store/sql-store.ts'

/** Maximum number of events per transaction. The limit keeps the wait of the first event in a burst short. */
const MAX_BATCH = 500
/** Time after which an event is refused if its log is still locked. A sender waits 5 s for a response. */
const PATIENCE_MS = 4000

interface Waiting {
  event: NewEvent
  log: string
  since: number
  resolve: (outcome: AppendOutcome) => void
  reject: (error: unknown) => void
}

/** Events that are stored in groups, one group after the other. */
interface Lane {
  waiting: Waiting[]
  lastAt: number
  running: Promise<void> | null
}

/**
 * Stores events in groups. A group needs only one transaction and one disk sync, so that the relay can acknowledge many events quickly. A
 * group contains all events that arrive in one turn of the event loop, or in two turns during a burst. Events that arrive during a commit
 * wait for the next group.
 *
 * Events whose log somebody else keeps locked have groups of their own, so that the events of other offices do not wait with them.
 */
export class GroupCommit {
  readonly #store: Pick<RelayStore, 'append' | 'appendEveryMs'>
  readonly #usual: Lane = { waiting: [], lastAt: -Infinity, running: null }
  readonly #locked: Lane = { waiting: [], lastAt: -Infinity, running: null }
  readonly #lockedLogs = new Set<string>()

  constructor(store: Pick<RelayStore, 'append' | 'appendEveryMs'>) {
    this.#store = store
  }

  /** Stores an event. Resolves after its transaction is committed; rejects if the transaction fails, or if the log stays locked. */
  append(event: NewEvent): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      const log = `${event.office_id} ${event.environment}`
      this.#add(this.#usual, [{ event, log, since: performance.now(), resolve, reject }])
    })
  }

  /** Resolves when all events appended so far are committed or rejected. */
  async drain(): Promise<void> {
    await this.#usual.running
    await this.#locked.running
  }

  #add(lane: Lane, events: Waiting[]): void {
    lane.waiting.push(...events)
    if (lane === this.#locked) for (const { log } of events) this.#lockedLogs.add(log)
    if (events.length > 0) lane.running ??= this.#run(lane)
  }

  async #run(lane: Lane): Promise<void> {
    while (lane.waiting.length > 0) {
      await endOfTurn()
      // If several events wait, wait one more turn of the event loop. More events will follow, because the thread pool returns only a few
      // signature checks per turn.
      if (lane.waiting.length > 1) await endOfTurn()
      const early = lane.lastAt + this.#store.appendEveryMs - performance.now()
      if (early > 0 && lane.waiting.length < MAX_BATCH) await sleep(early)
      lane.lastAt = performance.now()
      let batch = lane.waiting.splice(0, MAX_BATCH)
      if (lane === this.#usual) {
        this.#add(
          this.#locked,
          batch.filter(({ log }) => this.#lockedLogs.has(log)),
        )
        batch = batch.filter(({ log }) => !this.#lockedLogs.has(log))
      }
      const busy = await this.#append(batch)
      if (lane === this.#locked) {
        this.#lockedLogs.clear()
        for (const { log } of lane.waiting) this.#lockedLogs.add(log)
      }
      // At the end, so that the events of one office do not keep those of another from their turn.
      this.#add(this.#locked, busy)
    }
    lane.running = null
  }

  /** Stores events in one transaction. Returns those to try again, because their logs are locked. */
  async #append(batch: Waiting[]): Promise<Waiting[]> {
    const busy: Waiting[] = []
    if (batch.length === 0) return busy
    try {
      const outcomes = await this.#store.append(batch.map(({ event }) => event))
      for (const [index, one] of batch.entries()) {
        const outcome = outcomes[index]
        if (outcome === undefined) one.reject(new Error('The store returned fewer outcomes than events.'))
        else if (outcome.outcome !== 'busy') one.resolve(outcome)
        else if (performance.now() - one.since < PATIENCE_MS) busy.push(one)
        else one.reject(new Error('Somebody else has locked the log of the office in the database.'))
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    return busy
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
