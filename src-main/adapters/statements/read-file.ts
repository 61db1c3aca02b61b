import { amountsIn } from '../../core/statements/amounts.ts'
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
/** Enlargement of the second reading of a scan. Another size makes other mistakes. */
const SECOND_SCALE = 1.5
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

/** Reads a file that consists of pictures. Reads them again in another size if the first reading does not add up. */
async function readScan(
  file: StatementFile,
  pictures: readonly (GrayPicture | null)[],
  recognizer: Recognizer,
  options: ReadOptions,
): Promise<StatementReading> {
  const read = async (factor: number) => {
    const pages: RecognizedWord[][] = []
    for (const [at, picture] of pictures.entries()) {
      checkCancelled(options)
      const box = { x0: 0, y0: 0, x1: file.pages[at]?.width ?? 0, y1: file.pages[at]?.height ?? 0 }
      pages.push(
        picture === null ? [] : await recognizer.words(factor === 1 ? picture : cut(picture, box, factor)),
      )
      options.onPage?.(at + 1, pictures.length)
    }
    return pages
  }
  const attempt = (words: readonly Word[][]) =>
    readStatement({ ...file, pages: file.pages.map((page, at) => ({ ...page, words: words[at] ?? [] })) })
  const first = await read(1)
  const reading = attempt(first)
  if (reading.verdict === 'verified' || reading.findings.some(({ reason }) => FINAL.has(reason)))
    return reading
  const second = await read(SECOND_SCALE)
  const again = attempt(second)
  if (again.verdict === 'verified') return again
  return combined(first, second, attempt) ?? reading
}

/** Reasons that a second reading cannot remove. */
const FINAL: ReadonlySet<Reason> = new Set([
  'not_a_bank_statement',
  'no_transactions',
  'changed_after_creation',
])

/** Chooses between two readings, word by word, until the statement adds up. Returns null if no choice does. */
function combined(
  first: readonly RecognizedWord[][],
  second: readonly RecognizedWord[][],
  attempt: (words: readonly Word[][]) => StatementReading,
): StatementReading | null {
  const choices: { page: number; from: RecognizedWord; to: RecognizedWord }[] = []
  first.forEach((words, page) => {
    for (const word of words) {
      if (!/\d/.test(word.text)) continue
      const other = (second[page] ?? []).find(
        ({ x0, x1, y }) =>
          Math.abs(y - word.y) < word.size * 0.5 &&
          Math.min(x1, word.x1) - Math.max(x0, word.x0) > (word.x1 - word.x0) * 0.5,
      )
      if (other !== undefined && other.text !== word.text && (isAmount(word) || isAmount(other)))
        choices.push({ page, from: word, to: other })
    }
  })
  // Words that are no amount in one reading surely take the other one. Of the rest, the surer one comes first.
  const sure = choices.filter(({ from, to }) => !isAmount(from) && isAmount(to))
  const open = choices
    .filter(({ from, to }) => isAmount(from) && isAmount(to))
    .toSorted((one, other) => gain(other) - gain(one))
  const replaced = (taken: readonly (typeof choices)[number][]) => {
    const map = new Map(taken.map(({ from, to }) => [from, to]))
    return first.map((words) => words.map((word) => map.get(word) ?? word))
  }
  const tried = open.slice(0, MOST_CHOICES)
  for (let bits = 0; bits < 1 << tried.length; bits++) {
    const reading = attempt(replaced([...sure, ...tried.filter((_, at) => (bits >> at) & 1)]))
    if (reading.verdict === 'verified') return reading
  }
  return null
}

const isAmount = (word: RecognizedWord) => amountsIn([word]).length > 0
const gain = ({ from, to }: { from: RecognizedWord; to: RecognizedWord }) => to.confidence - from.confidence

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
      const { x0, x1, y, size } = word
      const near = cut(picture, { x0: x0 - size, y0: y - size * 1.2, x1: x1 + size, y1: y + size * 0.5 }, 3)
      const seen = (await recognizer.words(near, true)).flatMap((one) => amountsIn([one]))
      if (seen.some(({ cents }) => Math.abs(cents) === Math.abs(text_cents))) continue
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
