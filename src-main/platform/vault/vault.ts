import type {
  ExistingDeal,
  Merchant,
  SameMerchant,
} from '../../../src-shared/features/merchants/merchants.ts'
import type { DealMatch } from '../../../src-shared/features/pipeline/deal-match.ts'
import type {
  DraftStepChange,
  FormValue,
  FormValues,
  ORPHAN_REASONS,
  SubmissionState,
  TimelineEntry,
  QueuePlace,
} from '../../../src-shared/features/deals/deal.ts'
import type { EventProblem, OfferNews, Verification } from '../../../src-shared/platform/webhook/event.ts'
import type {
  Dashboard,
  LedgerRules,
  MoneyHand,
  Period,
} from '../../../src-shared/features/money/money-view.ts'
import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import type { OfferScenario } from '../../../src-shared/features/offers/offer-scenario.ts'
import type { Offer } from '../../../src-shared/features/offers/offer.ts'
import type {
  DealFilter,
  DealPage,
  DealRow,
  DealSort,
  DealSums,
} from '../../../src-shared/features/pipeline/pipeline.ts'
import type { OutboxTask } from '../../../src-shared/features/submission/queue.ts'
import type { ServiceCall } from '../../../src-shared/features/calls/service-call.ts'
import type { AppError, FieldProblem, Result } from '../../../src-shared/platform/base/errors.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { MoneyFacts } from '../../../src-shared/features/money/ledger.ts'
import type { CursorVault, CursorWrite } from './vault-cursors.ts'
import type { ReminderVault, ReminderWrite } from './vault-reminders.ts'
import type { StatementVault, StatementWrite } from './vault-statements.ts'
import type { OfferScenarioWrite } from './offer-writes.ts'
import type { ProofEntry, ProofFact } from '../../../src-shared/features/proof/proof-schema.ts'
import type { Milestone } from '../../../src-shared/platform/words/vocabulary.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

/** A deal as stored in the vault, complete with sensitive values. It is never sent to the renderer unchanged. */
export interface StoredDeal {
  deal_id: string
  profile_id: string
  profile_version: number
  values: FormValues
  /** Number that increases with every saved change of the values. */
  revision: number
  /** Problems of the form's values, according to the rules of the form's profile. They prevent a submission. */
  field_problems: FieldProblem[]
  /** Fields that the partner refused and the broker has not changed since. */
  refused_fields: FieldProblem[]
  state: SubmissionState
  error: AppError | null
  application_id: string | null
  /** The newest statuses of the application and its offer. Each one has the timestamp of the event that reported it (`…_at`). */
  application_status: string | null
  application_status_at: string | null
  offer_status: string | null
  offer_status_at: string | null
  offers: Offer[]
  /** Copies of values for the deal list. Each save of the values updates them. */
  legal_name: string
  reference: string
  amount_cents: number | null
  created_at: string
  updated_at: string
  submitted_at: string | null
  /** Time when the deal was moved to the trash. */
  deleted_at: string | null
}

/**
 * Setting that marks a vault as restored from a backup. After a restore, the app first reconciles the queued tasks instead of sending them,
 * and removes this setting.
 */
export const RESTORED = 'restored'
/**
 * The data about a deal that the app needs to process events and poll responses. It contains no form values, so that thousands of deals can
 * be loaded cheaply.
 */
export type NewsDeal = Pick<
  StoredDeal,
  | 'deal_id'
  | 'application_id'
  | 'application_status'
  | 'application_status_at'
  | 'offer_status'
  | 'offer_status_at'
  | 'legal_name'
  | 'reference'
  | 'amount_cents'
  | 'submitted_at'
  | 'deleted_at'
> & {
  /** The amount of the accepted offer, or the highest amount of the open offers. Null without offers. */
  offer_cents: number | null
  offer_news: OfferNews
  hints: number
}

/** An unfinished application that the app polls. */
export interface OpenDeal {
  deal_id: string
  application_id: string
  /** Time of the last news or submission. */
  last_news_at: string
}

/** A saved change of a draft, with the inverse change that undoes it. */
export interface NewDraftStep {
  deal_id: string
  at: string
  change: DraftStepChange
  inverse: DraftStepChange
}
export interface DraftStep extends NewDraftStep {
  step_id: number
}

export interface DraftSteps {
  undo: DraftStep | null
  redo: DraftStep | null
}

