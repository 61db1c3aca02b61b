import type { MoneyVault, MoneyWrite } from './money-vault.ts'
import type { AppError, FieldProblem, Result } from '../../../src-shared/errors.ts'
import type {
  ASIDE_REASONS,
  DealDocument,
  DraftStepChange,
  FormValue,
  FormValues,
  SubmissionState,
  TimelineEntry,
} from '../../../src-shared/domain/deal.ts'
import type { EventProblem } from '../../../src-shared/domain/event-problem.ts'
import type { InboxItem } from '../../../src-shared/domain/notification.ts'
import type { Effect } from '../../../src-shared/domain/queue.ts'
import type { ServiceCall } from '../../../src-shared/domain/service-call.ts'
import type { ProofEntry, ProofFact } from '../../../src-shared/proof/proof-entry.ts'
import type { Offer } from '../../../src-shared/domain/offer.ts'
import type { OwnOffer } from '../../../src-shared/domain/own-offer.ts'
import type { OfferNews } from '../../../src-shared/domain/offer-news.ts'
import type { OwnOfferWrite } from './own-offers.ts'
import type { DealLists } from './deal-lists.ts'
import type { AskingHint, EventState, Hint, HintCount, InboxEvent } from './stored-events.ts'

export type { AskingHint, EventState, Hint, HintCount, InboxEvent } from './stored-events.ts'

/** A deal as the vault keeps it, in full and with its sensitive values; it never crosses to the renderer as it is. */
export interface StoredDeal {
  deal_id: string
  profile_id: string
  profile_version: number
  values: FormValues
  /** Grows by one with every saved change of the values. */
  revision: number
  /** What stands in the way of submission by the profile's own rules. */
  field_problems: FieldProblem[]
  /** What the service refused and the broker has not changed since. */
  refused_fields: FieldProblem[]
  state: SubmissionState
  error: AppError | null
  application_id: string | null
  /** The newest status of the application and of its offer, each with the event's own timestamp. */
  partner_status: string | null
  partner_status_at: string | null
  offer_status: string | null
  offer_status_at: string | null
  offers: Offer[]
  /** Copies for the list, derived from the values on each save. */
  legal_name: string
  reference: string
  amount_cents: number | null
  created_at: string
  updated_at: string
  submitted_at: string | null
  /** When it went to the bin. */
  deleted_at: string | null
}

/** The setting that stands in a vault which came from a backup, until what stood in its lines was settled. */
export const RESTORED = 'restored'
/**
 * The setting in which the migration to version 17 lists deals that lost their application_id, as `SharedId` in JSON, because
 * another deal carried the same id and was submitted first. The next start settles them.
 */
export const SHARED_IDS = 'shared_application_ids'
export interface SharedId {
  deal_id: string
  application_id: string
}
/** The setting that names the device on which the vault is open: what the proof calls `device`. */
export const DEVICE = 'device'
/** What news about a deal is decided by: no form values, so that thousands of them cost little. */
export type NewsDeal = Pick<
  StoredDeal,
  | 'deal_id'
  | 'application_id'
  | 'partner_status'
  | 'partner_status_at'
  | 'offer_status'
  | 'offer_status_at'
  | 'legal_name'
  | 'reference'
  | 'submitted_at'
  | 'deleted_at'
> & {
  offer_news: OfferNews
  /** Hints that no read has confirmed. */
  hints: number
}

/** An application whose course is not over, as the service has to be asked about it. */
export interface OpenDeal {
  deal_id: string
  application_id: string
  /** When something was last heard or sent. */
  last_news_at: string
}

/** A change that was saved, with what takes it back. */
export interface NewDraftStep {
  deal_id: string
  at: string
  change: DraftStepChange
  inverse: DraftStepChange
}
export interface DraftStep extends NewDraftStep {
  step_id: number
}

/** What undo and redo of a draft would take next. */
export interface DraftSteps {
  undo: DraftStep | null
  redo: DraftStep | null
}

/** A value that was typed or imported and is not in the form. `path` is a field's where it was meant for one. */
export interface NewAside {
  deal_id: string
  at: string
  path: string
  label: string
  value: FormValue
  reason: (typeof ASIDE_REASONS)[number]
  detail: string
}
export interface StoredAside extends NewAside {
  aside_id: number
}

/** Which lines of a timeline: of these kinds, before that one where one is named. */
export interface TimelinePage {
  kinds: readonly TimelineEntry['kind'][]
  before: number | null
  limit: number
}

export type NewTimelineEntry = Omit<TimelineEntry, 'entry_id'>

/** What of a submitted application tells that another one is the same. It stands as long as the deal is on its way or there. */
export interface Fingerprint {
  deal_id: string
  /** The digits, or empty. */
  ein: string
  /** SHA-256 of the payload in canonical form, without what names it in the office. */
  content: string
  submitted_at: string
}

