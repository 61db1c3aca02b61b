import { parseAmount } from '../../core/statements/amounts.ts'
import { disagreements, showsOtherFigures } from '../../core/statements/compare.ts'
import type { StatementFile, StatementPage, Word } from '../../core/statements/page.ts'
import { readStatement } from '../../core/statements/read-statement.ts'
import type { Finding, Reason, StatementReading } from '../../core/statements/statement.ts'
import { earliestVersion } from './earlier-version.ts'
import { cut, type GrayPicture } from './gray-picture.ts'
import { TooMuchOnPage } from './page-content.ts'
import { openPdf, type OpenPdf } from './pdf-pages.ts'
import type { RecognizedWord, Recognizer } from './recognize.ts'

export interface ReadOptions {
  /** Starts the recognition of text in pictures. Called only if the file has pictures of pages. */
  recognizer(): Promise<Recognizer>
  /** Called after each page that was read or recognized. */
  onPage?(done: number, of: number): void
  signal?: AbortSignal
}

/** Maximum number of pages whose pictures are recognized. Each takes some seconds. */
const MOST_SCANNED = 60
/** Enlargement of an amount that is read again. */
const SECOND_SCALE = 2
/** Enlargement of the whole page in the third reading. Another size makes other mistakes. */
const THIRD_SCALE = 1.4
/** Maximum number of differing words for which all combinations are tried. */
const MOST_CHOICES = 8

export class Cancelled extends Error {}

/** Reads the statements in a PDF. Never throws for a file from outside, except `Cancelled`. */
export async function readStatementFile(bytes: Uint8Array, options: ReadOptions): Promise<StatementReading> {
  const pdf = await openPdf(bytes)
  if (typeof pdf === 'string') return refused(pdf === 'password' ? 'password' : 'unreadable', PROBLEMS[pdf])
  try {
    return await readOpen(pdf, bytes, options)
  } catch (error) {
    if (error instanceof Cancelled) throw error
    return refused(
      'unreadable',
      error instanceof TooMuchOnPage ? 'A page has more text than any statement.' : 'The file is damaged.',
    )
  } finally {
    await pdf.close().catch(() => undefined)
  }
}

const PROBLEMS = {
  password: 'The file needs a password.',
  damaged: 'The file is damaged.',
  too_many_pages: 'The file has too many pages.',
}

async function readOpen(pdf: OpenPdf, bytes: Uint8Array, options: ReadOptions): Promise<StatementReading> {
  const pages: StatementPage[] = []
  const pictures: (GrayPicture | null)[] = []
  for (let number = 1; number <= pdf.pages; number++) {
    checkCancelled(options)
    const { picture, release, ...page } = await pdf.page(number)
    pages.push(page)
    pictures.push(
      picture !== null && pictures.filter((one) => one !== null).length < MOST_SCANNED
        ? await picture()
        : null,
    )
    release()
    options.onPage?.(number, pdf.pages)
  }
  const isAmended = await wasAmended(bytes, pages)
  const file: StatementFile = { pages, isAmended }
  const reading = readStatement(file)
  // Pictures cost much time. A file that is refused for another reason needs none.
  if (pictures.every((picture) => picture === null)) return reading
  const isScan = pages.every(({ words, isPicture }) => !isPicture || words.length === 0)
  if (!isScan && reading.verdict !== 'verified') return reading
  const recognizer = await options.recognizer()
  try {
    return isScan
      ? await readScan(file, pictures, recognizer, options)
      : await comparePictures(reading, file, pictures, recognizer, options)
  } finally {
    await recognizer.close()
  }
}

function checkCancelled({ signal }: ReadOptions): void {
  if (signal?.aborted === true) throw new Cancelled()
}

/** Returns true if the file contains an earlier version of itself that shows other figures. */
async function wasAmended(bytes: Uint8Array, pages: readonly StatementPage[]): Promise<boolean> {
  const earlier = earliestVersion(bytes)
  if (earlier === null) return false
  const pdf = await openPdf(earlier)
  if (typeof pdf === 'string') return false
  try {
    if (pdf.pages !== pages.length) return true
    for (const [at, page] of pages.entries()) {
      const { release, ...before } = await pdf.page(at + 1)
      release()
      if (showsOtherFigures(before, page)) return true
    }
    return false
  } catch {
    return false
  } finally {
    await pdf.close().catch(() => undefined)
  }
}