/**
 * An orphaned value: a typed or imported value for which the form has no field. `path` is the field for which it was intended, if known.
 */
export interface NewOrphanedValue {
  deal_id: string
  at: string
  path: string
  label: string
  value: FormValue
  reason: (typeof ORPHAN_REASONS)[number]
  detail: Message
}
export interface StoredOrphan extends NewOrphanedValue {
  orphan_id: number
}

/** Selects a page of the timeline: entries of these kinds that come before a given entry. */
export interface TimelinePage {
  kinds: readonly TimelineEntry['kind'][]
  before: number | null
  limit: number
}

export type NewTimelineEntry = Omit<TimelineEntry, 'entry_id'>

/**
 * Identifies duplicates of a submitted application. A fingerprint counts only while its deal is queued or being sent, was received, or has
 * an unknown outcome.
 */
export interface Fingerprint {
  deal_id: string
  /** Only the digits, or empty. */
  ein: string
  /** SHA-256 of the payload in canonical form, without the office's own reference fields. */
  content: string
  submitted_at: string
}

/** A deal that shares a fingerprint, a file, or an application_id with another deal. */
export interface KnownDeal {
  deal_id: string
  legal_name: string
  reference: string
  deleted_at: string | null
}

/** The deal that owns an application_id. If that deal was permanently deleted, only its application_id is known (`deleted`). */
export type IdHolder = KnownDeal | 'deleted'

export interface OwnChecklistItem {
  item_id: string
  deal_id: string
  label: string
}

/** A new inbox item. `amount` may be missing, because not all news is about an amount. */
export type NewInboxItem = Omit<InboxItem, 'number' | 'read_at' | 'amount'> &
  Partial<Pick<InboxItem, 'amount'>>

/** One write to the vault. A commit contains several writes and is atomic. */
export type VaultWrite =
  | { write: 'create_deal'; deal: StoredDeal }
  | { write: 'update_deal'; deal_id: string; changes: Partial<Omit<StoredDeal, 'deal_id'>> }
  | { write: 'put_document'; document: DealDocument }
  | { write: 'delete_document'; document_id: string }
  /** `event_id` is the event that caused the entry. */
  | { write: 'append_timeline'; entry: NewTimelineEntry; event_id?: string }
  /** Adds the next undo step of a draft. Steps that were undone before can then no longer be redone. */
  | { write: 'add_step'; step: NewDraftStep }
  /** Extends the last undo step of the draft, because the broker typed more in the same field. */
  | { write: 'extend_step'; step: DraftStep }
  | { write: 'mark_step'; step_id: number; undone: boolean }
  | { write: 'forget_steps'; deal_id: string }
  | { write: 'dismiss_reuse'; deal_id: string }
  | { write: 'put_orphan'; orphan: NewOrphanedValue }
  | { write: 'remove_orphan'; orphan_id: number }
  /** Adds or replaces the queue task of an application or a document. The new task gets the queue position of the task that it replaces. */
  | { write: 'put_task'; task: OutboxTask }
  | { write: 'drop_task'; subject_id: string }
  | { write: 'put_fingerprint'; fingerprint: Fingerprint }
  | { write: 'put_checklist_item'; item: OwnChecklistItem }
  | { write: 'delete_checklist_item'; item_id: string }
  /** Assigns a document to the checklist line for which it was requested. Null removes the assignment. */
  | { write: 'tie_document'; document_id: string; item_id: string | null }
  /** Adds the next entry of the deal's proof of submission. */
  | { write: 'append_proof'; deal_id: string; at: string; fact: ProofFact }
  | { write: 'insert_event'; event: InboxEvent }
  | { write: 'settle_event'; event_id: string; state: EventState }
  /** Marks an application's open hints (unverified events) of this message type as `superseded`, because a newer event replaces them. */
  | { write: 'supersede_hints'; application_id: string; message_type: string }
  | { write: 'note_event_problem'; problem: EventProblem }
  | { write: 'clear_event_problems' }
  /** Marks hints (unverified events) as confirmed, because data read from the partner agrees with them. */
  | { write: 'confirm_events'; event_ids: string[]; at: string }
  | { write: 'set_offer_news'; deal_id: string; news: OfferNews }
  | OfferScenarioWrite
  /** Adds an entry to the log of requests to the partner, and deletes entries from before `forget_before`. */
  | { write: 'append_call'; call: ServiceCall; forget_before: string }
  | { write: 'insert_inbox_item'; item: NewInboxItem }
  /**
   * Stores the amounts of offers with the oldest inbox items about an available offer of the deal that have no offer's amount yet. An event
   * about an offer contains no amount, so the app learns the amount only when it reads the list of offers.
   */
  | { write: 'set_inbox_amounts'; deal_id: string; amounts_cents: number[] }
  /** Marks the unread inbox items of one deal as read, or those of all deals if `deal_id` is null. */
  | { write: 'read_inbox'; deal_id: string | null; read_at: string }
  /** Marks the inbox items with these numbers as read. */
  | { write: 'read_inbox_items'; numbers: number[]; read_at: string }
  | { write: 'read_inbox_item'; number: number; read_at: string }
  | ReminderWrite
  | MoneyWrite
  | StatementWrite
  | CursorWrite
  | { write: 'set_setting'; key: string; value: string | null }

