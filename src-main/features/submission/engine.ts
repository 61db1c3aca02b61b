import { drop, logged } from '../../platform/base/log-lines.ts'
import { Broken, Failure, resultOf } from '../../platform/base/failure.ts'
import type { OutboxTask, QueueStatus } from '../../../src-shared/features/submission/queue.ts'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import type { EventNeeds } from '../events/event-effects.ts'
import { environmentMismatch } from '../../platform/environment/platform.ts'
import type { Timers, Pause } from '../../platform/base/system.ts'
import { isReconciling, leastFailed, pauseMs, QueueWorker } from './queue.ts'
import { runTask, type TaskResult, Uploads, type TaskNeeds } from './run-task.ts'
import { applyDocumentTransition, applyApplicationTransition } from './apply-transition.ts'
import { brokeOff, classifyFailure } from '../../platform/partner/classify-failure.ts'
import { applyWaitingEvents } from '../events/receive-events.ts'
import { RESTORED } from '../../platform/vault/records.ts'

const VAULT_PAUSE_MS = 5_000

/**
 * Performs the stored tasks: sends applications and documents in the order of submission, and reconciles those without a response (finds
 * out whether the partner received them). The engine stores its state before and after each step. It can therefore be stopped or killed at
 * any time, and continues from the stored state. Without a connection, the queue waits and tries again after pauses that grow.
 */
export class SubmissionEngine {
  readonly #context: TaskNeeds
  readonly #timers: Timers
  readonly #random: () => number
  readonly #uploads = new Uploads()
  readonly #applications: QueueWorker
  readonly #documents: QueueWorker
  readonly #evidence: QueueWorker
  /** Ids of the deals and documents to reconcile immediately, before their scheduled time. */
  readonly #immediate = new Set<string>()
  /** Number of interrupted sends of each application or document since its last response. */
  readonly #brokenOff = new Map<string, number>()
  #failures = 0
  #pausedUntil = 0
  #pauseMs = 0
  #hold: AppError | null = null
  /**
   * Number of changes of the connection's settings. If a request failed with earlier settings, the failure does not put the queue on hold.
   */
  #connection = 0
  #status: QueueStatus = MOVING
  #alarm: { at: number; cancel: () => void } | null = null
  #isStopped = false
  #underWay = 0
  /** Exclusive tasks, such as the acceptance of an offer. They run outside the queue. */
  readonly #exclusive = new Set<Promise<unknown>>()
  readonly #whenStopped = new Set<() => void>()

  constructor(context: TaskNeeds, timers: Timers, random: () => number = Math.random) {
    this.#context = context
    this.#timers = timers
    this.#random = random
    this.#applications = new QueueWorker(() => this.#send(['send_application']))
    this.#documents = new QueueWorker(() => this.#send(['queue_documents', 'send_document']))
    this.#evidence = new QueueWorker(() => this.#reconcile())
  }

  get status(): QueueStatus {
    return this.#status
  }

  /** True while a request to the partner is in flight. */
  get isBusy(): boolean {
    return this.#underWay + this.#exclusive.size > 0
  }

