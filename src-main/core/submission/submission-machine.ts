import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import type { Effect, Evidence } from '../../../src-shared/domain/queue.ts'
import type { ProofFact } from '../../../src-shared/proof/proof-entry.ts'
import { appError, fail, type AppError, type ErrorCode, type Outcome } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { NewTimelineEntry, StoredDeal, VaultWrite } from '../ports/vault.ts'

// What both machines share. Each is one pure function, `(subject, event) -> step` (decide-application.ts, decide-document.ts);
// docs/submission.md holds the picture. `dealWrites` and `documentWrites` are the only places where a step becomes writes.

/** What an event does: the changed fields, what is told of it, and what is to be done from then on. */
export interface Step<Changes> {
  changes: Changes
  entry: Pick<NewTimelineEntry, 'kind' | 'title' | 'detail'> | null
  /** What stands in the proof of submission; null for what only happened here. */
  fact: ProofFact | null
  /** `keep`: what is stored stays to be done. Null: nothing is left to do. */
  effect: Effect | 'keep' | null
}
export type DealStep = Step<Partial<StoredDeal>> & {
  /** A line in the timeline of another deal that the event concerns too. */
  elsewhere?: { deal_id: string; entry: NonNullable<Step<unknown>['entry']> }
}
export type DocumentStep = Step<Partial<DealDocument>>

/** Codes with which the service itself says no to what it was given. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PARTNER_VALIDATION_FAILED',
  'PARTNER_FORBIDDEN',
  'PARTNER_NOT_FOUND',
  'PARTNER_CONFLICT',
  'PARTNER_TOO_LARGE',
  'PARTNER_UNSUPPORTED_TYPE',
])

/** Codes of what stands in everybody's way until somebody does something about it. */
const HOLDS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ENVIRONMENT_NOT_CONFIGURED',
  'PRODUCTION_NOT_CONFIRMED',
  'KEYCHAIN_UNAVAILABLE',
  'KEYCHAIN_LOCKED',
  'PARTNER_CREDENTIALS_REJECTED',
  'PARTNER_TOKEN_NOT_VALID',
  'PARTNER_ADDRESS_INVALID',
  'PARTNER_ADDRESS_INSECURE',
])

/** Codes of what passes by itself. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PARTNER_UNREACHABLE',
  'PARTNER_TIMED_OUT',
  'PARTNER_CONNECTION_LOST',
  'PARTNER_RATE_LIMITED',
  'PARTNER_UNAVAILABLE',
])

/** Whether the vault failed, and not what was asked of it. */
export const isOfVault = ({ code }: AppError) => code.startsWith('VAULT_')

/** Whether it had begun to leave, so that what is sent may be the cause. */
export const brokeOff = ({ code }: AppError) =>
  code === 'PARTNER_CONNECTION_LOST' || code === 'PARTNER_TIMED_OUT'

/** Whether what stood in the way passes by itself. */
export const isPassing = ({ code }: AppError) => PASSING.has(code)

/**
 * What a failed sending means. Only what surely was not received may go out again: by itself when the line waits for the
 * connection (`wait`) or for somebody (`hold`), else on the broker's press (`failed`, `refused`).
 */
export function judgeFailure(error: AppError): 'wait' | 'hold' | 'refused' | 'failed' | 'unknown' {
  if (error.outcome === 'unknown' || error.outcome === 'received') return 'unknown'
  if (REFUSALS.has(error.code)) return 'refused'
  if (HOLDS.has(error.code)) return 'hold'
  return error.retryable || isPassing(error) ? 'wait' : 'failed'
}