/**
 * The broker's data of one environment, encrypted on disk. Every method fails with `VAULT_UNAVAILABLE` if the vault's process ended. The
 * next call restarts the process.
 */
export interface Vault extends CursorVault, DealLists, MoneyVault, ReminderVault, StatementVault {
  /**
   * Performs the writes in one durable transaction. Returns `duplicate` if an inserted event already exists, or `stale` if a cursor does
   * not have the expected value (`from`). In both cases, nothing is written. Fails with `DEAL_NOT_FOUND` if an updated deal does not exist.
   * Fails with `APPLICATION_ID_TAKEN` if the application_id belongs to another deal, or belonged to a permanently deleted deal.
   */
  commit(writes: VaultWrite[]): Promise<Result<'committed' | 'duplicate' | 'stale'>>
  /**
   * Like `commit`, but accepts the `VaultWrite[]` as base64 of gzipped JSON. The main process only forwards this string. The largest import
   * has 7 MB of JSON. Processing that JSON would block the main process for a third of a second.
   */
  commitCompressed(writes: string): Promise<Result<'committed' | 'duplicate' | 'stale'>>
  getDeal(deal_id: string): Promise<Result<StoredDeal | null>>
  /** Returns the deal that has this application_id or had it until its permanent deletion, or null. */
  findIdHolder(application_id: string): Promise<Result<IdHolder | null>>
  /** Returns documents in the order they were added. */
  listDocuments(deal_id: string): Promise<Result<DealDocument[]>>
  getDocument(document_id: string): Promise<Result<DealDocument | null>>
  /** Oldest first. */
  listTimeline(deal_id: string): Promise<Result<TimelineEntry[]>>
  /** Newest first. */
  timelinePage(deal_id: string, page: TimelinePage): Promise<Result<TimelineEntry[]>>
  /** Returns the deal's proof of submission from its beginning. */
  listProof(deal_id: string): Promise<Result<ProofEntry[]>>
  /** Returns a deal and its undo and redo steps in one read, because every keystroke waits for this call. */
  getDraft(deal_id: string): Promise<Result<{ deal: StoredDeal | null; steps: DraftSteps }>>
  draftSteps(deal_id: string): Promise<Result<DraftSteps>>
  listOrphans(deal_id: string): Promise<Result<StoredOrphan[]>>
  waitingEvents(application_id: string): Promise<Result<InboxEvent[]>>
  /**
   * Returns what the app needs to process a batch of events: which of these events are already stored, and the deals of these applications.
   */
  newsContext(
    event_ids: string[],
    application_ids: string[],
  ): Promise<Result<{ known: string[]; deals: NewsDeal[] }>>
  /** Returns unfinished applications that the partner received, sorted by their latest news, newest first. */
  openDeals(): Promise<Result<OpenDeal[]>>
  /**
   * Returns deals with an unverified event (`hint`) that arrived after `since`, was not confirmed by the partner, and was not replaced by a
   * newer event.
   */
  hintedDeals(since: string): Promise<Result<{ deal_id: string; application_id: string }[]>>
  /** Returns an application's unverified events that no response of the partner has confirmed, newest first. */
  unconfirmedHints(application_id: string): Promise<Result<Hint[]>>
  offersElsewhere(deal_id: string, offer_ids: string[]): Promise<Result<string[]>>
  /**
   * Counts, by application, the unverified events that this computer received between two times and that no response of the partner
   * confirmed.
   */
  countHints(
    application_ids: string[],
    since: string,
    until: string,
  ): Promise<Result<{ application_id: string; hints: number }[]>>
  /**
   * Returns the applications with unverified events in the state `asking`: not confirmed by the partner, and not yet announced to the
   * broker.
   */
  pollingHints(): Promise<Result<string[]>>
  /** Returns those of the given signatures that an earlier hint (unverified event) already had with a different body. */
  reusedSignatures(signed: { signature: string; raw_body: string }[]): Promise<Result<string[]>>
  /** Returns rejected, dropped, and suspicious notifications, newest first. */
  eventProblems(): Promise<Result<EventProblem[]>>
  /** Returns the log of requests to the partner, newest first. Each word of `search` must occur in method, path, status, or outcome. */
  listCalls(search: string): Promise<Result<ServiceCall[]>>
  /** Returns the inbox: the notifications that the broker was shown, newest first, at most a few hundred. */
  listInbox(): Promise<Result<{ items: InboxItem[]; unread: number }>>
  countUnread(): Promise<Result<number>>
  getSetting(key: string): Promise<Result<string | null>>
  /** Returns all tasks of the submission queue, the first task first. */
  listTasks(): Promise<Result<OutboxTask[]>>
  /** Returns the task for an application (`subject_id` is its deal's id) or for a document (`subject_id` is the document's id). */
  getTask(subject_id: string): Promise<Result<OutboxTask | null>>
  /**
   * Returns the first `limit` tasks of these kinds that are due and not running, and the time when the next task is due. If the computer's
   * clock was wrong and far ahead when a task was queued, the task is due immediately.
   */
  dueTasks(
    kinds: readonly OutboxTask['task'][],
    now: string,
    limit: number,
  ): Promise<Result<{ tasks: OutboxTask[]; next_at: string | null }>>
  /** Returns the queue positions of a deal's application and documents. */
  queuePlaces(deal_id: string): Promise<Result<QueuePlace[]>>
  /**
   * Returns other deals that were submitted since `since` and have the same EIN (if not empty) or the same content. Their state is queued,
   * sending, received, or unknown.
   */
  findDuplicates(fingerprint: Fingerprint, since: string): Promise<Result<(KnownDeal & Fingerprint)[]>>
  /** Returns the newest deal of each merchant, preferably a draft, by EIN or name; null if there is none outside the trash. */
  findMerchants(merchants: Merchant[]): Promise<Result<(ExistingDeal | null)[]>>
  /** Returns the other deals of a deal's merchant, recognized by EIN or name, newest first. Includes deals in the trash. */
  sameMerchant(deal_id: string): Promise<Result<SameMerchant>>
  dealsWithFile(deal_id: string, sha256: string): Promise<Result<KnownDeal[]>>
  countReference(reference: string): Promise<Result<number>>
  /** Returns events that arrived since `since` and name an application that no deal has or had, oldest first. */
  unmatchedEvents(since: string): Promise<Result<InboxEvent[]>>
  /**
   * Returns the broker's own checklist lines of a deal. Also returns the documents that are assigned to a checklist line, with that line.
   */
  checklistOf(
    deal_id: string,
  ): Promise<Result<{ items: OwnChecklistItem[]; ties: { document_id: string; item_id: string }[] }>>
  offerScenarios(deal_id: string): Promise<Result<OfferScenario[]>>
  /**
   * Returns work that a crash left unfinished. Called once at each start. The result has deals and documents stored as `sending`,
   * and `application_id`s of deals with waiting events. It also reports whether the vault was restored from a backup (`RESTORED`).
   */
  interruptedSendings(): Promise<
    Result<{
      deals: StoredDeal[]
      documents: DealDocument[]
      waiting_applications: string[]
      is_restored: boolean
    }>
  >
  /**
   * Permanently deletes a limited number of deals from the trash, with all their data. Returns the number of deleted deals, or 0 when no
   * deal is left to delete. Deletes deals that were never submitted if they were moved to the trash before `before`. Deletes submitted
   * deals if both their last change and their move to the trash were before `submitted_before`. If `submitted_before` is null, keeps all
   * submitted deals.
   */
  purgeTrash(before: string, submitted_before: string | null): Promise<Result<number>>
  /** Permanently deletes the given deals that are in the trash and not being sent. Returns the number of deleted deals. */
  eraseDeals(deal_ids: string[]): Promise<Result<number>>
  /**
   * Returns a page of the SHA-256 values of all documents in use, sorted. The page begins after the value `after` (empty for the first
   * page).
   */
  contentInUse(after: string): Promise<Result<string[]>>
  /**
   * Copies the write-ahead log into the database file, so that later damage to the log loses nothing. The vault also does this
   * automatically when there are no commits for a while.
   */
  checkpoint(): Promise<Result<void>>
  close(): Promise<void>
}

