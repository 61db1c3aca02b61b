import { failureOf } from '../../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openRows } from '../../../src-main/app/vault-rows.ts'
import { VaultDatabase } from '../../../src-main/platform/vault/vault-database.ts'
import type { JsonObject, PartnerApi } from '../../../src-main/platform/partner/partner-api.ts'
import type { Timers } from '../../../src-main/platform/base/system.ts'
import type { Vault, VaultWrite } from '../../../src-main/platform/vault/vault.ts'
import { SubmissionEngine } from '../../../src-main/features/submission/engine.ts'
import type { OpenContext } from '../../../src-main/app/rooms.ts'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { completeDraft } from '../../../src-shared/features/form/complete-draft.fixture.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { storedDeal } from '../stored-deal.ts'
import { listing, memoryKeychain, scriptedPartner } from './composed-app.ts'
import { UNREAD } from '../../../src-shared/features/documents/document.ts'
import { refreshOffers } from '../../../src-main/features/events/apply-answer.ts'

/** The reaction of the partner and the network to a request. */
export const WEATHERS = [
  'none',
  'away',
  'rate_limited',
  'credentials_rejected',
  'refusing',
  'odd_refusal',
  'answer_lost',
  'request_lost',
] as const
export type NetworkFault = (typeof WEATHERS)[number]

const ANSWERS: Partial<Record<NetworkFault, { error: AppError; takes: boolean }>> = {
  away: failing('PARTNER_UNREACHABLE', 'not_received', false),
  rate_limited: failing('PARTNER_RATE_LIMITED', 'not_received', false),
  credentials_rejected: failing('PARTNER_CREDENTIALS_REJECTED', 'not_received', false),
  refusing: failing('PARTNER_VALIDATION_FAILED', 'not_received', false),
  odd_refusal: failing('PARTNER_UNEXPECTED_RESPONSE', 'not_received', false),
  answer_lost: failing('PARTNER_CONNECTION_LOST', 'unknown', true),
  request_lost: failing('PARTNER_CONNECTION_LOST', 'unknown', false),
}

function failing(code: AppError['code'], outcome: AppError['outcome'], takes: boolean) {
  return { error: appError(code, 'm', 'a', { outcome, retryable: code === 'PARTNER_UNREACHABLE' }), takes }
}

/** Counts for one application or document: `asked` requests that the app sent, and `taken` requests that the partner accepted. */
export interface Witness {
  asked: number
  taken: number
  /**
   * True after the app sent a request, until a response proves that the partner did not store the request's data. While this is true, the
   * app must not send the request again, because the partner could get it twice.
   */
  isOpen: boolean
}

/**
 * A real vault database, a simulated partner that counts requests, and an app that a test can kill between any two of its steps. The clock
 * advances only when a test advances it.
 */
export class SubmissionWorld {
  readonly #file = join(tmpdir(), `funding-desk-model-${randomUUID()}.db`)
  readonly database = new VaultDatabase(this.#file, 'a'.repeat(64), openRows)
  readonly witnesses = new Map<string, Witness>()
  readonly violations: string[] = []
  readonly applications: { application_id: string; record: JsonObject }[] = []
  readonly deals: { deal_id: string; document_id: string; reference: string }[] = []
  fault: NetworkFault = 'none'
  /** True while the partner's responses take half a second. */
  isSlow = false
  /** True while the partner offers requests for lists. In these lists, the app can find an application whose outcome is unknown. */
  hasLists = true
  /** Ids of the deals and documents that the broker wants to send. Sending any other deal or document is a violation. */
  readonly wanted = new Set<string>()
  now = Date.parse('2026-05-04T10:00:00.000Z')
  app: App

  constructor() {
    this.app = new App(this)
  }

  witness(subject: string): Witness {
    const known = this.witnesses.get(subject) ?? { asked: 0, taken: 0, isOpen: false }
    this.witnesses.set(subject, known)
    return known
  }

  /**
   * Simulates the partner's reaction to a request. Records a violation if the app must not send this request. `subject` is the id of the
   * deal or the document. Returns an error or null.
   */
  async take(subject: string): Promise<AppError | null> {
    const witness = this.witness(subject)
    if (witness.isOpen) this.violations.push(`${subject} was sent again although it may be there`)
    if (!this.wanted.has(subject)) this.violations.push(`${subject} was sent although it was taken back`)
    this.#checkOrder(subject)
    witness.asked++
    witness.isOpen = true
    const answer = ANSWERS[this.fault]
    if (answer === undefined || answer.takes) witness.taken++
    if (answer !== undefined && !answer.takes && answer.error.outcome === 'not_received')
      witness.isOpen = false
    return answer?.error ?? null
  }

  /**
   * Records a violation if a task before this subject's task in the queue has the same kind and is due. The app must send tasks of one kind
   * in order.
   */
  #checkOrder(subject: string): void {
    const effects = this.database.served.listTasks()
    const mine = effects.findIndex(({ subject_id }) => subject_id === subject)
    const overtaken = effects
      .slice(0, mine)
      .find(({ task, not_before }) => task === effects[mine]?.task && Date.parse(not_before) <= this.now)
    if (overtaken !== undefined) this.violations.push(`${subject} overtook ${overtaken.subject_id}`)
  }

