import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerSink, EventSource, Question, ServiceAnswer } from '../../platform/relay/event-source.ts'
import type { PartnerApi } from '../../platform/partner/partner-api.ts'
import type { OpenDeal } from '../../platform/vault/records.ts'
import {
  appError,
  type AppError,
  type ErrorCode,
  ok,
  type Result,
} from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

interface Parts {
  partner: () => Promise<Result<PartnerApi>>
  /** Shortest interval between two polls of one deal, in minutes. */
  intervalMinutes: () => Promise<number>
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Resolves after this many milliseconds, or when the signal aborts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
  /** Random number from 0 to 1, which varies the polling interval. */
  random?: () => number
  /** Receives unexpected exceptions, so that the caller can log them. */
  onProblem?: (error: unknown) => void
}

/** Codes of errors after which an immediate retry is useless, because the partner would respond with the same error. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PARTNER_FORBIDDEN',
  'PARTNER_VALIDATION_FAILED',
  'PARTNER_CONFLICT',
  'PARTNER_UNEXPECTED_RESPONSE',
  // The app threw an exception while it processed the response. An identical response would cause the same exception.
  'INTERNAL',
])

/** Longest pause between two checks for deals that are new or whose next poll is due. */
const LONGEST_SLEEP_MS = 60_000
/** If the clock was set back by less than this, the app ignores the change. */
const SET_BACK_MS = 60_000

/**
 * Polls the partner about one deal after another, within the rate limit of all automatic requests. If the partner does not offer a kind of
 * request, stops sending requests of this kind. While requests fail, the pause before the next retry increases. Other deals are polled
 * before the deal whose request failed.
 */
export class PollingEventSource implements EventSource {
  readonly #parts: Required<Parts>
  readonly #stopping = new AbortController()
  #wake = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #regular = false
  /** Deals for which a caller requested a poll, in order of these requests, without duplicates. */
  readonly #wanted = new Map<string, Question>()
  /** Time at which the next poll of each open deal is due, in milliseconds since the epoch. */
  readonly #dueAt = new Map<string, number>()
  /** Cached list of the open deals, with the time at which the list was loaded. */
  #open: { deals: OpenDeal[]; at: number } | null = null
  readonly #reads = { application: new OfferedRead(), offers: new OfferedRead() }
  #failures = 0
  /** The deal whose request failed last. The deal itself may be the cause, so all other deals are polled first. */
  #failedAt: string | null = null
  #pausedUntil = 0
  #latest = 0
  #allAsked: { left: Set<string>; wasRefused: boolean; settle: (done: boolean) => void } | null = null

