import type {
  OpenPdf,
  PdfProblem,
  Recognizer,
  RecognizedWord,
  StatementFile,
  StatementPage,
  Word,
} from '../ports/statements.ts'
import type {
  Finding,
  FindingDetail,
  Reason,
  StatementReading,
} from '../../../src-shared/statements/statement.ts'
import { parseAmount } from './amounts.ts'
import { finding } from './finding.ts'
import { disagreements, showsOtherFigures } from './compare.ts'
import { readStatement } from './read-statement.ts'

/** How the reader gets at a file. */
export interface StatementSource<Picture> {
  open(bytes: Uint8Array): Promise<OpenPdf<Picture> | PdfProblem>
  /** Returns the bytes of the first version in a file, or null if the file has only one version. */
  earliestVersion(bytes: Uint8Array): Uint8Array | null
  /** Starts the recognition of text in pictures. Called only if the file has pictures of pages. */
  recognizer(): Promise<Recognizer<Picture>>
}

export interface ReadOptions {
  /** Called after each page that was read or recognized. */
  onPage?(done: number, of: number): void
  signal?: AbortSignal
}

/** Maximum number of pages whose pictures are recognized. Each takes some seconds. */
const MOST_SCANNED = 60
/** Enlargement of the whole page in the third reading. Another size makes other mistakes. */
const THIRD_SCALE = 1.4
/** Maximum number of differing words for which all combinations are tried. */
const MOST_CHOICES = 8

export class Cancelled extends Error {}

/** Reads the statements in a PDF. Never throws for a file from outside, except `Cancelled`. */
export async function readStatementFile<Picture>(
  bytes: Uint8Array,
  source: StatementSource<Picture>,
  options: ReadOptions = {},
): Promise<StatementReading> {
  const pdf = await source.open(bytes)
  if (typeof pdf === 'string') return refused(pdf === 'password' ? 'password' : 'unreadable', PROBLEMS[pdf])
  try {
    return await readOpen(pdf, bytes, source, options)
  } catch (error) {
    if (error instanceof Cancelled) throw error
    return refused('unreadable', 'page_damaged')
  } finally {
    await pdf.close().catch(() => undefined)
  }
}

const PROBLEMS = {
  password: 'needs_password',
  damaged: 'file_damaged',
  too_many_pages: 'too_many_pages',
} as const