export type SettingsReader = Pick<Vault, 'getSetting'>

/**
 * State of a stored event. `waiting`: its application is unknown; the event is applied once the application is known. `superseded`: a newer
 * event was known. An unverified event (hint) is never applied without a confirmation by the partner. Its state is `asking` while the app
 * waits for the partner's confirmation, and `unconfirmed` after the app announced it to the broker without a confirmation. It is
 * `contradicted` if the partner disagrees, and `applied` if the partner agrees.
 */
export type EventState = 'applied' | 'waiting' | 'superseded' | 'asking' | 'unconfirmed' | 'contradicted'

/** An accepted and stored notification. */
export interface InboxEvent {
  event_id: string
  seq: number | null
  received_at: string
  message_type: string
  status: string
  application_id: string
  timestamp: string
  verification: Verification
  /** The raw signed bytes in base64 and the X-Signature header: evidence for the proof of submission. */
  raw_body: string
  signature: string
  state: EventState
  /** Time when this computer received the event. Only unverified events (hints) have it. */
  taken_at?: string | null
}

/** An unverified event: its signature does not cover its body, and no response of the partner has confirmed it. */
export interface Hint extends Pick<
  InboxEvent,
  'event_id' | 'message_type' | 'status' | 'received_at' | 'state'
> {
  /** Time when this computer received the hint. */
  taken_at: string
}

