import type { DealMatch } from '../../../src-shared/features/pipeline/deal-match.ts'
import type {
  DraftStepChange,
  FormValue,
  FormValues,
  ORPHAN_REASONS,
  SubmissionState,
  TimelineEntry,
} from '../../../src-shared/features/deals/deal.ts'
import type { OfferNews, Verification } from '../../../src-shared/platform/webhook/event.ts'
import type { NewsItem } from '../../../src-shared/features/today/notification.ts'
import type { Offer } from '../../../src-shared/features/offers/offer.ts'
import type { DealFilter, DealSort } from '../../../src-shared/features/pipeline/pipeline.ts'
import type { AppError, FieldProblem } from '../../../src-shared/platform/base/errors.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'

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
  /** 1 if the broker accepted an offer of the deal in this app, and the partner received it or is receiving it now. */
  is_accepted_here: number
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

export type NewTimelineEntry = Omit<TimelineEntry, 'entry_id' | 'offer_cents'>

/**
 * Identifies duplicates of a submitted application. A fingerprint counts only while its deal is queued or being sent, was received, or has
 * an unknown outcome.
 */
export interface Fingerprint {
  deal_id: string
  /** Only the digits, or empty. */
  ein: string
  /** The SSNs of the owners, only the digits. */
  ssns: string[]
  /** SHA-256 of the payload in canonical form, without the office's own reference fields. */
  content: string
  submitted_at: string
}

/** A deal that shares a fingerprint, a file, or an application_id with another deal. */
export type KnownDeal = Pick<StoredDeal, 'deal_id' | 'legal_name' | 'reference' | 'deleted_at'>

/** The deal that owns an application_id. If that deal was permanently deleted, only its application_id is known (`deleted`). */
export type IdHolder = KnownDeal | 'deleted'

export interface OwnChecklistItem {
  item_id: string
  deal_id: string
  label: string
}

/** New news. `amount` may be missing, because not all news is about an amount. */
export type NewNewsItem = Omit<NewsItem, 'number' | 'name' | 'read_at' | 'amount'> &
  Partial<Pick<NewsItem, 'amount'>>

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

/** Selects deals by search words, stage, and other properties. */
export interface DealLookup {
  search: string
  filter: DealFilter
  match?: DealMatch
}

/** Sort order and range of a deal list. */
export interface DealWindow extends DealLookup {
  /** An order of the pipeline, or `urgency`: applications before drafts, and in each group the newest changes first. */
  sort: DealSort | 'urgency'
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
