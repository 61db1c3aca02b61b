import { resultOf } from '../../../src-main/platform/base/failure.ts'
import type { Readable } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPdfComposer } from '../../../src-main/features/documents/pdf-composer.ts'
import { EncryptedDocumentStore } from '../../../src-main/platform/vault/documents/encrypted-document-store.ts'
import type { HostProcess, StartHost } from '../../../src-main/platform/vault/host-process.ts'
import type { StatementReader } from '../../../src-main/features/statement-reader/statement-reader.ts'
import { ReadingQueue } from '../../../src-main/features/statements/reading-queue.ts'
import { openVault } from '../../../src-main/platform/vault/open-vault.ts'
import type { Consent, Timers } from '../../../src-main/platform/base/system.ts'
import type { Question } from '../../../src-main/platform/relay/event-source.ts'
import type { PartnerApi } from '../../../src-main/platform/partner/partner-api.ts'
import type { SecretStore } from '../../../src-main/platform/keychain/secrets.ts'
import type { StoredDeal } from '../../../src-main/platform/vault/records.ts'
import type { Vault } from '../../../src-main/platform/vault/vault.ts'
import { viewAndNoteStatements } from '../../../src-main/features/statements/document-period.ts'
import { joinUploads, submitApplication } from '../../../src-main/features/submission/submission-commands.ts'
import { SubmissionEngine } from '../../../src-main/features/submission/engine.ts'
import type { OpenContext } from '../../../src-main/app/rooms.ts'
import type { Announcement } from '../../../src-shared/features/today/notification.ts'
import { saveDraft } from '../../../src-main/features/drafts/edit-draft.ts'
import type { DraftChange } from '../../../src-shared/features/deals/deal.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { localizedProfile } from '../../../src-shared/features/form/localized-profile.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { storedDeal } from '../stored-deal.ts'
import { until, type Cleanup } from '../cleanup.ts'
import { sourceApplications } from '../documents/read-form.ts'
import { startVaultHost } from '../vault/start-host.ts'
import { UNREAD, type DealDocument } from '../../../src-shared/features/documents/document.ts'
import { refreshOffers } from '../../../src-main/features/events/apply-answer.ts'
import { dealQuerySchema } from '../../../src-shared/features/pipeline/contract.ts'

import { packageOf } from '../../../src-main/features/package/save-package.ts'
import { blankPrinter } from './blank-printer.ts'
import { value } from './value.ts'

export { value }

const COMPOSE_WORKER = new URL('../../../src-main/features/documents/pdf-compose-worker.ts', import.meta.url)

/** Creates a keychain in memory. Other tests use the real keychain. */
export function memoryKeychain(
  kept = new Map<string, string>(),
): SecretStore & { kept: Map<string, string> } {
  return {
    kept,
    get: async (account) => kept.get(account) ?? null,
    set: async (account, secret) => void kept.set(account, secret),
    delete: async (account) => void kept.delete(account),
  }
}

/** Returns the result of a list request to the partner, as if the app had received and understood all entries. */
export const listing = <T>(entries: T[]) => ok({ entries, unread: 0, has_more: false })

/** Creates a partner that gives the scripted responses. A call without a scripted response fails the test. */
export function scriptedPartner(script: Partial<PartnerApi>): PartnerApi {
  const unexpected = (call: string) => async () => {
    throw new Error(`${call} was not expected`)
  }
  const notOffered = async () =>
    fail(appError('PARTNER_NOT_OFFERED', 'This cannot be read.', 'Ask.', { outcome: 'none' }))
  return {
    testConnection: unexpected('testConnection'),
    createApplication: unexpected('createApplication'),
    createDocument: unexpected('createDocument'),
    listOffers: notOffered,
    readApplication: notOffered,
    listApplications: notOffered,
    listDocuments: notOffered,
    readOffer: unexpected('readOffer'),
    acceptOffer: unexpected('acceptOffer'),
    createWebhook: unexpected('createWebhook'),
    readWebhook: unexpected('readWebhook'),
    updateWebhook: unexpected('updateWebhook'),
    deleteWebhook: unexpected('deleteWebhook'),
    validateToken: unexpected('validateToken'),
    listWebhooks: unexpected('listWebhooks'),
    testWebhook: unexpected('testWebhook'),
    getJwks: unexpected('getJwks'),
    close: async () => {},
    ...script,
  }
}

