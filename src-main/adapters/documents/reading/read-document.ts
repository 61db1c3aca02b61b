import {
  STATEMENT_KINDS,
  UNREAD,
  type DocumentReading,
  type Quotation,
} from '../../../../src-shared/domain/document-reading.ts'
import type { KindChoice, ReadDocument } from '../../../core/ports/files.ts'
import { unreadDocument } from '../unread-document.ts'
import { plainText } from './plain-text.ts'
import { recognizeKind } from './recognize-kind.ts'
import { recognizePeriod } from './recognize-period.ts'

/**
 * Recognizes a document's kind and the period it covers, each with the words that state it. `texts` contains the text of the first pages,
 * or is null if it could not be read.
 */
export function readDocument(texts: readonly string[] | null, { kinds, usual }: KindChoice): ReadDocument {
  if (texts === null) return unreadDocument(usual)
  const nothing: DocumentReading = { ...UNREAD, text: 'scan' }
  const pages = texts.map(plainText)
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
  return { kind: named, reading: period === null ? read : { ...read, ...reported(period) } }
}

function reported({ from, to, says }: { from: string; to: string; says: Quotation }) {
  return { period: { from, to }, period_by: 'text' as const, period_says: says }
}
