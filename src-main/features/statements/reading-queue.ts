import type { EventName, EventPayload } from '../../../src-shared/app/contract.ts'
import { drop, logged } from '../../platform/base/log-lines.ts'
import { resultOf } from '../../platform/base/failure.ts'
import type { ReadingState } from '../../../src-shared/features/statements/deal-statements.ts'
import { attachedDocument } from '../documents/read-bytes.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { StatementReader } from '../statement-reader/statement-reader.ts'
import type { UnreadStatement } from './statement-rows.ts'
import { BANK_STATEMENT, packUnreadable, READER_VERSION } from '../statement-reader/stored-statement.ts'

type ReadingNeeds = Pick<Platform, 'vault' | 'documents' | 'emit' | 'log'>

/** Number of unread documents of earlier runs that the app reads after its start. */
const MOST_AT_START = 200
/** Number of documents of one deal that the app reads. */
const MOST_OF_DEAL = 100
/** Number of documents whose end is remembered. */
const MOST_ENDED = 1_000
/** Minimum time between two progress events, so that a long file does not flood the windows. */
const PROGRESS_EVERY_MS = 100

type Ended = Extract<ReadingState, { state: 'cancelled' | 'failed' }>

/** A document that is being read. */
interface Current {
  document: UnreadStatement
  stop: AbortController
  state: ReadingState
  end: Promise<void>
}

/**
 * Reads the bank statements of an open environment in the background, in processes of their own. The deals that the broker looked at last
 * come first. A scan can take minutes, so one scan and one document with text are read at the same time.
 */
export class ReadingQueue {
  readonly #context: ReadingNeeds
  readonly #reader: StatementReader
  readonly #onRead: (deal_id: string) => Promise<unknown>
  readonly #waiting: UnreadStatement[] = []
  /** Documents that were stopped or could not be read, in this run of the app. They are read again only if the broker asks for it. */
  readonly #ended = new Map<string, Ended>()
  #current: Current[] = []
  #isStarted = false
  #isStopped = false

  /** `onRead` is called after a document was read, before the windows learn of it. */
  constructor(context: ReadingNeeds, reader: StatementReader, onRead: (deal_id: string) => Promise<unknown>) {
    this.#context = context
    this.#reader = reader
    this.#onRead = onRead
  }