  /** Adds a deal with a complete draft and one document to the vault. */
  addDeal(reference: string): { deal_id: string; document_id: string } {
    const deal_id = randomUUID()
    const document_id = randomUUID()
    const now = new Date(this.now).toISOString()
    const values = completeDraft()
    const deal = storedDeal({
      deal_id,
      values: { ...values, application: { ...(values['application'] as object), reference } },
      reference,
      created_at: now,
      updated_at: now,
    })
    this.database.served.commit([
      { write: 'create_deal', deal },
      {
        write: 'put_document',
        document: {
          document_id,
          deal_id,
          name: `${reference}.pdf`,
          kind: 'bank_statement',
          size: 9,
          pages: 1,
          sha256: randomUUID(),
          state: 'attached',
          error: null,
          added_at: now,
          sent_at: null,
          reading: null,
        },
      },
    ])
    this.deals.push({ deal_id, document_id, reference })
    return { deal_id, document_id }
  }

  /** Advances the clock, runs the app's timers that are due, and waits until the app is idle. */
  async pass(ms: number): Promise<void> {
    this.now += ms
    this.app.ring()
    await this.app.rest()
  }

  /** Starts the app again if it was killed. */
  async revive(): Promise<void> {
    if (!this.app.isDead) return
    void this.app.engine.stop()
    this.app = new App(this)
    await this.app.start()
  }

  close(): void {
    void this.app.engine.stop()
    this.app.isDead = true
    this.database.close()
    for (const ending of ['', '-wal', '-shm']) rmSync(`${this.#file}${ending}`, { force: true })
  }
}

const GONE = appError('VAULT_UNAVAILABLE', 'The app is dead.', 'Start it.')

/** One run of the app, from its start to its kill. After the kill, nothing that the app still does reaches the vault or the partner. */
class App implements Timers {
  readonly #world: SubmissionWorld
  readonly context: OpenContext
  readonly engine: SubmissionEngine
  isDead = false
  /** Number of steps that the app may still do before the test kills it. Null if the test does not kill it. */
  fuse: number | null = null
  #calls = 0
  #timers: { at: number; work: () => void }[] = []