export interface App {
  context: OpenContext
  vault: Vault
  /** The queue of statements. It reads nothing before the test starts it. */
  statements: ReadingQueue
  /** All messages that the app sent to its windows, in order. */
  emitted: { event: string; payload: unknown }[]
  notified: Announcement[]
  /** All calls with which the app told the event source to ask the partner about a deal, in order. */
  asked: Question[]
  /** Kills the vault's process, as a crash does. */
  crash: () => Promise<void>
}

interface AppOptions {
  folder?: string
  environment?: Environment
  secrets?: SecretStore
  partner?: Partial<PartnerApi>
  /** Starts the vault process. May return a process that an earlier test used, if the test kills no process. */
  start?: StartHost
  /** Reads bank statements. Only needed by tests that start the queue of statements. */
  statementReader?: StatementReader
  /** The time at which the clock starts. Each reading of the clock advances it by a second. */
  now?: string
}

/** Creates the app's core with a real vault and real document files. The responses of the partner are scripted. */
export async function composeApp(
  cleanup: Cleanup,
  {
    folder = cleanup.folder(),
    environment = 'sandbox',
    secrets = memoryKeychain(),
    partner = {},
    start = startVaultHost,
    statementReader = { read: () => Promise.reject(new Error('no statement was to be read')) },
    now = '2026-05-04T10:00:00.000Z',
  }: AppOptions = {},
): Promise<App> {
  const hosts: HostProcess[] = []
  const startHost = () => {
    const host = start()
    hosts.push(host)
    return host
  }
  const opened = value(await openVault({ folder, environment, secrets, startHost }))
  const { vault } = opened
  cleanup.add(() => vault.close())
  let clock = Date.parse(now)
  const documents = new EncryptedDocumentStore(join(opened.folder, 'documents'), opened.key)
  const emitted: App['emitted'] = []
  const common = {
    vault,
    documents,
    emit: (event: string, payload: unknown) => void emitted.push({ event, payload }),
    log: { info: () => {}, warn: () => {} },
  }
  const statements = new ReadingQueue(common, statementReader, (deal_id) =>
    viewAndNoteStatements(app.context, deal_id),
  )
  cleanup.add(() => statements.stop())
  const app: App = {
    vault,
    statements,
    emitted,
    notified: [],
    asked: [],
    crash: async () => {
      hosts.at(-1)?.kill()
      await vault.close()
    },
    context: {
      ...common,
      environment,
      statements,
      composer: createPdfComposer(COMPOSE_WORKER),
      applications: sourceApplications(),
      inspector: { inspect: async () => ({ pages: 1, size: 1, kind: 'bank_statement', reading: UNREAD }) },
      secrets,
      form: standardProfile,
      isFormReadable: true,
      get profile() {
        return localizedProfile(app.context.form)
      },
      clock: { now: () => new Date((clock += 1000)).toISOString() },
      zone: () => 'America/New_York',
      remindersChanged: () => {},
      notifier: { notify: (notification) => void app.notified.push(notification), offersRead: () => {} },
      askSoon: (question) => void app.asked.push(question),
      refreshOffers: (deal_id) => refreshOffers(app.context, deal_id),
      runExclusive: (work) => work(async () => false),
      partner: async () => ok(scriptedPartner(partner)),
      joinUploads: (deal_id, attached) => joinUploads(app.context, deal_id, attached),
      packageOf: (options) => packageOf(app.context, blankPrinter, options),
    },
  }
  return app
}

/** Adds a deal with a complete draft to the vault. */
export async function addDeal(
  { vault }: Pick<App, 'vault'>,
  changes: Partial<StoredDeal> = {},
): Promise<string> {
  const deal = storedDeal(changes)
  value(await vault.commit([{ write: 'create_deal', deal }]))
  return deal.deal_id
}

/** Saves changes to a draft, as a window does. */
export async function saveAsSeen(app: App, deal_id: string, changes: DraftChange[]) {
  return resultOf(saveDraft(app.context, { deal_id, window_id: null }, changes))
}