/** A deal that shares a fingerprint, a file or an application_id with another one. */
export interface KnownDeal {
  deal_id: string
  legal_name: string
  reference: string
  deleted_at: string | null
}

/** The deal to which an application_id belongs. Of one that was deleted for good only the id is kept. */
export type IdHolder = KnownDeal | 'deleted'

/** A line of a deal's checklist that the broker added. */
export interface OwnChecklistItem {
  item_id: string
  deal_id: string
  label: string
}

/** One write. A commit takes several, and either all of them happen or none. */
export type VaultWrite =
  | { write: 'create_deal'; deal: StoredDeal }
  | { write: 'update_deal'; deal_id: string; changes: Partial<Omit<StoredDeal, 'deal_id'>> }
  | { write: 'put_document'; document: DealDocument }
  | { write: 'delete_document'; document_id: string }
  /** `event_id`: the event that the line tells of. */
  | { write: 'append_timeline'; entry: NewTimelineEntry; event_id?: string }
  /** The next step of a draft's history; what was undone before it can be done again no more. */
  | { write: 'add_step'; step: NewDraftStep }
  /** The last step reaches further: the same field, typed on. */
  | { write: 'extend_step'; step: DraftStep }
  | { write: 'mark_step'; step_id: number; undone: boolean }
  | { write: 'forget_steps'; deal_id: string }
  | { write: 'put_aside'; aside: NewAside }
  | { write: 'remove_aside'; aside_id: number }
  /** Puts or replaces what is to be done for its subject; a replaced one keeps its place in the line. */
  | { write: 'put_effect'; effect: Effect }
  | { write: 'drop_effect'; subject_id: string }
  | { write: 'put_fingerprint'; fingerprint: Fingerprint }
  | { write: 'put_checklist_item'; item: OwnChecklistItem }
  | { write: 'delete_checklist_item'; item_id: string }
  /** Says which line of the checklist a document answers; null for none. */
  | { write: 'tie_document'; document_id: string; item_id: string | null }
  /** The next entry of the deal's proof: the vault chains it to the one before, in the same transaction. */
  | { write: 'append_proof'; deal_id: string; at: string; fact: ProofFact }
  | { write: 'insert_event'; event: InboxEvent }
  | { write: 'settle_event'; event_id: string; state: EventState }
  /** Open hints of an application about the same were overtaken. */
  | { write: 'supersede_hints'; application_id: string; message_type: string }
  | { write: 'note_event_problem'; problem: EventProblem }
  | { write: 'clear_event_problems' }
  /** A read at the service said the same as these hints. */
  | { write: 'confirm_events'; event_ids: string[]; at: string }
  | { write: 'set_offer_news'; deal_id: string; news: OfferNews }
  | OwnOfferWrite
  /** A line of the call log; lines from before `forget_before` go. */
  | { write: 'append_call'; call: ServiceCall; forget_before: string }
  | { write: 'insert_inbox_item'; item: Omit<InboxItem, 'number' | 'read_at'> }
  /** Marks as read what is unread: of one deal, or all. */
  | { write: 'read_inbox'; deal_id: string | null; read_at: string }
  | MoneyWrite
  /** With `from`, only while the cursor stands there: else nothing of the commit is kept, which is `stale`. */
  | { write: 'set_cursor'; source: string; seq: number; from?: number }
  | { write: 'set_setting'; key: string; value: string | null }

/**
 * The broker's data of one environment, encrypted on disk. Every method answers `VAULT_UNAVAILABLE` when the vault's process
 * is gone, and the next call starts it anew.
 */
