import type { OutboxTask, QueuePlace } from '../../../src-shared/domain/queue.ts'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 5 * 60_000
/** Longer than any undo window or pause: a task that would wait this long was queued while the clock was ahead. */
const CLOCK_WAS_AHEAD_MS = 3_600_000
const SEEK_AGAIN_S = [5, 30, 120, 600, 1800]

/**
 * Returns the first task whose undo window has ended and that is not running. Tasks that broke off more often (`brokenOff`) come later,
 * so that one that always fails does not block the others.
 */
export function nextToSend(
  effects: readonly OutboxTask[],
  tasks: readonly OutboxTask['task'][],
  now: number,
  brokenOff: ReadonlyMap<string, number>,
): OutboxTask | null {
  const timesOf = ({ subject_id }: OutboxTask) => brokenOff.get(subject_id) ?? 0
  const ready = effects.filter(
    (effect) => tasks.includes(effect.task) && effect.begun_at === null && isDue(effect, now),
  )
  return ready.toSorted((one, other) => timesOf(one) - timesOf(other))[0] ?? null
}

export function nextToReconcile(
  effects: readonly OutboxTask[],
  now: number,
  atOnce: ReadonlySet<string>,
): OutboxTask | null {
  return (
    effects.find(
      (effect) => isReconciling(effect.task) && (atOnce.has(effect.subject_id) || isDue(effect, now)),
    ) ?? null
  )
}

function isDue({ not_before }: OutboxTask, now: number): boolean {
  const wait = Date.parse(not_before) - now
  return wait <= 0 || wait > CLOCK_WAS_AHEAD_MS
}

/** True if a task reconciles its subject. */
export function isReconciling(task: OutboxTask['task']): boolean {
  return task === 'seek_application' || task === 'seek_document'
}

/** Returns the earliest due time of tasks that are not yet due. */
export function nextDue(effects: readonly OutboxTask[], now: number): number | null {
  const dues = effects.filter((effect) => !isDue(effect, now)).map(({ not_before }) => Date.parse(not_before))
  return dues.length === 0 ? null : Math.min(...dues)
}

/**
 * Returns the pause after failures. It doubles up to five minutes, `random` (0 to 1) spreads it, and the partner's requested time is the
 * minimum.
 */
export function pauseMs(failures: number, random: number, retry_after_s: number | undefined): number {
  const grown = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20))
  return Math.max((retry_after_s ?? 0) * 1000, Math.round(grown * (0.5 + random / 2)))
}

/** Returns the next time to reconcile: soon at first, then every half hour. */
export function reconcileAgainAt(tries: number, now: number): string {
  const seconds = SEEK_AGAIN_S[Math.min(tries, SEEK_AGAIN_S.length - 1)] ?? 0
  return new Date(now + seconds * 1000).toISOString()
}

/** Returns the queue positions of the deal's application and documents. */
export function placesOf(effects: readonly OutboxTask[], deal_id: string): QueuePlace[] {
  return effects
    .filter((effect) => effect.deal_id === deal_id && effect.task !== 'queue_documents')
    .map(({ subject_id, task, not_before, evidence }) => ({
      subject_id,
      task,
      position:
        effects.filter((other) => other.task === task).findIndex((other) => other.subject_id === subject_id) +
        1,
      leaves_at: not_before,
      evidence,
    }))
}