/** Creates a small file, stores it in the vault as a document of the deal, and returns the document. `changes` replace its properties. */
export async function addDocument(
  { context, vault }: App,
  cleanup: Cleanup,
  deal_id: string,
  changes: Partial<DealDocument> = {},
): Promise<DealDocument> {
  const path = join(cleanup.folder(), 'statement.pdf')
  writeFileSync(path, `%PDF-1.7 ${randomUUID()}`)
  const { sha256, size } = value(await context.documents.add(path))
  const document: DealDocument = {
    document_id: randomUUID(),
    deal_id,
    name: 'statement.pdf',
    kind: 'bank_statement',
    size,
    pages: 1,
    sha256,
    state: 'attached',
    error: null,
    added_at: '2026-05-01T09:00:00.000Z',
    sent_at: null,
    reading: null,
    ...changes,
  }
  value(await vault.commit([{ write: 'put_document', document }]))
  return document
}

/** Timers that fire only when the test calls `ring`. */
export class ManualTimers implements Timers {
  /** The functions of pending timers, with the delay of each timer in milliseconds. */
  readonly waiting = new Map<() => void, number>()

  after(ms: number, work: () => void): () => void {
    this.waiting.set(work, ms)
    return () => void this.waiting.delete(work)
  }

  /** Fires all pending timers now. */
  ring(): void {
    const due = [...this.waiting.keys()]
    this.waiting.clear()
    for (const work of due) work()
  }
}

/**
 * Starts the submission engine of an app. Its timers fire only when the test calls `ring`. There is no undo window, so submissions start
 * immediately.
 */
export async function openEngine(
  app: App,
  cleanup: Cleanup,
): Promise<{ engine: SubmissionEngine; timers: ManualTimers }> {
  const timers = new ManualTimers()
  const engine = new SubmissionEngine(app.context, timers, () => 0.5)
  app.context.runExclusive = (work) => engine.runExclusive(work)
  value(await app.vault.commit([{ write: 'set_setting', key: 'undo_seconds', value: '0' }]))
  value(await engine.start())
  // Do not wait until the engine has stopped. A test may end while the engine waits for a partner call that never ends.
  cleanup.add(() => void engine.stop())
  return { engine, timers }
}

/** Submits a deal even if deals of the same client exist, and waits until nothing is left to send. */
export async function submitDeal(
  { context, vault }: App,
  engine: SubmissionEngine,
  deal_id: string,
): Promise<Result<void>> {
  const known = value(await vault.listDeals(dealQuerySchema.parse({}))).rows.map((deal) => deal.deal_id)
  const submitted = await resultOf(submitApplication(context, deal_id, known))
  if (submitted.ok) await settled({ vault }, engine)
  return submitted
}

/**
 * Waits until the queue has nothing left to send. Tasks that may remain (`seek_…`) search the partner's lists for a request with an unknown
 * outcome.
 */
export async function settled({ vault }: Pick<App, 'vault'>, engine: SubmissionEngine): Promise<void> {
  engine.wake()
  await until(async () =>
    value(await vault.listTasks()).every(({ task }) => task.startsWith('seek_')) ? true : undefined,
  )
}

export const kindsOf = async ({ vault }: App, deal_id: string) =>
  value(await vault.listTimeline(deal_id)).map(({ kind }) => kind)

export const dealOf = async ({ vault }: App, deal_id: string): Promise<StoredDeal> => {
  const deal = value(await vault.getDeal(deal_id))
  if (deal === null) throw new Error('no such deal')
  return deal
}

/** Reads a stream to its end and returns its size in bytes. */
export async function drain(stream: Readable): Promise<number> {
  let size = 0
  for await (const chunk of stream) size += (chunk as Buffer).length
  return size
}

/** A consent (dialogs that ask the broker) for tests in which the app must ask nothing. Each question fails the test. */
export const neverAsked: Consent = {
  trust: () => Promise.reject(new Error('asked whether to trust')),
  moveService: () => Promise.reject(new Error('asked whether to move')),
  useRelay: () => Promise.reject(new Error('asked whether to use a relay')),
  changeEndpoints: () => Promise.reject(new Error('asked whether to change endpoints')),
  restoreConnections: () => Promise.reject(new Error('asked whether to restore connections')),
  eraseDeals: () => Promise.reject(new Error('asked whether to delete')),
  deleteBackups: () => Promise.reject(new Error('asked whether to delete backups')),
}
