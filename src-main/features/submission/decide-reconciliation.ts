import { KEPT_EVIDENCE } from '../../../src-shared/features/submission/evidence-messages.ts'
import type { JsonObject, JsonValue, StoredDocument } from '../../platform/partner/partner-api.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import { type DealDocument, sentFile } from '../../../src-shared/features/documents/document.ts'
import type { Finding } from '../../../src-shared/features/deals/deal.ts'

/** Difference between the clocks of two computers that counts as normal. */
export const CLOCK_TOLERANCE_MS = 10 * 60_000
/**
 * If the partner's record was created this long before the send, the record is about another application. No clock or time zone differs by
 * this much.
 */
const SURELY_OLDER_MS = 86_400_000
/** Longest time from the moment when a calendar date begins in UTC to the moment when the date ends in the westernmost time zone. */
const LONGEST_DAY_MS = 36 * 3_600_000

/** Names that partners may use for a field. The specification does not show these names (section 2). */
const REFERENCE_KEYS = ['reference', 'external_reference', 'externalReference', 'external_id', 'externalId']
const NAME_KEYS = ['legal_name', 'legalName', 'company_name', 'companyName', 'business_name', 'businessName']
const CREATED_KEYS = ['created_at', 'createdAt', 'created', 'submitted_at', 'submittedAt']

/**
 * Compares a partner's application record with a deal. Returns null if the record is about another deal, or `untold` if the record does not
 * say which deal it is about. Otherwise, returns the finding that the application arrived. The finding is strong only if the record
 * contains the office's reference and no other deal has that reference.
 */
export function decideApplicationReconciliation(
  deal: Pick<StoredDeal, 'reference' | 'legal_name'>,
  { application_id, record }: { application_id: string; record: JsonObject },
  { begun_at, isReferenceUnique }: { begun_at: string; isReferenceUnique: boolean },
): Finding | 'untold' | null {
  const created = first(outerOnly(record), CREATED_KEYS, 1)
  const createdAt = created === null ? NaN : latestOf(created)
  const begunAt = Date.parse(begun_at)
  const isOurs =
    deal.reference !== '' && some([record], REFERENCE_KEYS, (found) => same(found, deal.reference))
  const name = first([record], NAME_KEYS)
  const sameName = name !== null && same(name, deal.legal_name)
  const arrived = (strong: boolean, words: string): Finding => ({
    says: 'arrived',
    strong,
    application_id,
    words,
  })
  if (isOurs) {
    if (name !== null && !sameName) return arrived(false, KEPT_EVIDENCE.referenceOtherName)
    // The record is older than the send, or its date is unreadable. It may be an earlier application with the same reference, or a clock
    // may be wrong. The broker must decide.
    if (created !== null && !(createdAt >= begunAt - CLOCK_TOLERANCE_MS))
      return arrived(false, KEPT_EVIDENCE.referenceOlder)
    return isReferenceUnique
      ? arrived(true, KEPT_EVIDENCE.reference)
      : arrived(false, KEPT_EVIDENCE.sharedReference)
  }
  // The application itself (not an owner in it) has a different reference, so it is another application, even if the name is the same.
  if (deal.reference !== '' && first(outerOnly(record), REFERENCE_KEYS, 1) !== null) return null
  // The record was created long before the send, so it is an earlier application of the same client.
  if (createdAt < begunAt - SURELY_OLDER_MS) return null
  if (sameName) return arrived(false, KEPT_EVIDENCE.sameName)
  return name === null ? 'untold' : null
}

/**
 * Compares one document of the app with the partner's document list. Returns null if this is undecided: a document in the list may be the
 * same document, with a name or kind that the partner changed.
 */
export function decideDocumentReconciliation(
  document: DealDocument,
  siblings: readonly DealDocument[],
  stored: readonly StoredDocument[],
): Finding | null {
  const matches = stored.filter((one) => looksLike(document, one))
  if (matches.length === 0) {
    const mayBeThis = (one: StoredDocument) => {
      const size = sizeOf(one.record)
      const isAlike = size === null ? isSameName(one.name, document.name) : size === sentFile(document).size
      return isAlike && !siblings.some((other) => looksLike(other, one))
    }
    return stored.some(mayBeThis)
      ? null
      : {
          says: 'not_arrived',
          strong: false,
          application_id: null,
          words: KEPT_EVIDENCE.documentNotListed,
        }
  }
  const rivals = siblings.filter(
    (other) =>
      other.document_id !== document.document_id &&
      isSameName(other.name, document.name) &&
      other.kind === document.kind &&
      sentFile(other).size === sentFile(document).size,
  )
  const isCertain = matches.length === 1 && rivals.length === 0 && sizeOf(matches[0]?.record ?? {}) !== null
  return {
    says: 'arrived',
    strong: isCertain,
    application_id: null,
    words: isCertain ? KEPT_EVIDENCE.documentListed : KEPT_EVIDENCE.documentAlike,
  }
}

function looksLike(document: DealDocument, { name, type, record }: StoredDocument): boolean {
  const size = sizeOf(record)
  return (
    isSameName(name, document.name) &&
    (type === null || plainKind(type) === plainKind(document.kind)) &&
    (size === null || size === sentFile(document).size)
  )
}

/** True for equal names. The partner may return a name in another Unicode normal form, or escaped as in the upload's header. */
function isSameName(one: string | null, other: string): boolean {
  const asSent = (name: string) =>
    name.normalize('NFC').replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  return one !== null && asSent(one) === asSent(other)
}

function plainKind(kind: string): string {
  return kind
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
}

function sizeOf(record: JsonObject): number | null {
  const size = record['size'] ?? record['fileSize'] ?? record['file_size'] ?? record['bytes']
  return typeof size === 'number' ? size : null
}

/**
 * Returns the latest instant that a date string can mean, or NaN if the string is unreadable. A date without time and offset is in an
 * unknown time zone, which may differ from this computer's.
 */
function latestOf(date: string): number {
  const offset = /(?:[zZ]|GMT|UTC|[+-]\d{2}:?\d{2})$/.exec(date.trim())
  if (offset !== null && /:\d/.test(offset.input.slice(0, offset.index))) return Date.parse(date)
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date.trim())
  return day === null ? NaN : Date.parse(day[0]) + LONGEST_DAY_MS
}

/** Returns the objects in a record that describe the application itself, without the objects that describe a company or an owner. */
function outerOnly(record: JsonObject): JsonValue[] {
  const wrapped = [record['application'] ?? null, record['data'] ?? null]
  const inner = wrapped.filter(isObject).map((one) => one['application'] ?? null)
  return [record, ...wrapped, ...inner]
}

/** Returns the first string under one of the keys. Searches outer objects before the objects inside them. */
function first(records: JsonValue[], keys: readonly string[], depths = 4): string | null {
  let text: string | null = null
  some(records, keys, (found) => ((text = found), true), depths)
  return text
}

/** True if a string under one of the keys matches. Searches outer objects before the objects inside them. */
function some(
  records: JsonValue[],
  keys: readonly string[],
  isIt: (text: string) => boolean,
  depths = 4,
): boolean {
  let level = records
  for (let depth = 0; depth < depths && level.length > 0; depth++) {
    const objects = level.filter(isObject)
    for (const key of keys)
      for (const object of objects) {
        const value = object[key]
        if (typeof value === 'string' && value !== '' && isIt(value)) return true
      }
    level = objects.flatMap((object) => Object.values(object))
  }
  return false
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function same(a: string, b: string): boolean {
  const plain = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  return plain(a) === plain(b) && plain(a) !== ''
}
