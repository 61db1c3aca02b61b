import type { Database } from 'better-sqlite3-multiple-ciphers'
import type { OutboxTask } from '../../../src-shared/features/submission/queue.ts'
import type { LedgerRules, Period } from '../../../src-shared/features/money/money-view.ts'
import {
  type DealLookup,
  type DealWindow,
  type Fingerprint,
  RESTORED,
  type TimelinePage,
  type VaultWrite,
} from './vault.ts'
import type { Merchant } from '../../../src-shared/features/merchants/merchants.ts'
import { contentInUse } from '../../features/deals/trash-rows.ts'
import { CallRows, SettingRows } from './setting-rows.ts'
import { Checkpoints } from './write-ahead-log.ts'
import { DealRows } from '../../features/deals/deal-rows.ts'
import { DocumentRows } from '../../features/documents/document-rows.ts'
import { openEncrypted } from './encrypted-database.ts'
import { InboxRows, NewsRows } from '../../features/events/news-rows.ts'
import { DraftRows } from '../../features/drafts/draft-rows.ts'
import { expectDatabase, guardHistory, guardOpened } from './history-guard.ts'
import { History } from './history.ts'
import { MoneyRows, OfferScenarioRows } from '../../features/money/money-rows.ts'
import { keepMigrationCopy, migrate } from './migrations/migrate.ts'
import { ReminderRows } from '../../features/follow-ups/reminder-rows.ts'
import { StatementRows } from '../../features/statements/statement-rows.ts'
import { SubmissionRows } from '../../features/submission/submission-rows.ts'
import { ProofRows, TimelineRows } from '../../features/deals/timeline-rows.ts'
import { expectSound } from './vault-inspection.ts'

export class NoSuchDeal extends Error {}
/** Thrown if a commit contained an unknown kind of write. Nothing of this commit was stored. */
export class UnknownWrite extends Error {}
class DuplicateEvent extends Error {}
class StaleCursor extends Error {}

export class VaultDatabase {
  readonly #database: Database
  readonly #deals: DealRows
  readonly #calls: CallRows
  readonly #checkpoints: Checkpoints
  readonly #history: History
  readonly #documents: DocumentRows
  readonly #drafts: DraftRows
  readonly #proof: ProofRows
  readonly #inbox: InboxRows
  readonly #money: MoneyRows
  readonly #news: NewsRows
  readonly #ownOffers: OfferScenarioRows
  readonly #reminders: ReminderRows
  readonly #settings: SettingRows
  readonly #statements: StatementRows
  readonly #submission: SubmissionRows
  readonly #timeline: TimelineRows

  /**
   * Opens the database, creates it if missing, and migrates it after keeping a copy. `key` is 64 hex digits. With `accept`, opens a
   * database even if it lost commits, and continues with the remaining commits. Throws `NewerVault`, `ShortenedHistory`, `DatabaseMissing`,
   * or the driver's error (SQLITE_NOTADB for a wrong key or a damaged file).
   */
  constructor(file: string, key: string, { accept = false } = {}) {
    if (accept) expectDatabase(file)
    const mark = accept ? null : guardHistory(file, key)
    const database = openEncrypted(file, key)
    const settings = new SettingRows(database)
    try {
      if (accept) expectSound(database)
      guardOpened(database, mark)
      migrate(database, (version) => {
        new History(database, file, key, mark).close()
        keepMigrationCopy(database, file, version)
      })
      this.#deals = new DealRows(database, settings)
      this.#history = new History(database, file, key, mark)
    } catch (error) {
      database.close()
      throw error
    }
    this.#database = database
    this.#calls = new CallRows(database)
    this.#checkpoints = new Checkpoints(() => this.checkpoint())
    this.#documents = new DocumentRows(database)
    this.#drafts = new DraftRows(database)
    this.#proof = new ProofRows(database)
    this.#inbox = new InboxRows(database)
    this.#money = new MoneyRows(database)
    this.#news = new NewsRows(database)
    this.#ownOffers = new OfferScenarioRows(database)
    this.#settings = settings
    this.#statements = new StatementRows(database)
    this.#submission = new SubmissionRows(database)
    this.#timeline = new TimelineRows(database)
    this.#reminders = new ReminderRows(database, this.#inbox, this.#timeline)
  }