export interface Vault extends DealLists, MoneyVault {
  /**
   * Performs the writes in one durable transaction. `duplicate` when an `insert_event` names an event that is there
   * already, `stale` when a cursor is elsewhere: then nothing was written. `DEAL_NOT_FOUND` when an update names no deal,
   * `APPLICATION_ID_TAKEN` when the application_id belongs to another deal, or belonged to one that was deleted for good.
   */
  commit(writes: VaultWrite[]): Promise<Result<'committed' | 'duplicate' | 'stale'>>
  /** The same for a `VaultWrite[]` as JSON. Main passes one text on in milliseconds; thousands of objects would block it. */
  commitJson(writes: string): Promise<Result<'committed' | 'duplicate' | 'stale'>>
  getDeal(deal_id: string): Promise<Result<StoredDeal | null>>
  /** Which deal has this application_id, or had it until it was deleted for good; null when none ever did. */
  findIdHolder(application_id: string): Promise<Result<IdHolder | null>>
  /** In the order they were added. */
  listDocuments(deal_id: string): Promise<Result<DealDocument[]>>
  getDocument(document_id: string): Promise<Result<DealDocument | null>>
  /** Oldest first. */
  listTimeline(deal_id: string): Promise<Result<TimelineEntry[]>>
  /** The newest first. */
  timelinePage(deal_id: string, page: TimelinePage): Promise<Result<TimelineEntry[]>>
  /** The deal's proof of submission, from its beginning. */
  listProof(deal_id: string): Promise<Result<ProofEntry[]>>
  /** A deal with the steps of its history, read at once, since every key that is typed waits for it. */
  getDraft(deal_id: string): Promise<Result<{ deal: StoredDeal | null; steps: DraftSteps }>>
  draftSteps(deal_id: string): Promise<Result<DraftSteps>>
  listAside(deal_id: string): Promise<Result<StoredAside[]>>
  waitingEvents(application_id: string): Promise<Result<InboxEvent[]>>
  /** What a batch of events is decided by: which of them are in the inbox already, and the deals of those applications. */
  newsContext(
    event_ids: string[],
    application_ids: string[],
  ): Promise<Result<{ known: string[]; deals: NewsDeal[] }>>
  /** Applications that the service has and whose course is not over, the newest news first. */
  openDeals(): Promise<Result<OpenDeal[]>>
  /** Deals with a hint that came after this instant and is not settled. */
  hintedDeals(since: string): Promise<Result<{ deal_id: string; application_id: string }[]>>
  /** The hints of an application that no read has confirmed, the newest first. */
  unconfirmedHints(application_id: string): Promise<Result<Hint[]>>
  /** Which of these offers another deal has. */
  offersElsewhere(deal_id: string, offer_ids: string[]): Promise<Result<string[]>>
  /** How many unconfirmed hints this computer took between two instants, by application. */
  countHints(application_ids: string[], since: string, until: string): Promise<Result<HintCount[]>>
  /** Hints about deals here of which the broker was not told. */
  askingHints(): Promise<Result<AskingHint[]>>
  /** Which of these signatures a hint with another body carried before. */
  reusedSignatures(signed: { signature: string; raw_body: string }[]): Promise<Result<string[]>>
  /** What was rejected, dropped or suspicious among the notifications, the newest first. */
  eventProblems(): Promise<Result<EventProblem[]>>
  /** The call log, newest first; each word of `search` must stand in method, path, status or outcome. */
  listCalls(search: string): Promise<Result<ServiceCall[]>>
  /** What was announced, newest first, at most a few hundred. */
  listInbox(): Promise<Result<{ items: InboxItem[]; unread: number }>>
  countUnread(): Promise<Result<number>>
  getCursor(source: string): Promise<Result<number>>
  getSetting(key: string): Promise<Result<string | null>>
  /** Everything that is still to be done, first in line first. */
  listEffects(): Promise<Result<Effect[]>>
  /** Other deals on their way or there with this EIN (when it is not empty) or content, submitted since then. */
  findTwins(fingerprint: Fingerprint, since: string): Promise<Result<(KnownDeal & Fingerprint)[]>>
  /** Other deals to which the same file is attached. */
  dealsWithFile(deal_id: string, sha256: string): Promise<Result<KnownDeal[]>>
  /** How many deals carry this reference. */
  countReference(reference: string): Promise<Result<number>>
  /** Events since then of applications that no deal here has or had, oldest first. */
  strayEvents(since: string): Promise<Result<InboxEvent[]>>
  /** The broker's own lines of a deal's checklist, and which line each document was tied to. */
  checklistOf(
    deal_id: string,
  ): Promise<Result<{ items: OwnChecklistItem[]; ties: { document_id: string; item_id: string }[] }>>
  ownOffers(deal_id: string): Promise<Result<OwnOffer[]>>
  /**
   * What a crash cut off, asked once at start: deals and documents stored as `sending`, documents stored as
   * `queued` that no task will send, the `application_id`s of deals
   * whose events wait still; whether the vault came from a backup (`RESTORED`); and who lost a shared id (`SHARED_IDS`).
   */
  interruptedSendings(): Promise<
    Result<{
      deals: StoredDeal[]
      documents: DealDocument[]
      stranded_documents: DealDocument[]
      waiting_applications: string[]
      is_restored: boolean
      shared_ids: SharedId[]
    }>
  >
  /**
   * Deletes for good a few deals of the bin, with all that belongs to them; answers how many went, 0 when none is left. Deals that
   * were never submitted go when they went to the bin before that instant. Others go when they went there and last changed before
   * `submitted_before`; with null they stay.
   */
  purgeBin(before: string, submitted_before: string | null): Promise<Result<number>>
  /** Deletes those of these deals for good that lie in the bin and are not on their way; answers how many went. */
  eraseDeals(deal_ids: string[]): Promise<Result<number>>
  /** The contents that documents refer to, by SHA-256 in their order, a page after `after` (empty for the first). */
  contentInUse(after: string): Promise<Result<string[]>>
  /** Moves the log into the database, so that a damaged log can lose nothing. Runs by itself when commits pause. */
  checkpoint(): Promise<Result<void>>
  close(): Promise<void>
}

/** What reads settings alone. */
export type SettingsReader = Pick<Vault, 'getSetting'>
