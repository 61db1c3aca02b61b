import type { OutboxTask } from '../../../src-shared/features/submission/queue.ts'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 5 * 60_000
const SEEK_AGAIN_S = [5, 30, 120, 600, 1800]

/** True if a task reconciles its application or document. */
export function isReconciling(task: OutboxTask['task']): boolean {
  return task === 'seek_application' || task === 'seek_document'
}

/** Returns the task whose sends were interrupted least often, so that a task that always fails does not block the other tasks. */
export function leastFailed(
  tasks: readonly OutboxTask[],
  brokenOff: ReadonlyMap<string, number>,
): OutboxTask | undefined {
  const timesOf = ({ subject_id }: OutboxTask) => brokenOff.get(subject_id) ?? 0
  return tasks.toSorted((one, other) => timesOf(one) - timesOf(other))[0]
}

/**
 * Returns the length of the pause after this number of failures, in milliseconds. The length doubles with each failure, up to five minutes,
 * and `random` (0 to 1) varies it. The pause is never shorter than the time that the partner requested.
 */
export function pauseMs(failures: number, random: number, retry_after_s: number | undefined): number {
  const grown = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20))
  return Math.max((retry_after_s ?? 0) * 1000, Math.round(grown * (0.5 + random / 2)))
}

/** Returns the next time to reconcile: a few seconds from now at first, half an hour from now after several tries. */
export function reconcileAgainAt(tries: number, now: number): string {
  const seconds = SEEK_AGAIN_S[Math.min(tries, SEEK_AGAIN_S.length - 1)] ?? 0
  return new Date(now + seconds * 1000).toISOString()
}

/** Runs one task after another until no task is left. */
export class QueueWorker {
  readonly #doNext: () => Promise<boolean>
  #work: Promise<void> = Promise.resolve()
  #isWorking = false
  #isWoken = false
  #isStopped = false

  /** `doNext` runs the next task and returns true, or returns false if there is no task. It must not throw. */
  constructor(doNext: () => Promise<boolean>) {
    this.#doNext = doNext
  }

  /** Checks for a task. A busy worker checks again after its current task. */
  wake(): void {
    this.#isWoken = true
    if (this.#isWorking) return
    this.#isWorking = true
    this.#work = this.#run()
  }

  /** Starts no further task. Resolves when the running task has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#work
  }

  async #run(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false
      while (!this.#isStopped && (await this.#doNext()));
    }
    // Clear this flag in the same event-loop turn as the last check of `#isWoken`. Otherwise, a wake-up in between would be lost.
    this.#isWorking = false
  }
}