  /**
   * Determines the state of work that a crash interrupted, then starts the queue. Fails only if the vault fails. In that case, the queue is
   * not started.
   */
  async start(): Promise<void> {
    await resumeSubmissions(this.#context)
    this.#reconcileAllNow()
  }

  /** Lets the workers check the queue for tasks. Call this after a task was queued. */
  wake(): void {
    if (this.#isStopped) return
    this.#applications.wake()
    this.#documents.wake()
    this.#evidence.wake()
  }

  /** Retries all waiting tasks immediately. Call this when the connection may be back, or the keychain may be unlocked. */
  retryNow(): void {
    this.#failures = 0
    this.#pausedUntil = 0
    const { code } = this.#hold ?? {}
    if (code === undefined || code.startsWith('KEYCHAIN_')) this.#notify(null, MOVING)
    this.#reconcileAllNow()
  }

  /**
   * Ends a hold of the queue and retries all tasks. Call this after the connection's settings changed, because that may have fixed the
   * cause of the hold.
   */
  release(): void {
    this.#connection++
    this.#notify(null, MOVING)
    this.retryNow()
  }

  /** Removes a document from the queue, or aborts its running upload. Fails if the document was already sent. */
  async cancelDocument(document_id: string): Promise<void> {
    if (this.#uploads.cancel(document_id)) return
    await applyDocumentTransition(this.#context, document_id, { event: 'take_back' })
  }

  /**
   * Runs an exclusive task outside the queue, such as an acceptance. The task counts as a request in flight, and `stop` waits for the task.
   * Refuses new tasks after a stop.
   */
  async runExclusive<T>(work: (pause: Pause) => Promise<T>): Promise<T> {
    if (this.#isStopped) throw new Failure(environmentMismatch())
    const done = work((ms) => this.#pause(ms))
    this.#exclusive.add(done)
    try {
      return await done
    } finally {
      this.#exclusive.delete(done)
    }
  }

  /** Starts nothing more and aborts uploads. Resolves when the results of running tasks are stored. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#alarm?.cancel()
    this.#uploads.close()
    for (const wake of this.#whenStopped) wake()
    await Promise.all([this.#applications.stop(), this.#documents.stop(), this.#evidence.stop()])
    await Promise.allSettled(this.#exclusive)
  }

  async #send(tasks: readonly OutboxTask['task'][]): Promise<boolean> {
    const now = this.#now()
    const isPaused = this.#isPaused(now)
    const isBlocked = this.#hold !== null || isPaused
    const kinds = isBlocked ? tasks.filter((task) => task === 'queue_documents') : tasks
    // Read one task more than the number of tasks whose send was interrupted before. The result then includes a task that was never
    // interrupted, if the queue contains one.
    const due = await resultOf(this.#dueTasks(kinds, now, this.#brokenOff.size + 1))
    if (!due.ok) return this.#rest(now + VAULT_PAUSE_MS)
    const task = leastFailed(due.value.tasks, this.#brokenOff)
    if (task === undefined) {
      if (isPaused) this.#wakeAt(this.#pausedUntil)
      else if (this.#status.state === 'waiting') await this.#endWait(now)
      return this.#restUntilNext(due.value.next_at)
    }
    const connection = this.#connection
    const taskResult = await this.#runTask(task)
    if (taskResult.end === 'blocked' && brokeOff(taskResult.error))
      this.#brokenOff.set(task.subject_id, (this.#brokenOff.get(task.subject_id) ?? 0) + 1)
    else if (taskResult.end === 'done') this.#brokenOff.delete(task.subject_id)
    return this.#settle(taskResult, connection)
  }

  async #reconcile(): Promise<boolean> {
    const now = this.#now()
    const [wanted] = this.#immediate
    if (wanted !== undefined) {
      const task = await resultOf(this.#context.vault.getTask(wanted))
      if (!task.ok) return this.#rest(now + VAULT_PAUSE_MS)
      this.#immediate.delete(wanted)
      if (task.value === null || !isReconciling(task.value.task)) return true
      return this.#settle(await this.#runTask(task.value), this.#connection)
    }
    const due = await resultOf(this.#dueTasks(['seek_application', 'seek_document'], now, 1))
    if (!due.ok) return this.#rest(now + VAULT_PAUSE_MS)
    const [task] = due.value.tasks
    if (task === undefined) return this.#restUntilNext(due.value.next_at)
    return this.#settle(await this.#runTask(task), this.#connection)
  }

  #dueTasks(kinds: readonly OutboxTask['task'][], now: number, limit: number) {
    return this.#context.vault.dueTasks(kinds, new Date(now).toISOString(), limit)
  }

  #restUntilNext(next_at: string | null): false {
    return next_at === null ? false : this.#rest(Date.parse(next_at))
  }

  async #runTask(task: OutboxTask): Promise<TaskResult> {
    this.#underWay++
    try {
      return await runTask(this.#taskContext(), task)
    } finally {
      this.#underWay--
    }
  }

  /** Processes the result of a task. Returns whether the worker continues with the next task. */
  #settle(taskResult: TaskResult, connection: number): boolean {
    switch (taskResult.end) {
      case 'done':
        // Tasks that waited for the ended task or for the connection can run now.
        if (taskResult.wasAnswered) this.#connectionWorks()
        this.wake()
        return true
      case 'blocked':
        this.#block(taskResult.error, connection)
        return true
      case 'doubtful':
        // Pause the queue, and start to reconcile the task whose outcome is unknown.
        this.#wait(taskResult.error)
        this.#evidence.wake()
        return true
      case 'vault_failed':
        this.#context.log.warn('submission not stored yet', { code: taskResult.error.code })
        return this.#rest(this.#now() + VAULT_PAUSE_MS)
    }
  }

  /** Returns whether the queue is paused. A clock that is set back must not prolong the pause beyond its intended length. */
  #isPaused(now: number): boolean {
    if (this.#pausedUntil > now + this.#pauseMs) {
      this.#pausedUntil = now + this.#pauseMs
      if (this.#status.state === 'waiting')
        this.#notify(null, { ...this.#status, retry_at: new Date(this.#pausedUntil).toISOString() })
    }
    return now < this.#pausedUntil
  }

  /** Reports no lost connection after a pause if nothing is left to send, because then no response would ever end that report. */
  async #endWait(now: number): Promise<void> {
    const due = await resultOf(this.#dueTasks(['send_application', 'send_document'], now, 1))
    if (due.ok && due.value.tasks.length === 0 && this.#status.state === 'waiting') this.#notify(null, MOVING)
  }

  #connectionWorks(): void {
    this.#failures = 0
    this.#pausedUntil = 0
    if (this.#hold === null) this.#notify(null, MOVING)
  }

  #block(error: AppError, connection: number): void {
    if (classifyFailure(error) === 'wait') return this.#wait(error)
    this.#context.log.info('queue waiting', { code: error.code })
    const { code, message, advice } = error
    const state = code === 'PRODUCTION_NOT_CONFIRMED' ? 'unconfirmed' : 'held'
    if (connection === this.#connection)
      this.#notify(error, { state, error: { message, advice }, retry_at: null })
  }

  #wait(error: AppError): void {
    this.#context.log.info('queue waiting', { code: error.code })
    const { message, advice } = error
    this.#failures++
    this.#pauseMs = pauseMs(this.#failures, this.#random(), error.retry_after_s)
    this.#pausedUntil = this.#now() + this.#pauseMs
    this.#wakeAt(this.#pausedUntil)
    // If the queue is on hold, do not report this pause. The hold lasts longer, because it ends only when its cause is fixed.
    if (this.#hold !== null) return
    this.#notify(null, {
      state: 'waiting',
      error: { message, advice },
      retry_at: new Date(this.#pausedUntil).toISOString(),
    })
  }

  #notify(hold: AppError | null, status: QueueStatus): void {
    this.#hold = hold
    if (status === MOVING && this.#status === MOVING) return
    this.#status = status
    this.#context.emit('queue.changed', status)
  }

  #rest(until: number): false {
    this.#wakeAt(until)
    return false
  }

  /** Sets one timer for all workers. It runs at the earliest time at which a task is due. */
  #wakeAt(at: number): void {
    const now = this.#now()
    if (this.#isStopped || (this.#alarm !== null && this.#alarm.at > now && this.#alarm.at <= at)) return
    this.#alarm?.cancel()
    const cancel = this.#timers.after(Math.max(0, at - now), () => {
      this.#alarm = null
      this.wake()
    })
    this.#alarm = { at, cancel }
  }

  #reconcileAllNow(): void {
    const find = async () => {
      const tasks = await this.#context.vault.listTasks()
      for (const { subject_id, task } of tasks) if (isReconciling(task)) this.#immediate.add(subject_id)
    }
    const { log } = this.#context
    drop(
      log,
      logged(log, find()).then(() => this.wake()),
    )
  }

  #taskContext() {
    return {
      context: this.#context,
      uploads: this.#uploads,
      pause: (ms: number) => this.#pause(ms),
    }
  }

