import { KIND_WORDS, quote } from './kind-words.ts'
import { plainText, type PlainText } from './plain-text.ts'
import { recognizePeriod } from './recognize-period.ts'
import type { KindChoice, ReadDocument } from '../../../platform/files/ports.ts'
import {
  type DocumentReading,
  type Quotation,
  STATEMENT_KINDS,
  UNREAD,
} from '../../../../src-shared/features/documents/document.ts'

/**
 * Recognizes a document's kind and the period that the document covers. Returns both with the words in the document that state them.
 * `texts` contains the text of each of the first pages, or is null if the text could not be read.
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
  // The broker can choose a kind later, so also look for the period if the kind is not recognized.
  const period = kind === null || STATEMENT_KINDS.has(kind.kind) ? recognizePeriod(pages) : null
  return { kind: kind?.kind ?? usual, reading: period === null ? read : { ...read, ...reported(period) } }
}

/** Sentences on the page that other programs show instead of a form that only Adobe's programs can show. */
const PLACEHOLDERS = [
  'if this message is not eventually replaced by the proper contents of the document',
  'the document you are trying to load requires adobe reader',
  'to view the full contents of this document, you need a later version of the pdf viewer',
  'for the best experience, open this pdf portfolio in acrobat',
  'si este mensaje no se reemplaza',
]
/** A document with more text than this only mentions the sentence. */
const LONGEST_PLACEHOLDER = 1_500

/** True if the document only says that another program is necessary to show it. */
export function isPlaceholder(texts: readonly string[]): boolean {
  const text = texts.join(' ').slice(0, LONGEST_PLACEHOLDER + 1)
  const plain = text.split(/\s+/).join(' ').toLowerCase()
  return text.length <= LONGEST_PLACEHOLDER && PLACEHOLDERS.some((sentence) => plain.includes(sentence))
}

function reported({ from, to, says }: { from: string; to: string; says: Quotation }) {
  return { period: { from, to }, period_by: 'text' as const, period_says: says }
}

export function unreadDocument(usual: string): ReadDocument {
  return { kind: usual, reading: UNREAD }
}

interface RecognizedKind {
  kind: string
  /** True if the words for this kind have a high total weight, and the words for every other kind have a much lower one. */
  certain: boolean
  says: Quotation
}

/** Minimum total weight of the words that indicate a kind. With less weight, the kind is not recognized. */
const ENOUGH = 4
/**
 * Number of characters at the start of the first page that count as its title. Words in the title have more weight than the same words
 * further down.
 */
const TITLE_WITHIN = 300
/**
 * A numbered form, such as Form W-9. The instructions of such a form mention other forms, so words that alone would be sufficient evidence
 * count only in the title of a page, as of the return that follows Form 8879.
 */
const NUMBERED_FORM = /(?<![a-z])form[ \n]?[a-z]{0,2}-?\d/
const TITLE_WEIGHT = 2
const CERTAIN = 6
const CLEARLY_MORE = 1.5

/** Recognizes which of the accepted kinds a document is from its words. Returns null if the words are not sufficient evidence. */
export function recognizeKind(
  pages: readonly PlainText[],
  taken: ReadonlySet<string>,
): RecognizedKind | null {
  const length = pages.reduce((sum, { plain }) => sum + plain.length, 0)
  const isForm = NUMBERED_FORM.test(pages[0]?.plain.slice(0, TITLE_WITHIN) ?? '')
  const found = KIND_WORDS.filter(({ kind }) => taken.has(kind))
    .filter(({ shorterThan = Infinity }) => length < shorterThan)
    .flatMap(({ kind, words }) => {
      const hits = words.flatMap(([pattern, weight]) =>
        firstHit(pages, pattern, weight, isForm && weight >= ENOUGH),
      )
      const best = hits.toSorted((one, other) => other.weight - one.weight)[0]
      const weight = hits.reduce((sum, hit) => sum + hit.weight, 0)
      return best === undefined || weight < ENOUGH ? [] : [{ kind, weight, says: best.says }]
    })
    .toSorted((one, other) => other.weight - one.weight)
  const [first, second] = found
  if (first === undefined) return null
  const certain = first.weight >= CERTAIN && first.weight >= CLEARLY_MORE * (second?.weight ?? 0)
  return { kind: first.kind, certain, says: first.says }
}

function firstHit(pages: readonly PlainText[], pattern: RegExp, weight: number, isInTitle: boolean) {
  for (const [index, page] of pages.entries()) {
    const hit = pattern.exec(page.plain)
    if (hit === null || (isInTitle && hit.index >= TITLE_WITHIN)) continue
    const isTitle = index === 0 && hit.index < TITLE_WITHIN && weight > 1
    return [
      {
        weight: weight + (isTitle ? TITLE_WEIGHT : 0),
        says: { words: quote(page, hit.index, hit.index + hit[0].length), page: index + 1 },
      },
    ]
  }
  return []
}
