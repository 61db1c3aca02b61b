import {
  STATEMENT_KINDS,
  UNREAD,
  type DocumentReading,
  type Quotation,
} from '../../../../src-shared/domain/document-reading.ts'
import { plainText } from './plain-text.ts'
import { recognizeKind } from './recognize-kind.ts'
import { recognizePeriod } from './recognize-period.ts'

/** The text of a document's first pages, as far as it was read; null when it could not be read in time. */
export type PageTexts = readonly string[] | null

/**
 * What a document is by its own words: its kind among `kinds`, and the days that a statement covers, each with the words that
 * tell it. `usual` is the kind of one that tells nothing.
 */
export function readDocument(
  texts: PageTexts,
  kinds: readonly string[],
  usual: string,
): { kind: string; reading: DocumentReading } {
  const nothing: DocumentReading = { ...UNREAD, text: texts === null ? 'unread' : 'scan' }
  const pages = (texts ?? []).map(plainText)
  if (pages.every(({ plain }) => plain.length < 3)) return { kind: usual, reading: nothing }
  const kind = recognizeKind(pages, new Set(kinds))
  const read: DocumentReading = {
    ...nothing,
    text: 'read',
    kind_by: kind === null ? 'nobody' : kind.certain ? 'text' : 'text_perhaps',
    kind_says: kind?.says ?? null,
  }
  const named = kind?.kind ?? usual
  const period = STATEMENT_KINDS.has(named) ? recognizePeriod(pages) : null
  return { kind: named, reading: period === null ? read : { ...read, ...told(period) } }
}

function told({ from, to, says }: { from: string; to: string; says: Quotation }) {
  return { period: { from, to }, period_by: 'text' as const, period_says: says }
}