  constructor(parts: Parts) {
    this.#parts = {
      now: Date.now,
      // The caller looks at the signal after the wait.
      wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
      random: Math.random,
      onProblem: () => {},
      ...parts,
    }
  }

  start(sink: AnswerSink): void {
    this.#running = this.#run(sink)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake.abort()
    await this.#running
    this.#settleAll(false)
  }

  retryNow(): void {
    this.#pausedUntil = 0
    this.#wake.abort()
  }

  /** Turns regular polling of every open deal on or off. Older deals are polled less often. */
  askRegularly(on: boolean): void {
    if (this.#regular === on) return
    this.#regular = on
    this.#wake.abort()
  }

  /** Polls a deal once, ahead of the deals that are polled regularly. */
  ask(question: Question): void {
    if (this.#wanted.get(question.deal_id)?.about !== 'all') this.#wanted.set(question.deal_id, question)
    // The abort ends the pause of `#run`. Abort only once, because each abort creates an error object, and thousands of events may arrive.
    if (!this.#wake.signal.aborted) this.#wake.abort()
  }

  /** Resolves with true after every open deal was polled, or with false if the partner cannot be polled. */
  askAll(): Promise<boolean> {
    this.#settleAll(false)
    return new Promise((settle) => {
      this.#allAsked = { left: new Set(), wasRefused: false, settle }
      this.#everyOpenDeal = true
      this.#wake.abort()
    })
  }

  /** True from a call of `askAll` until the list of open deals is loaded. During this time, no other poll starts. */
  #everyOpenDeal = false

  async #run(sink: AnswerSink): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const { signal } = (this.#wake = new AbortController())
      try {
        await this.#step(sink, signal)
      } catch (error) {
        // An error in a response or in the deal list must not end the polling.
        this.#parts.onProblem(error)
        await this.#parts.wait(LONGEST_SLEEP_MS, signal)
      }
    }
  }

  async #step(sink: AnswerSink, signal: AbortSignal): Promise<void> {
    const pause = this.#pausedUntil - this.#now()
    if (pause > 0) return this.#parts.wait(pause, signal)
    const next = await this.#next(sink)
    if ('question' in next) await this.#askAboutSafely(next.question, sink)
    else if (!signal.aborted) await this.#parts.wait(next.sleepMs, signal)
  }

  /** Polls a deal. After an exception, this deal is retried, and the polling of other deals continues. */
  async #askAboutSafely(question: Question, sink: AnswerSink): Promise<void> {
    try {
      await this.#askAbout(question, sink)
    } catch (error) {
      this.#parts.onProblem(error)
      const { answerNotProcessed, retriedLater } = msg.errors
      this.#failed(question, appError('INTERNAL', answerNotProcessed, retriedLater), sink)
    }
  }

  /**
   * Returns the current time. If the computer's clock was set back, clears the times at which polls are due. They were calculated with the
   * old time and would delay every deal.
   */
  #now(): number {
    const now = this.#parts.now()
    if (now < this.#latest - SET_BACK_MS) {
      this.#dueAt.clear()
      this.#open = null
      this.#pausedUntil = 0
    }
    this.#latest = now
    return now
  }

  /** Returns the next deal to poll, or how long to sleep. */
  async #next(sink: AnswerSink): Promise<{ question: Question } | { sleepMs: number }> {
    const [wanted] = this.#wanted.values()
    if (!this.#everyOpenDeal && wanted !== undefined && wanted.deal_id !== this.#failedAt)
      return { question: wanted }
    if (!this.#regular && !this.#everyOpenDeal) return orSleep(wanted)
    const open = await this.#openDeals(sink)
    if (!open.ok) return { sleepMs: LONGEST_SLEEP_MS }
    if (this.#everyOpenDeal) this.#wantAll(open.value)
    const [first] = this.#wanted.values()
    if (!this.#regular || (first !== undefined && first.deal_id !== this.#failedAt)) return orSleep(first)
    const due = this.#nextDue(open.value, await this.#parts.intervalMinutes())
    return first === undefined || 'question' in due ? due : { question: first }
  }

  /**
   * Returns the open deals. The list is cached for a minute, because reading it from the vault for each poll would be expensive. A deal
   * that becomes open is found within a minute, or earlier if a caller requests its poll.
   */
  async #openDeals(sink: AnswerSink): Promise<Result<OpenDeal[]>> {
    const now = this.#now()
    if (this.#open !== null && !this.#everyOpenDeal && now - this.#open.at < LONGEST_SLEEP_MS)
      return ok(this.#open.deals)
    const open = await sink.openDeals()
    this.#open = open.ok ? { deals: open.value, at: now } : null
    return open
  }

  #nextDue(open: OpenDeal[], intervalMinutes: number): { question: Question } | { sleepMs: number } {
    const now = this.#now()
    const ids = new Set(open.map(({ deal_id }) => deal_id))
    for (const deal_id of this.#dueAt.keys()) if (!ids.has(deal_id)) this.#dueAt.delete(deal_id)
    const dueAt = ({ deal_id }: OpenDeal) => this.#dueAt.get(deal_id) ?? 0
    const [first, ...rest] = open
    if (first === undefined) return { sleepMs: LONGEST_SLEEP_MS }
    const deal = rest.reduce((soonest, other) => (dueAt(other) < dueAt(soonest) ? other : soonest), first)
    const wait = dueAt(deal) - now
    if (wait > 0) return { sleepMs: Math.min(wait, LONGEST_SLEEP_MS) }
    const quietMs = Math.max(0, now - Date.parse(deal.last_news_at))
    this.#dueAt.set(deal.deal_id, now + pollAgainAfter(quietMs, intervalMinutes, this.#parts.random()))
    return { question: { ...deal, about: 'all' } }
  }

  #wantAll(open: OpenDeal[]): void {
    this.#everyOpenDeal = false
    for (const deal of open) this.#wanted.set(deal.deal_id, { ...deal, about: 'all' })
    if (this.#allAsked === null) return
    this.#allAsked.left = new Set(open.map(({ deal_id }) => deal_id))
    if (open.length === 0) this.#settleAll(true)
  }

  async #askAbout(question: Question, sink: AnswerSink): Promise<void> {
    const { deal_id } = question
    const answer = await this.#read(question)
    if (this.#stopping.signal.aborted) return
    if (answer === 'not_offered') {
      this.#wanted.clear()
      this.#settleAll(false)
      this.#regular = false
      return sink.onState('not_offered', null)
    }
    const taken = answer.ok ? await sink.onAnswer(answer.value.reported) : answer
    if (!taken.ok) return this.#failed(question, taken.error, sink)
    this.#failures = 0
    if (this.#failedAt === deal_id) this.#failedAt = null
    const unread = answer.ok ? answer.value.unread : null
    if (unread !== null && this.#allAsked !== null) this.#allAsked.wasRefused = true
    this.#done(question)
    sink.onState(unread === null ? 'works' : 'fails', unread)
  }

  /** Removes a question (a requested poll of one deal) that was answered or refused. */
  #done(question: Question): void {
    const { deal_id } = question
    // If a newer question about the same deal arrived in the meantime, keep that question.
    if (this.#wanted.get(deal_id) === question) this.#wanted.delete(deal_id)
    this.#allAsked?.left.delete(deal_id)
    if (this.#allAsked !== null && !this.#everyOpenDeal && this.#allAsked.left.size === 0)
      this.#settleAll(!this.#allAsked.wasRefused)
  }

  #failed(question: Question, error: AppError, sink: AnswerSink): void {
    const { deal_id } = question
    this.#failures += 1
    const pause = tryAgainAfter(this.#failures, error.retry_after_s, this.#parts.random())
    this.#pausedUntil = this.#now() + pause
    if (REFUSALS.has(error.code) && !error.retryable) {
      // Do not retry: an immediate retry would give the same result. The next regular poll of the deal tries again.
      if (this.#allAsked !== null) this.#allAsked.wasRefused = true
      this.#done(question)
    } else {
      this.#failedAt = deal_id
      this.#dueAt.set(deal_id, this.#pausedUntil)
      const wanted = this.#wanted.get(deal_id)
      if (wanted !== undefined && this.#wanted.delete(deal_id)) this.#wanted.set(deal_id, wanted)
    }
    sink.onState('fails', error)
  }

  /**
   * Requests the status and offers of a deal. If the offers have an unknown format, `unread` contains the error, and the app uses only the
   * status.
   */
  async #read({
    deal_id,
    application_id,
    about,
  }: Question): Promise<Result<{ reported: ServiceAnswer; unread: AppError | null }> | 'not_offered'> {
    const asked_at = new Date(this.#now()).toISOString()
    const partner = await this.#parts.partner()
    if (!partner.ok) return partner
    const offers = await this.#readUnlessMissing('offers', application_id, () =>
      partner.value.listOffers(application_id),
    )
    const unread =
      !offers.ok && offers.error.code === 'PARTNER_UNEXPECTED_RESPONSE' && about !== 'offers'
        ? offers.error
        : null
    if (!offers.ok && unread === null) return offers
    const status =
      about === 'offers'
        ? ok(null)
        : await this.#readUnlessMissing('application', application_id, async () => {
            const read = await partner.value.readApplication({ application_id })
            return read.ok ? ok(read.value.status) : read
          })
    if (!status.ok) return status
    if (!this.#reads.offers.isOffered && !this.#reads.application.isOffered) return 'not_offered'
    const reported = { deal_id, application_id, asked_at, status: status.value }
    return ok({ reported: { ...reported, offers: offers.ok ? offers.value : null }, unread })
  }

  /** Sends a read request. Returns null if the partner does not offer this kind of request, or does not know the application. */
  async #readUnlessMissing<T>(
    what: 'application' | 'offers',
    application_id: string,
    read: () => Promise<Result<T>>,
  ): Promise<Result<T | null>> {
    const known = this.#reads[what]
    if (!known.isOffered) return ok(null)
    if (this.#stopping.signal.aborted) return { ok: false, error: stopped() }
    const answer = await read()
    if (answer.ok) {
      known.worked()
      return answer
    }
    if (answer.error.code === 'PARTNER_NOT_OFFERED') known.failedFor(application_id)
    else if (answer.error.code !== 'PARTNER_NOT_FOUND') return answer
    return ok(null)
  }

  #settleAll(done: boolean): void {
    this.#allAsked?.settle(done)
    this.#allAsked = null
  }
}

function orSleep(question: Question | undefined): { question: Question } | { sleepMs: number } {
  return question === undefined ? { sleepMs: LONGEST_SLEEP_MS } : { question }
}

function stopped(): AppError {
  return appError('INTERNAL', msg.errors.stopped, msg.errors.nothingToDo)
}

/**
 * If a kind of request returns 404 for this many applications, the app assumes that the partner does not offer it. After only one 404, the
 * partner may just not know that application.
 */
const NOT_OFFERED_AFTER = 2

/**
 * Determines if the partner offers a kind of read request. The specification does not show the path of such a request, so a 404 can mean a
 * missing path or a missing application. A kind of request that succeeded once counts as offered. A 404 for only one application proves
 * nothing.
 */
export class OfferedRead {
  #hasWorked = false
  readonly #failedFor = new Set<string>()

  get isOffered(): boolean {
    return this.#hasWorked || this.#failedFor.size < NOT_OFFERED_AFTER
  }

  worked(): void {
    this.#hasWorked = true
  }

  failedFor(application_id: string): void {
    this.#failedFor.add(application_id)
  }
}

/*
 * Polling schedule: a deal that changed recently may change again within minutes, but other deals rarely change. The schedule limits the
 * number of requests to the partner.
 */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * If a deal's latest change is younger than `age`, the polling interval is `times` times the shortest interval. The first match applies.
 */
const STEPS: [age: number, times: number][] = [
  [HOUR_MS, 1],
  [DAY_MS, 5],
  [7 * DAY_MS, 30],
  [30 * DAY_MS, 120],
]
const OLDEST_TIMES = 720

/**
 * Returns milliseconds until the next poll of a deal. `quietMs` is the time since its latest change. `random` (0 to 1) varies the result,
 * so that different deals are not polled at the same time.
 */
export function pollAgainAfter(quietMs: number, intervalMinutes: number, random: number): number {
  const times = STEPS.find(([age]) => quietMs < age)?.[1] ?? OLDEST_TIMES
  return intervalMinutes * MINUTE_MS * times * (0.8 + 0.4 * random)
}

/**
 * Returns the milliseconds to wait after this many consecutive failures. The wait is never shorter than `retryAfterS`, the time in seconds
 * that the partner's response requested.
 */
export function tryAgainAfter(failures: number, retryAfterS: number | undefined, random: number): number {
  const grown = Math.min(15 * MINUTE_MS, 15_000 * 2 ** Math.min(failures - 1, 10))
  return Math.max((retryAfterS ?? 0) * 1000, grown * (0.5 + random / 2))
}