  commit(writes: VaultWrite[]): 'committed' | 'duplicate' | 'stale' {
    let isKept = false
    this.#history.catchUp()
    try {
      this.#database.transaction(() => {
        this.#deals.begin()
        for (const write of writes) this.#apply(write)
        this.#deals.finish()
        this.#history.advance(JSON.stringify(writes))
      })()
      isKept = true
      this.#noteCommit(writes.length)
      return 'committed'
    } catch (error) {
      if (error instanceof DuplicateEvent) return 'duplicate'
      if (error instanceof StaleCursor) return 'stale'
      throw error
    } finally {
      this.#news.settle(isKept)
    }
  }

  #noteCommit(writes: number): void {
    this.#history.note()
    this.#checkpoints.note(writes)
  }

  #apply(write: VaultWrite): void {
    switch (write.write) {
      case 'create_deal':
        return this.#deals.insert(write.deal)
      case 'update_deal':
        if (!this.#deals.update(write.deal_id, write.changes)) throw new NoSuchDeal()
        if (write.changes.offers !== undefined) this.#money.keepAcceptedOffer(write.deal_id)
        return
      case 'put_document':
        this.#documents.put(write.document)
        return this.#deals.documentsChanged(write.document.deal_id)
      case 'delete_document': {
        const deal_id = this.#documents.get(write.document_id)?.deal_id
        this.#documents.delete(write.document_id)
        return this.#deals.documentsChanged(deal_id)
      }
      case 'dismiss_reuse':
        return this.#deals.dismissReuse(write.deal_id)
      case 'put_task':
      case 'drop_task':
      case 'put_fingerprint':
        return this.#submission.apply(write)
      case 'put_checklist_item':
        this.#submission.apply(write)
        return this.#deals.documentsChanged(write.item.deal_id)
      case 'delete_checklist_item': {
        const deal_id = this.#submission.dealOfItem(write.item_id)
        this.#submission.apply(write)
        return this.#deals.documentsChanged(deal_id)
      }
      case 'tie_document':
        this.#submission.apply(write)
        return this.#deals.documentsChanged(this.#documents.get(write.document_id)?.deal_id)
      case 'append_timeline':
        this.#timeline.append(write.entry, write.event_id ?? null)
        if (write.entry.kind === 'note') this.#deals.noteAdded(write.entry.deal_id)
        return
      case 'append_proof':
        return this.#proof.append(write.deal_id, write.at, write.fact)
      case 'add_step':
        return this.#drafts.addStep(write.step)
      case 'extend_step':
        return this.#drafts.extendStep(write.step)
      case 'mark_step':
        return this.#drafts.markStep(write.step_id, write.undone)
      case 'forget_steps':
        return this.#drafts.forgetSteps(write.deal_id)
      case 'put_orphan':
        return this.#drafts.storeOrphan(write.orphan)
      case 'remove_orphan':
        return this.#drafts.removeOrphan(write.orphan_id)
      case 'insert_event':
        if (!this.#news.insertEvent(write.event)) throw new DuplicateEvent()
        return
      case 'settle_event':
        return this.#news.settleEvent(write.event_id, write.state)
      case 'supersede_hints':
        return this.#news.supersedeHints(write.application_id, write.message_type)
      case 'note_event_problem':
      case 'clear_event_problems':
        return this.#news.problems.apply(write)
      case 'confirm_events':
        return this.#news.confirm(write.event_ids, write.at)
      case 'set_offer_news':
        return this.#news.setOfferNews(write.deal_id, write.news)
      case 'put_offer_choice':
      case 'put_offer_sent':
        return this.#ownOffers.apply(write)
      case 'put_offer_declined':
        this.#ownOffers.apply(write)
        return this.#deals.acceptanceChanged(write.deal_id)
      case 'put_acceptance':
        this.#ownOffers.apply(write)
        this.#deals.acceptanceChanged(write.deal_id)
        return this.#money.keepAcceptedOffer(write.deal_id)
      case 'append_call':
        return this.#calls.append(write.call, write.forget_before)
      case 'insert_inbox_item':
        return this.#inbox.insert(write.item)
      case 'read_inbox':
        return this.#inbox.read(write.deal_id, write.read_at)
      case 'read_inbox_items':
        return this.#inbox.readItems(write.numbers, write.read_at)
      case 'set_inbox_amounts':
        return this.#inbox.setAmounts(write.deal_id, write.amounts_cents)
      case 'read_inbox_item':
        return this.#inbox.readItem(write.number, write.read_at)
      case 'put_follow_up':
      case 'end_follow_up':
      case 'fire_follow_up':
      case 'snooze_inbox_item':
      case 'return_inbox_item':
      case 'mark_announced':
      case 'set_aside':
      case 'put_back':
        return this.#reminders.apply(write)
      case 'reach_milestone':
      case 'put_money':
      case 'note_renewal_told':
      case 'note_renewal':
        return this.#money.apply(write)
      case 'put_statement_reading':
      case 'put_statement_correction':
        return this.#statements.apply(write)
      case 'set_cursor':
        if (write.from !== undefined && write.from !== this.#settings.cursor(write.source))
          throw new StaleCursor()
        return this.#settings.setCursor(write.source, write.seq)
      case 'set_epoch':
        return this.#settings.setEpoch(write.source, write.epoch)
      case 'set_setting':
        return this.#settings.set(write.key, write.value)
      default:
        write satisfies never
        throw new UnknownWrite()
    }
  }

  listDeals = (window: DealWindow) => this.#deals.list(window)
  listDealIds = (window: DealWindow) => this.#deals.listIds(window)
  dealRows = (deal_ids: string[]) => this.#deals.rows(deal_ids)
  countDeals = (lookups: DealLookup[]) => this.#deals.count(lookups)
  sumDeals = (lookup: DealLookup) => this.#deals.sums(lookup)
  sameMerchant = (deal_id: string) => this.#deals.sameMerchant(deal_id)

  getDeal = (deal_id: string) => this.#deals.get(deal_id)
  findIdHolder = (application_id: string) => this.#submission.findIdHolder(application_id)

  listDocuments = (deal_id: string) => this.#documents.ofDeal(deal_id)
  getDocument = (document_id: string) => this.#documents.get(document_id)

  listTimeline = (deal_id: string) => this.#timeline.ofDeal(deal_id)
  timelinePage = (deal_id: string, page: TimelinePage) => this.#timeline.page(deal_id, page)
  listProof = (deal_id: string) => this.#proof.list(deal_id)

  getDraft = (deal_id: string) => ({
    deal: this.#deals.get(deal_id),
    steps: this.#drafts.steps(deal_id),
  })
  draftSteps = (deal_id: string) => this.#drafts.steps(deal_id)
  listOrphans = (deal_id: string) => this.#drafts.listOrphans(deal_id)

  newsContext = (event_ids: string[], application_ids: string[]) =>
    this.#news.context(event_ids, application_ids)
  waitingEvents = (application_id: string) => this.#news.waitingEvents(application_id)
  openDeals = () => this.#news.openDeals()
  hintedDeals = (since: string) => this.#news.hintedDeals(since)
  unconfirmedHints = (application_id: string) => this.#news.unconfirmedHints(application_id)
  offersElsewhere = (deal_id: string, offer_ids: string[]) => this.#news.offersElsewhere(deal_id, offer_ids)
  countHints = (application_ids: string[], since: string, until: string) =>
    this.#news.countHints(application_ids, since, until)
  pollingHints = () => this.#news.pollingHints()
  reusedSignatures = (signed: { signature: string; raw_body: string }[]) =>
    this.#news.reusedSignatures(signed)
  eventProblems = () => this.#news.problems.list()
  listInbox = () => this.#inbox.list()
  countUnread = () => this.#inbox.unread()

  listCalls = (search: string) => this.#calls.list(search)
  getCursor = (source: string) => this.#settings.cursor(source)
  getEpoch = (source: string) => this.#settings.epoch(source)
  getSetting = (key: string) => this.#settings.get(key)

  listTasks = () => this.#submission.listTasks()
  getTask = (subject_id: string) => this.#submission.getTask(subject_id)
  dueTasks = (kinds: readonly OutboxTask['task'][], now: string, limit: number) =>
    this.#submission.dueTasks(kinds, now, limit)
  queuePlaces = (deal_id: string) => this.#submission.queuePlaces(deal_id)
  findDuplicates = (fingerprint: Fingerprint, since: string) =>
    this.#submission.findDuplicates(fingerprint, since)
  findMerchants = (merchants: Merchant[]) => this.#deals.findMerchants(merchants)
  dealsWithFile = (deal_id: string, sha256: string) => this.#submission.dealsWithFile(deal_id, sha256)
  countReference = (reference: string) => this.#submission.countReference(reference)
  unmatchedEvents = (since: string) => this.#submission.unmatchedEvents(since)
  checklistOf = (deal_id: string) => this.#submission.checklistOf(deal_id)

  followUps = () => this.#reminders.followUps()
  followUpOf = (deal_id: string) => this.#reminders.followUpOf(deal_id)
  snoozedItems = () => this.#reminders.snoozedItems()
  unannounced = () => this.#reminders.unannounced()
  setAside = () => this.#reminders.setAside()

  statementReadings = (deal_id: string) => this.#statements.readings(deal_id)
  statementCorrections = (deal_id: string) => this.#statements.corrections(deal_id)
  unreadStatements = (kind: string, reader_version: number, deal_id: string | null, limit: number) =>
    this.#statements.unread(kind, reader_version, deal_id, limit)

  offerScenarios = (deal_id: string) => this.#ownOffers.ofDeal(deal_id)
  moneyFacts = () => this.#money.facts()
  moneyFactsOf = (deal_id: string) => this.#money.factsOf(deal_id)
  dashboard = (period: Period, now: string, rules: LedgerRules) => this.#money.dashboard(period, now, rules)

  purgeTrash(before: string, submitted_before: string | null): number {
    return this.#erasing(`purge ${before}`, (alongside) =>
      this.#deals.purgeTrash(before, submitted_before, alongside),
    )
  }

  eraseDeals(deal_ids: string[]): number {
    return this.#erasing(`erase ${deal_ids.join(' ')}`, (alongside) => this.#deals.erase(deal_ids, alongside))
  }

  #erasing(what: string, work: (alongside: () => void) => number): number {
    this.#history.catchUp()
    const gone = work(() => this.#history.advance(what))
    if (gone > 0) this.#noteCommit(gone)
    return gone
  }

  contentInUse = (after: string) => contentInUse(this.#database, after)

  interruptedSendings() {
    return {
      waiting_applications: this.#news.waitingApplications(),
      deals: this.#deals.sending(),
      documents: this.#documents.sending(),
      is_restored: this.#settings.get(RESTORED) !== null,
    }
  }

  /** Copies the write-ahead log into the database file. */
  checkpoint(): void {
    this.#history.checkpoint()
  }

  close(): void {
    this.#checkpoints.stop()
    try {
      this.checkpoint()
    } finally {
      this.#history.close()
      this.#database.close()
    }
  }
}