/** Reads a file that consists of pictures. Looks at each amount again if the first reading does not add up. */
async function readScan(
  file: StatementFile,
  pictures: readonly (GrayPicture | null)[],
  recognizer: Recognizer,
  options: ReadOptions,
): Promise<StatementReading> {
  const attempt = (words: readonly Word[][]) =>
    readStatement({ ...file, pages: file.pages.map((page, at) => ({ ...page, words: words[at] ?? [] })) })
  const first: RecognizedWord[][] = []
  for (const [at, picture] of pictures.entries()) {
    checkCancelled(options)
    first.push(picture === null ? [] : await recognizer.words(picture))
    options.onPage?.(at + 1, pictures.length)
  }
  const reading = attempt(first)
  if (reading.verdict === 'verified' || reading.findings.some(({ reason }) => FINAL.has(reason))) return reading
  const choices: Choice[] = []
  for (const [at, picture] of pictures.entries()) {
    if (picture === null) continue
    for (const word of first[at] ?? []) {
      if (!looksLikeAmount(word.text)) continue
      checkCancelled(options)
      const { text, confidence } = await recognizer.amount(cutWord(picture, word, 0.35))
      if (text === word.text || parseAmount(text) === null) continue
      choices.push({ from: word, to: { ...word, text, confidence } })
    }
    options.onPage?.(at + 1, pictures.length)
  }
  const repaired = combined(first, choices, attempt)
  if (repaired !== null) return repaired
  // Amounts that the first reading missed.
  const added: RecognizedWord[][] = []
  for (const [at, picture] of pictures.entries()) {
    checkCancelled(options)
    const page = file.pages[at]
    if (picture === null || page === undefined) {
      added.push([])
      continue
    }
    const again = await recognizer.words(cut(picture, { x0: 0, y0: 0, x1: page.width, y1: page.height }, THIRD_SCALE))
    const known = first[at] ?? []
    added.push(again.filter((word) => looksLikeAmount(word.text) && !known.some((other) => isSamePlace(word, other))))
    options.onPage?.(at + 1, pictures.length)
  }
  if (added.every((words) => words.length === 0)) return reading
  return combined(
    first.map((words, at) => [...words, ...(added[at] ?? [])]),
    choices,
    attempt,
  ) ?? reading
}

const isSamePlace = (one: Word, other: Word) =>
  Math.abs(one.y - other.y) < one.size * 0.6 && one.x0 < other.x1 && other.x0 < one.x1

/** Reasons that a second reading cannot remove. */
const FINAL: ReadonlySet<Reason> = new Set(['not_a_bank_statement', 'no_transactions', 'changed_after_creation'])

/** Words that are an amount, or an amount with a mistake, such as `1,5O4.2l` or `7,5655.38`. */
function looksLikeAmount(text: string): boolean {
  return text.length >= 4 && text.length <= 18 && /\d/.test(text) && /[.,]/.test(text) && !/[/:#]|\p{L}{3}/u.test(text)
}

function cutWord(picture: GrayPicture, { x0, x1, y, size }: Word, margin: number): GrayPicture {
  // A sign after the amount may be missing in the first reading, so look further to the right.
  const box = { x0: x0 - size * margin, y0: y - size * 1.05, x1: x1 + size * (margin + 0.6), y1: y + size * 0.4 }
  return cut(picture, box, SECOND_SCALE)
}

interface Choice {
  from: RecognizedWord
  to: RecognizedWord
}

/** Chooses between two readings of words until the statement adds up. Returns null if no choice does. */
function combined(
  first: readonly RecognizedWord[][],
  choices: readonly Choice[],
  attempt: (words: readonly Word[][]) => StatementReading,
): StatementReading | null {
  const isAmount = ({ text }: Word) => parseAmount(text) !== null
  // A word that is no amount in the first reading takes the second one. Of the others, the surer ones come first.
  const sure = choices.filter(({ from }) => !isAmount(from))
  const open = choices
    .filter(({ from }) => isAmount(from))
    .toSorted((one, other) => one.from.confidence - one.to.confidence - (other.from.confidence - other.to.confidence))
    .slice(0, MOST_CHOICES)
  for (let bits = 0; bits < 1 << open.length; bits++) {
    const taken = new Map([...sure, ...open.filter((_, at) => (bits >> at) & 1)].map(({ from, to }) => [from, to]))
    const reading = attempt(first.map((words) => words.map((word) => taken.get(word) ?? word)))
    if (reading.verdict === 'verified') return reading
  }
  return null
}

/** Compares the invisible text of scanned pages with what their pictures show. */
async function comparePictures(
  reading: StatementReading,
  file: StatementFile,
  pictures: readonly (GrayPicture | null)[],
  recognizer: Recognizer,
  options: ReadOptions,
): Promise<StatementReading> {
  const findings: Finding[] = []
  for (const [at, picture] of pictures.entries()) {
    const page = file.pages[at]
    if (picture === null || page === undefined) continue
    checkCancelled(options)
    const { different } = disagreements(page, await recognizer.words(picture))
    for (const { word, text_cents } of different) {
      // Look again at this place alone, larger, before the text counts as wrong.
      const { text } = await recognizer.amount(cutWord(picture, { ...word, text: '', font: '' }, 0.35))
      if (Math.abs(parseAmount(text)?.cents ?? 0) === Math.abs(text_cents)) continue
      findings.push({
        reason: 'text_differs_from_picture',
        page: at + 1,
        detail: `The text says ${(text_cents / 100).toFixed(2)}, but the picture shows something else.`,
      })
      break
    }
    options.onPage?.(at + 1, pictures.length)
  }
  return findings.length === 0
    ? reading
    : { ...reading, verdict: 'unverified', findings: [...reading.findings, ...findings] }
}

function refused(reason: Reason, detail: string): StatementReading {
  return { verdict: 'unreadable', findings: [{ reason, page: null, detail }], accounts: [] }
}