  constructor(world: SubmissionWorld) {
    this.#world = world
    const partner = this.#partner()
    this.context = {
      environment: 'sandbox',
      vault: this.#vault(),
      documents: {
        add: async () => ({ sha256: '', size: 0 }),
        sweep: async () => 0,
        addBytes: async () => ({ sha256: '', size: 0 }),
        read: async () => new Uint8Array(),
        open: async () => ok(Readable.from(['%PDF-1.7 '])),
      },
      composer: { compose: async () => [] },
      applications: { read: async () => ({ text: 'read', values: [] }) },
      statements: {
        look: async () => {},
        stateOf: () => null,
        read: async () => {},
        cancel: async () => {},
      },
      inspector: { inspect: async () => ({ pages: 1, size: 1, kind: 'bank_statement', reading: UNREAD }) },
      secrets: memoryKeychain(),
      form: standardProfile,
      isFormReadable: true,
      profile: standardProfile,
      clock: { now: () => new Date(world.now).toISOString() },
      zone: () => 'UTC',
      remindersChanged: () => {},
      emit: () => {},
      notifier: { notify: () => {}, offersRead: () => {} },
      log: { info: () => {}, warn: () => {} },
      askSoon: () => {},
      refreshOffers: (deal_id) => refreshOffers(this.context, deal_id),
      runExclusive: (work) => this.engine.runExclusive(work),
      partner: async () => ok(partner),
      joinUploads: async () => {},
      packageOf: () => Promise.reject(new Error('not used')),
    }
    this.engine = new SubmissionEngine(this.context, this, () => 0.5)
  }

  async start(): Promise<void> {
    await this.engine.start()
    await this.rest()
  }

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#world.now + ms, work }
    this.#timers.push(timer)
    return () => void (this.#timers = this.#timers.filter((other) => other !== timer))
  }

  ring(): void {
    const due = this.#timers.filter(({ at }) => at <= this.#world.now)
    this.#timers = this.#timers.filter(({ at }) => at > this.#world.now)
    for (const { work } of due) work()
  }

  /** Waits until the app has stopped calling the vault and the partner for three turns of the event loop. */
  async rest(): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet++) {
      const before = this.#calls
      // In each turn of the event loop, all code runs that does not wait for something else.
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#calls !== before) quiet = -1
    }
  }

  /** Counts one step of the app, and kills the app if the steps are used up. Returns true if the app is dead. */
  #step(): boolean {
    this.#calls++
    if (this.fuse !== null && !this.isDead) {
      if (this.fuse === 0) this.isDead = true
      else this.fuse--
    }
    return this.isDead
  }

  #vault(): Vault {
    const { database } = this.#world
    const commit = async (writes: VaultWrite[]) => {
      if (this.#step()) throw failureOf(GONE)
      const committed = database.served.commit(writes)
      if (this.#step()) throw failureOf(GONE)
      return committed
    }
    return new Proxy({} as Vault, {
      get: (_, method: keyof VaultDatabase['served']) => {
        if (method === 'commit') return commit
        return async (...args: unknown[]) => {
          this.#calls++
          if (this.isDead) throw failureOf(GONE)
          const read = database.served[method] as (...values: unknown[]) => unknown
          return read(...args)
        }
      },
    })
  }

  #partner(): PartnerApi {
    const world = this.#world
    const send = async <T>(subject: string, taken: () => T): Promise<Result<T>> => {
      if (this.#step()) return fail(GONE)
      const error = await world.take(subject)
      const value = error === null || error.outcome === 'unknown' ? taken() : null
      if (world.isSlow) await new Promise<void>((resolve) => this.after(500, resolve))
      if (this.#step()) return fail(GONE)
      return error === null ? ok(value as T) : fail(error)
    }
    return scriptedPartner({
      createApplication: (payload) => {
        const reference = (payload['application'] as { reference: string }).reference
        return send(world.deals.find((deal) => deal.reference === reference)?.deal_id ?? '', () => {
          const application_id = `a-${world.applications.length + 1}`
          if (world.fault !== 'request_lost')
            world.applications.push({ application_id, record: { ...payload, application_id } })
          return { application_id, reply: null }
        })
      },
      createDocument: ({ file }) => {
        const document = world.deals.find(({ reference }) => `${reference}.pdf` === file.name)
        return send(document?.document_id ?? '', () => ({ reply: null }))
      },
      listApplications: async (reference) => {
        this.#calls++
        if (!world.hasLists || this.isDead || world.fault === 'away') return notOffered()
        return listing(
          world.applications.filter(
            ({ record }) => (record['application'] as JsonObject)['reference'] === reference,
          ),
        )
      },
    })
  }
}

function notOffered(): Result<never> {
  return fail(appError('PARTNER_NOT_OFFERED', 'm', 'a'))
}