async function readOpen<Picture>(
  pdf: OpenPdf<Picture>,
  bytes: Uint8Array,
  source: StatementSource<Picture>,
  options: ReadOptions,
): Promise<StatementReading> {
  const pages: StatementPage[] = []
  const pictures: (Picture | null)[] = []
  for (let number = 1; number <= pdf.pages; number++) {
    checkCancelled(options)
    const { picture, release, content } = await pdf.page(number)
    pages.push(content)
    pictures.push(
      picture !== null && pictures.filter((one) => one !== null).length < MOST_SCANNED
        ? await picture()
        : null,
    )
    release()
    options.onPage?.(number, pdf.pages)
  }
  const isAmended = await wasAmended(bytes, pages, source)
  const file: StatementFile = { pages, isAmended }
  const reading = readStatement(file)
  // Pictures cost much time. A file that is refused for another reason needs none.
  if (pictures.every((picture) => picture === null)) return reading
  const isScan = pages.every(({ words, isPicture }) => !isPicture || words.length === 0)
  if (!isScan && reading.verdict !== 'verified') return reading
  const recognizer = await source.recognizer()
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
async function wasAmended<Picture>(
  bytes: Uint8Array,
  pages: readonly StatementPage[],
  { open, earliestVersion }: StatementSource<Picture>,
): Promise<boolean> {
  const earlier = earliestVersion(bytes)
  if (earlier === null) return false
  const pdf = await open(earlier)
  if (typeof pdf === 'string') return false
  try {
    if (pdf.pages !== pages.length) return true
    for (const [at, page] of pages.entries()) {
      const { release, content } = await pdf.page(at + 1)
      release()
      if (showsOtherFigures(content, page)) return true
    }
    return false
  } catch {
    return false
  } finally {
    await pdf.close().catch(() => undefined)
  }
}

/** Reads a file that consists of pictures. Looks at each amount again if the first reading does not add up. */
async function readScan<Picture>(
  file: StatementFile,
  pictures: readonly (Picture | null)[],
  recognizer: Recognizer<Picture>,
  options: ReadOptions,
): Promise<StatementReading> {
  const attempt = (words: readonly Word[][]) =>
    readStatement({ ...file, pages: file.pages.map((page, at) => ({ ...page, words: words[at] ?? [] })) })
  const first: RecognizedWord[][] = []
  for (const [at, picture] of pictures.entries()) {
    checkCancelled(options)
    first.push(picture === null ? [] : await recognizer.words(picture, 1))
    options.onPage?.(at + 1, pictures.length)
  }
  const reading = attempt(first)
  if (reading.verdict === 'verified' || reading.findings.some(({ reason }) => FINAL.has(reason)))
    return reading
  const choices: Choice[] = []
  for (const [at, picture] of pictures.entries()) {
    if (picture === null) continue
    for (const word of first[at] ?? []) {
      if (!looksLikeAmount(word.text)) continue
      checkCancelled(options)
      const { text, confidence } = await recognizer.amount(picture, boxOf(word))
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
    if (picture === null) {
      added.push([])
      continue
    }
    const again = await recognizer.words(picture, THIRD_SCALE)
    const known = first[at] ?? []
    added.push(
      again.filter((word) => looksLikeAmount(word.text) && !known.some((other) => isSamePlace(word, other))),
    )
    options.onPage?.(at + 1, pictures.length)
  }
  if (added.every((words) => words.length === 0)) return reading
  return (
    combined(
      first.map((words, at) => [...words, ...(added[at] ?? [])]),
      choices,
      attempt,
    ) ?? reading
  )
}

const isSamePlace = (one: Word, other: Word) =>
  Math.abs(one.y - other.y) < one.size * 0.6 && one.x0 < other.x1 && other.x0 < one.x1

/** Reasons that a second reading cannot remove. */
const FINAL: ReadonlySet<Reason> = new Set([
  'not_a_bank_statement',
  'no_transactions',
  'changed_after_creation',
])

/** Words that are an amount, or an amount with a mistake, such as `1,5O4.2l` or `7,5655.38`. */
function looksLikeAmount(text: string): boolean {
  return (
    text.length >= 4 &&
    text.length <= 18 &&
    /\d/.test(text) &&
    /[.,]/.test(text) &&
    !/[/:#]|\p{L}{3}/u.test(text)
  )
}

/** The place of a word. A sign after the amount may be missing in the first reading, so the box extends to the right. */
const boxOf = ({ x0, x1, y, size }: Pick<Word, 'x0' | 'x1' | 'y' | 'size'>) => ({
  x0: x0 - size * 0.35,
  y0: y - size * 1.05,
  x1: x1 + size * 0.95,
  y1: y + size * 0.4,
})

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
    .toSorted(
      (one, other) => one.from.confidence - one.to.confidence - (other.from.confidence - other.to.confidence),
    )
    .slice(0, MOST_CHOICES)
  for (let bits = 0; bits < 1 << open.length; bits++) {
    const taken = new Map(
      [...sure, ...open.filter((_, at) => (bits >> at) & 1)].map(({ from, to }) => [from, to]),
    )
    const reading = attempt(first.map((words) => words.map((word) => taken.get(word) ?? word)))
    if (reading.verdict === 'verified') return reading
  }
  return null
}

/** Compares the invisible text of scanned pages with what their pictures show. */
async function comparePictures<Picture>(
  reading: StatementReading,
  file: StatementFile,
  pictures: readonly (Picture | null)[],
  recognizer: Recognizer<Picture>,
  options: ReadOptions,
): Promise<StatementReading> {
  const findings: Finding[] = []
  for (const [at, picture] of pictures.entries()) {
    const page = file.pages[at]
    if (picture === null || page === undefined) continue
    checkCancelled(options)
    const { different } = disagreements(page, await recognizer.words(picture, 1))
    for (const { word, text_cents } of different) {
      // Look again at this place alone, larger, before the text counts as wrong.
      const { text } = await recognizer.amount(picture, boxOf(word))
      if (Math.abs(parseAmount(text)?.cents ?? 0) === Math.abs(text_cents)) continue
      findings.push(
        finding('text_differs_from_picture', 'picture_differs', at + 1, { read_cents: text_cents }),
      )
      break
    }
    options.onPage?.(at + 1, pictures.length)
  }
  return findings.length === 0
    ? reading
    : { ...reading, verdict: 'unverified', findings: [...reading.findings, ...findings] }
}

function refused(reason: Reason, detail: FindingDetail): StatementReading {
  return { verdict: 'unreadable', findings: [finding(reason, detail, null)], accounts: [] }
}