  /** Begins to read. Call this only after the first screen is shown. Also reads what an earlier run left unread. */
  start(): void {
    this.#isStarted = true
    drop(this.#context.log, this.#find(null, MOST_AT_START))
  }

  /** Looks at a deal that changed, because a document may be new, or may be a bank statement now. */
  hear<E extends EventName>(event: E, payload: EventPayload<E>): void {
    if (event === 'deal.changed')
      drop(this.#context.log, this.look((payload as EventPayload<'deal.changed'>).deal_id))
  }

  /** Stops reading and ends the process. Resolves when the work has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#waiting.length = 0
    for (const { stop } of this.#current) stop.abort()
    await Promise.all(this.#current.map(({ end }) => end))
  }

  /** Looks for unread statements of a deal, and reads them next. Stops reading documents that were removed. */
  async look(deal_id: string): Promise<void> {
    if (!this.#isStarted || this.#isStopped) return
    await this.#find(deal_id, MOST_OF_DEAL)
  }

  /** Returns the state of a document that is waiting or being read, or that has no reading. Null if the queue knows nothing about it. */
  stateOf(document_id: string): ReadingState | null {
    const current = this.#currentOf(document_id)
    if (current !== undefined) return current.state
    if (this.#waiting.some((one) => one.document_id === document_id)) return { state: 'queued' }
    return this.#ended.get(document_id) ?? null
  }

  /** Reads a document next, also if it was read before. */
  async read(document_id: string): Promise<void> {
    const { deal_id, sha256, size, reading } = await attachedDocument(this.#context, document_id)
    this.#ended.delete(document_id)
    this.#putFirst([{ document_id, deal_id, sha256, size, has_text: reading?.text === 'read' }])
    this.#changed(deal_id)
  }

  /** Stops reading a document. */
  async cancel(document_id: string): Promise<void> {
    const at = this.#waiting.findIndex((one) => one.document_id === document_id)
    const [waiting] = at < 0 ? [] : this.#waiting.splice(at, 1)
    const current = this.#currentOf(document_id)
    const document = waiting ?? current?.document
    if (document === undefined) return
    this.#end(document_id, { state: 'cancelled' })
    current?.stop.abort()
    this.#changed(document.deal_id)
  }

  async #find(deal_id: string | null, limit: number): Promise<void> {
    const { vault } = this.#context
    if (deal_id !== null) await this.#dropRemoved(deal_id)
    const unread = await vault.unreadStatements(BANK_STATEMENT, READER_VERSION, deal_id, limit)
    if (this.#isStopped) return
    const wanted = unread.filter(({ document_id }) => !this.#ended.has(document_id))
    const isNew = wanted.some(({ document_id }) => this.stateOf(document_id) === null)
    // The vault returns the newest document first. A deal's documents are read in the order in which they were attached.
    if (deal_id !== null) this.#putFirst(wanted.toReversed())
    else this.#putLast(wanted)
    if (isNew && deal_id !== null) this.#changed(deal_id)
  }

  /** Forgets the waiting documents of a deal that are gone, and stops reading one that is gone. */
  async #dropRemoved(deal_id: string): Promise<void> {
    const mine = [...this.#waiting, ...this.#current.map(({ document }) => document)].filter(
      (one) => one.deal_id === deal_id,
    )
    if (mine.length === 0) return
    const [listed, deal] = await Promise.all([
      this.#context.vault.listDocuments(deal_id),
      this.#context.vault.getDeal(deal_id),
    ])
    const isGone = deal === null || deal.deleted_at !== null
    const there = new Set(isGone ? [] : listed.map(({ document_id }) => document_id))
    for (const { document_id } of mine) {
      if (there.has(document_id)) continue
      const at = this.#waiting.findIndex((one) => one.document_id === document_id)
      if (at >= 0) this.#waiting.splice(at, 1)
      this.#currentOf(document_id)?.stop.abort()
    }
  }

  #putFirst(documents: readonly UnreadStatement[]): void {
    const ids = new Set(documents.map(({ document_id }) => document_id))
    const others = this.#waiting.filter(({ document_id }) => !ids.has(document_id))
    const mine = documents.filter(({ document_id }) => this.#currentOf(document_id) === undefined)
    this.#waiting.splice(0, this.#waiting.length, ...mine, ...others)
    this.#run()
  }

  #putLast(documents: readonly UnreadStatement[]): void {
    this.#waiting.push(...documents.filter(({ document_id }) => this.stateOf(document_id) === null))
    this.#run()
  }

  #currentOf(document_id: string): Current | undefined {
    return this.#current.find(({ document }) => document.document_id === document_id)
  }

  #run(): void {
    if (!this.#isStarted || this.#isStopped) return
    for (const has_text of [true, false]) {
      if (this.#current.some(({ document }) => document.has_text === has_text)) continue
      const at = this.#waiting.findIndex((one) => one.has_text === has_text)
      const [document] = at < 0 ? [] : this.#waiting.splice(at, 1)
      if (document !== undefined) this.#start(document)
    }
  }

  #start(document: UnreadStatement): void {
    const current: Current = {
      document,
      stop: new AbortController(),
      state: { state: 'queued' },
      end: Promise.resolve(),
    }
    this.#current.push(current)
    current.end = this.#readOne(current).then(async () => {
      this.#current = this.#current.filter((one) => one !== current)
      if (this.#isStopped) return
      await logged(this.#context.log, this.#onRead(document.deal_id))
      this.#changed(document.deal_id)
      this.#run()
    })
  }

  async #readOne(current: Current): Promise<void> {
    const { vault, documents, emit, log } = this.#context
    const { document_id, deal_id, sha256, size } = current.document
    let reported = 0
    const end = await this.#reader.read(
      { size, bytes: (from, length) => resultOf(documents.read(sha256, from, length)) },
      {
        signal: current.stop.signal,
        onPage: ({ page, pages, step }) => {
          const isFirst = current.state.state === 'queued'
          current.state = { state: 'reading', page, pages, step }
          // The windows learn that the document no longer waits.
          if (isFirst) this.#changed(deal_id)
          const now = Date.now()
          if (page < pages && now - reported < PROGRESS_EVERY_MS) return
          reported = now
          emit('statements.progress', { deal_id, document_id, page, pages, step })
        },
      },
    )
    if (this.#isStopped || current.stop.signal.aborted) return
    if (end !== 'too_slow' && 'failed' in end) {
      log.warn('statement not read', { code: end.failed.code })
      this.#end(document_id, { state: 'failed', error: end.failed })
      return
    }
    const stored = await resultOf(
      vault.commit([
        {
          write: 'put_statement_reading',
          document_id,
          reader_version: READER_VERSION,
          reading: end === 'too_slow' ? packUnreadable('took_too_long') : end.reading,
        },
      ]),
    )
    if (!stored.ok) this.#end(document_id, { state: 'failed', error: stored.error })
  }

  #end(document_id: string, how: Ended): void {
    const [oldest] = this.#ended.keys()
    if (this.#ended.size >= MOST_ENDED && oldest !== undefined) this.#ended.delete(oldest)
    this.#ended.set(document_id, how)
  }

  #changed(deal_id: string): void {
    this.#context.emit('statements.changed', { deal_id })
  }
}
