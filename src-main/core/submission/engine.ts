import type { Effect, QueueStatus } from '../../../src-shared/domain/queue.ts'
import { fail, ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { anotherShown } from '../environments/office-errors.ts'
import type { Timers } from '../ports/timers.ts'
import type { Workspace } from '../workspace.ts'
import { Lane } from './lane.ts'
import { isSeeking, nextDue, nextToSeek, nextToSend, pauseMs } from './line.ts'
import { perform, type Performed } from './perform.ts'
import { resumeSubmissions } from './resume-submissions.ts'
import { brokeOff, judgeFailure } from './submission-machine.ts'
import { stepDocument } from './take-step.ts'
import type { Pause } from './until-stored.ts'
import { Uploads } from './uploads.ts'

/** After the vault failed. */
const VAULT_PAUSE_MS = 5_000

/**
 * Does what is stored to be done (`effects`): sends applications in the order they were submitted and documents in theirs,
 * and looks for what became of those without an answer. What it does, it stores before and after; so it can be stopped or
 * killed at any moment, and goes on from what is stored. Without a connection the line waits, with growing pauses.
 */
export class SubmissionEngine {
  readonly #workspace: Workspace
  readonly #timers: Timers
  readonly #random: () => number
  readonly #uploads = new Uploads()
  readonly #applications: Lane
  readonly #documents: Lane
  readonly #evidence: Lane
  /** Whose outcome is looked for without waiting for its time. */
  readonly #atOnce = new Set<string>()
  /** How often the sending of a subject broke off in its middle since it was last answered. */
  readonly #brokenOff = new Map<string, number>()
  #failures = 0
  #pausedUntil = 0
  /** How long the present pause was meant to be. */
  #pauseMs = 0
  #hold: AppError | null = null
  /** Grows with each change of the connection: a refusal of what held before holds nothing. */
  #connection = 0
  #status: QueueStatus = MOVING
  #alarm: { at: number; cancel: () => void } | null = null
  #isStopped = false
  #underWay = 0
  /** What is sent aside from the line. */
  readonly #aside = new Set<Promise<unknown>>()
  readonly #whenStopped = new Set<() => void>()

  constructor(workspace: Workspace, timers: Timers, random: () => number = Math.random) {
    this.#workspace = workspace
    this.#timers = timers
    this.#random = random
    this.#applications = new Lane(() => this.#send(['send_application']))
    this.#documents = new Lane(() => this.#send(['queue_documents', 'send_document']))
    this.#evidence = new Lane(() => this.#seek())
  }

  get status(): QueueStatus {
    return this.#status
  }

  /** Whether something is being sent, or looked for at the service, right now. */
  get isBusy(): boolean {
    return this.#underWay + this.#aside.size > 0
  }

  /** Settles what a crash cut off, then begins. Fails only when the vault does; then nothing was begun. */
  async start(): Promise<Result<void>> {
    const resumed = await resumeSubmissions(this.#workspace)
    if (!resumed.ok) return resumed
    void this.#seekAllAtOnce().then(() => this.wake())
    return ok(undefined)
  }

  /** Something was put in the line. */
  wake(): void {
    if (this.#isStopped) return
    this.#applications.wake()
    this.#documents.wake()
    this.#evidence.wake()
  }

  /** The connection may be back, or the keychain open: whatever waits is tried at once. */
  nudge(): void {
    this.#failures = 0
    this.#pausedUntil = 0
    const { code } = this.#hold ?? {}
    if (code === undefined || code.startsWith('KEYCHAIN_')) this.#tell(null, MOVING)
    void this.#seekAllAtOnce().then(() => this.wake())
  }

  /** The connection's settings changed, so what held the line may be gone. */
  release(): void {
    this.#connection++
    this.#tell(null, MOVING)
    this.nudge()
  }

  /**
   * Takes a document out of the line; one that is under way is broken off, and ends as what became of it. An error when it
   * has left for good.
   */
  async takeBackDocument(document_id: string): Promise<Result<void>> {
    if (this.#uploads.cancel(document_id)) return ok(undefined)
    const back = await stepDocument(this.#workspace, document_id, { event: 'take_back' })
    return back.ok ? ok(undefined) : back
  }

  /**
   * Runs what is sent aside from the line, as an acceptance is: it counts as under way, and `stop` waits for it. Nothing is begun
   * once the engine was stopped.
   */
  async aside<T>(work: (pause: Pause) => Promise<Result<T>>): Promise<Result<T>> {
    if (this.#isStopped) return fail(anotherShown())
    const done = work((ms) => this.#pause(ms))
    this.#aside.add(done)
    try {
      return await done
    } finally {
      this.#aside.delete(done)
    }
  }

  /** Begins nothing more and breaks uploads off; answers when what was under way is stored. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#alarm?.cancel()
    this.#uploads.close()
    for (const wake of this.#whenStopped) wake()
    await Promise.all([this.#applications.stop(), this.#documents.stop(), this.#evidence.stop()])
    await Promise.allSettled(this.#aside)
  }

  async #send(tasks: readonly Effect['task'][]): Promise<boolean> {
    const now = this.#now()
    const effects = await this.#workspace.vault.listEffects()
    if (!effects.ok) return this.#rest(now + VAULT_PAUSE_MS)
    const isPaused = this.#isPaused(now)
    const isBlocked = this.#hold !== null || isPaused
    const effect = nextToSend(effects.value, isBlocked ? ['queue_documents'] : tasks, now, this.#brokenOff)
    if (effect === null || !tasks.includes(effect.task)) {
      const due = nextDue(effects.value, now)
      if (isPaused) this.#wakeAt(this.#pausedUntil)
      return due === null ? false : this.#rest(due)
    }
    const connection = this.#connection
    const performed = await this.#perform(effect)
    if (performed.end === 'blocked' && brokeOff(performed.error))
      this.#brokenOff.set(effect.subject_id, (this.#brokenOff.get(effect.subject_id) ?? 0) + 1)
    else if (performed.end === 'done') this.#brokenOff.delete(effect.subject_id)
    return this.#settle(performed, connection)
  }

  async #seek(): Promise<boolean> {
    const now = this.#now()
    const effects = await this.#workspace.vault.listEffects()
    if (!effects.ok) return this.#rest(now + VAULT_PAUSE_MS)
    const effect = nextToSeek(effects.value, now, this.#atOnce)
    if (effect === null) {
      const due = nextDue(
        effects.value.filter(({ task }) => isSeeking(task)),
        now,
      )
      return due === null ? false : this.#rest(due)
    }
    this.#atOnce.delete(effect.subject_id)
    return this.#settle(await this.#perform(effect), this.#connection)
  }

  async #perform(effect: Effect): Promise<Performed> {
    this.#underWay++
    try {
      return await perform(this.#context(), effect)
    } finally {
      this.#underWay--
    }
  }

  /** Takes over what came of a task; answers whether the lane goes on. */
  #settle(performed: Performed, connection: number): boolean {
    switch (performed.end) {
      case 'done':
        // Whoever waits for this one, or for the connection that it proved, goes on.
        if (performed.wasAnswered) this.#connectionWorks()
        this.wake()
        return true
      case 'blocked':
        this.#block(performed.error, connection)
        return true
      case 'doubtful':
        // Its outcome is looked for from now on.
        this.#wait(performed.error)
        this.#evidence.wake()
        return true
      case 'vault_failed':
        this.#workspace.log.warn('a submission waits for the vault', { code: performed.error.code })
        return this.#rest(this.#now() + VAULT_PAUSE_MS)
    }
  }

  /** A clock that is set back must not make the pause longer by as much: from now it lasts as long as it was meant to, at most. */
  #isPaused(now: number): boolean {
    if (this.#pausedUntil > now + this.#pauseMs) {
      this.#pausedUntil = now + this.#pauseMs
      if (this.#status.state === 'waiting')
        this.#tell(null, { ...this.#status, retry_at: new Date(this.#pausedUntil).toISOString() })
    }
    return now < this.#pausedUntil
  }

  #connectionWorks(): void {
    this.#failures = 0
    this.#pausedUntil = 0
    if (this.#hold === null) this.#tell(null, MOVING)
  }

  #block(error: AppError, connection: number): void {
    if (judgeFailure(error) === 'wait') return this.#wait(error)
    this.#workspace.log.info('the line waits', { code: error.code })
    const { code, message, advice } = error
    const state = code === 'PRODUCTION_NOT_CONFIRMED' ? 'unconfirmed' : 'held'
    if (connection === this.#connection)
      this.#tell(error, { state, error: { message, advice }, retry_at: null })
  }

  #wait(error: AppError): void {
    this.#workspace.log.info('the line waits', { code: error.code })
    const { message, advice } = error
    this.#failures++
    this.#pauseMs = pauseMs(this.#failures, this.#random(), error.retry_after_s)
    this.#pausedUntil = this.#now() + this.#pauseMs
    this.#wakeAt(this.#pausedUntil)
    // What holds the line stays told: the end of a pause is not the end of that.
    if (this.#hold !== null) return
    this.#tell(null, {
      state: 'waiting',
      error: { message, advice },
      retry_at: new Date(this.#pausedUntil).toISOString(),
    })
  }

  #tell(hold: AppError | null, status: QueueStatus): void {
    this.#hold = hold
    if (status === MOVING && this.#status === MOVING) return
    this.#status = status
    this.#workspace.emit('queue.changed', status)
  }

  #rest(until: number): false {
    this.#wakeAt(until)
    return false
  }

  /** One alarm for all lanes: the earliest time at which one of them has something to do. */
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

  async #seekAllAtOnce(): Promise<void> {
    const effects = await this.#workspace.vault.listEffects()
    if (effects.ok)
      for (const { subject_id, task } of effects.value) if (isSeeking(task)) this.#atOnce.add(subject_id)
  }

  #context() {
    return {
      workspace: this.#workspace,
      uploads: this.#uploads,
      pause: (ms: number) => this.#pause(ms),
    }
  }

  /** Waits; false when the engine was stopped meanwhile. */
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
    return Date.parse(this.#workspace.clock.now())
  }
}

const MOVING: QueueStatus = { state: 'moving', error: null, retry_at: null }