/** Writes for commissions, renewals, and dashboard counts. Each is part of a vault commit. */
export type MoneyWrite =
  /**
   * Records that a deal reached a milestone according to the partner. If a milestone is reported several times, the earliest time is kept.
   */
  | { write: 'reach_milestone'; deal_id: string; milestone: Milestone; at: string; reason: string | null }
  /** Replaces the broker's money entries of a deal. */
  | { write: 'put_money'; deal_id: string; hand: MoneyHand }
  /** Records the day on which the broker was informed about a possible renewal. */
  | { write: 'note_renewal_told'; deal_id: string; day: string }
  /** Records the draft that was created to renew a deal. Null records that the renewal was canceled. */
  | { write: 'note_renewal'; deal_id: string; renewed_as: string | null }

export interface MoneyVault {
  /** Returns every accepted or funded deal that is not in the trash. */
  moneyFacts(): Promise<Result<MoneyFacts[]>>
  moneyFactsOf(deal_id: string): Promise<Result<MoneyFacts | null>>
  /** Counts deals that are not in the trash, as of `now`. */
  dashboard(period: Period, now: string, rules: LedgerRules): Promise<Result<Dashboard>>
}

/** Selects deals by search words, stage, and other properties. */
export interface DealLookup {
  search: string
  filter: DealFilter
  match?: DealMatch
}

/** Sort order and range of a deal list. */
export interface DealWindow extends DealLookup {
  sort: DealSort
  reversed?: boolean
  offset: number
  limit: number
  /**
   * The current time in milliseconds since the epoch. An offer that expired before this time does not count as the deal's next offer to
   * expire.
   */
  now?: number
}

/** Maximum number of `deal_id`s per read. */
export const LARGEST_ID_PAGE = 10_000

/** Pipeline queries of the vault. */
export interface DealLists {
  listDeals(window: DealWindow): Promise<Result<DealPage>>
  /** Returns only the ids, up to `LARGEST_ID_PAGE`. */
  listDealIds(window: DealWindow): Promise<Result<string[]>>
  /** Returns rows in the requested order, without deals that no longer exist. */
  dealRows(deal_ids: string[]): Promise<Result<DealRow[]>>
  countDeals(lookups: DealLookup[]): Promise<Result<number[]>>
  sumDeals(lookup: DealLookup): Promise<Result<DealSums>>
}