  /** Waits this many milliseconds. Resolves with false if the engine was stopped in the meantime. */
  #pause(ms: number): Promise<boolean> {
    if (this.#isStopped) return Promise.resolve(false)
    return new Promise((resolve) => {
      const wake = () => {
        cancel()
        this.#whenStopped.delete(wake)
        resolve(!this.#isStopped)
      }
      const cancel = this.#timers.after(ms, wake)
      this.#whenStopped.add(wake)
    })
  }

  #now(): number {
    return Date.parse(this.#context.clock.now())
  }
}

const MOVING: QueueStatus = { state: 'moving', error: null, retry_at: null }

/**
 * Determines the state of work that a crash interrupted. Call this once after opening a vault, before anything can be sent. The outcome of
 * an interrupted send becomes unknown, because the request may have arrived. Events that waited for their application are applied.
 */
export async function resumeSubmissions(context: DraftNeeds & EventNeeds): Promise<void> {
  const found = await context.vault.interruptedSendings()
  for (const { deal_id } of found.deals) {
    await applyApplicationTransition(context, deal_id, async () => ({ event: { event: 'interrupt' } }))
  }
  for (const { document_id } of found.documents) {
    await applyDocumentTransition(context, document_id, { event: 'interrupt' })
  }
  if (found.is_restored) {
    await settleRestored(context)
  }
  for (const application_id of found.waiting_applications) {
    await applyWaitingEvents(context, application_id)
  }
}

/**
 * Keeps a restored vault from automatically sending the tasks that were queued when the backup was made. These tasks may have been sent
 * after the backup, so the app reconciles them instead. Documents that waited for their application are not sent automatically; the broker
 * must send them.
 */
async function settleRestored(context: DraftNeeds): Promise<void> {
  const { vault } = context
  const tasks = await vault.listTasks()
  for (const { task, subject_id, deal_id } of tasks) {
    if (isReconciling(task)) continue
    // Any error but the vault's concerns only this task, for example because its document was removed.
    await resultOf<unknown>(
      task === 'send_document'
        ? applyDocumentTransition(context, subject_id, { event: 'restore' })
        : applyApplicationTransition(context, deal_id, async () => ({
            event: { event: task === 'send_application' ? 'restore' : 'documents_queued' },
          })),
      { except: Broken },
    )
  }
  await vault.commit([{ write: 'set_setting', key: RESTORED, value: null }])
}