/** An event that cannot happen to a subject as it stands, in words of what it is. */
export function impossible(
  subject: 'application' | 'document',
  state: StoredDeal['state'] | DealDocument['state'],
): { ok: false; error: AppError } {
  const isApplication = subject === 'application'
  const { errorsDeals: text } = words()
  switch (state) {
    case 'queued':
      return no('SUBMISSION_IN_PROGRESS', 'none', text.inLine(isApplication), text.takeBackFirst)
    case 'sending':
      return no('SUBMISSION_IN_PROGRESS', 'unknown', text.leftAlready(isApplication), text.waitForEnd)
    case 'unknown':
      return no('SUBMISSION_IN_PROGRESS', 'unknown', text.notKnown(isApplication), text.sayFirstNotTwice)
    case 'received':
      return no('DEAL_NOT_EDITABLE', 'received', text.hasAlready(isApplication), text.sendFurther)
    default:
      return no('DEAL_NOT_EDITABLE', 'not_received', text.notOnItsWay(isApplication), text.openAndSee)
  }
}

function no(code: ErrorCode, outcome: Outcome, message: string, advice: string) {
  return fail(appError(code, message, advice, { outcome }))
}

/** What a sending becomes when the app ended in the middle of it. */
export function interrupted(what: 'application' | 'document'): AppError {
  return appError(
    'PARTNER_CONNECTION_LOST',
    words().errorsDeals.appEnded(what === 'application'),
    words().errorsDeals.lookedFor,
    { outcome: 'unknown' },
  )
}

/** Of what stood in the line of a backup that was restored. */
export function inLineAtBackup(what: 'application' | 'document'): AppError {
  return appError(
    'SUBMISSION_IN_PROGRESS',
    words().errorsDeals.inLineAtBackup(what === 'application'),
    words().errorsDeals.lookedFor,
    { outcome: 'unknown' },
  )
}

/** The writes of a deal's step. */
export function dealWrites(deal: StoredDeal, step: DealStep, at: string): VaultWrite[] {
  const { deal_id } = deal
  const common = commonWrites(deal_id, deal_id, step, at)
  if (step.elsewhere !== undefined) {
    const { entry, ...other } = step.elsewhere
    common.push({ write: 'append_timeline', entry: { ...entry, ...other, at, verification: null } })
  }
  if (Object.keys(step.changes).length === 0) return common
  return [{ write: 'update_deal', deal_id, changes: { ...step.changes, updated_at: at } }, ...common]
}

/** The writes of a document's step. */
export function documentWrites(document: DealDocument, step: DocumentStep, at: string): VaultWrite[] {
  const common = commonWrites(document.document_id, document.deal_id, step, at)
  if (Object.keys(step.changes).length === 0) return common
  return [{ write: 'put_document', document: { ...document, ...step.changes } }, ...common]
}

function commonWrites(
  subject_id: string,
  deal_id: string,
  { entry, fact, effect }: Step<unknown>,
  at: string,
): VaultWrite[] {
  const writes: VaultWrite[] = []
  if (entry !== null)
    writes.push({ write: 'append_timeline', entry: { ...entry, deal_id, at, verification: null } })
  if (fact !== null) writes.push({ write: 'append_proof', deal_id, at, fact })
  if (effect === null) writes.push({ write: 'drop_effect', subject_id })
  else if (effect !== 'keep') writes.push({ write: 'put_effect', effect })
  return writes
}

/** A night without a connection is one line in the timeline, not hundreds. */
export function onFirstTry(triesBefore: number, entry: DealStep['entry']): DealStep['entry'] {
  return triesBefore === 0 ? entry : null
}

/** Back to its place in the line; the pause before the next try is the line's own. */
export function backInLine(
  subject_id: string,
  deal_id: string,
  task: 'send_application' | 'send_document',
  effect: Effect | null,
  at: string,
): Effect {
  return {
    subject_id,
    deal_id,
    task,
    not_before: effect?.not_before ?? at,
    tries: effect?.tries ?? 1,
    begun_at: null,
    evidence: null,
  }
}

/** From now on its outcome is sought. */
export function seek(
  subject_id: string,
  deal_id: string,
  task: 'seek_application' | 'seek_document',
  begun_at: string,
  at: string,
): Effect {
  return { subject_id, deal_id, task, not_before: at, tries: 0, begun_at, evidence: null }
}

/** Not found out yet: kept with what was found so far. */
export function seekAgain(effect: Effect, evidence: Evidence, seek_again_at: string): Effect {
  return { ...effect, tries: effect.tries + 1, not_before: seek_again_at, evidence }
}
