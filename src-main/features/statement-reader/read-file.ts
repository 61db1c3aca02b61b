import type {
  OpenPdf,
  PdfProblem,
  Pictures,
  Recognizer,
  StatementFile,
  StatementPage,
  Unseen,
} from './statement-words.ts'
import type { Finding, StatementReading } from '../../../src-shared/features/statements/statement.ts'
import { picturesThatDiffer, showsOtherFigures } from './compare.ts'
import { finding, unreadable } from './finding.ts'
import { readScan } from './read-scan.ts'
import { readStatement } from './read-statement.ts'

/** How the reader gets at a file. */
export interface StatementSource<Picture> {
  open(bytes: Uint8Array): Promise<OpenPdf<Picture> | PdfProblem>
  /** Returns the bytes of the earlier versions in a file, oldest first, and whether it has parts that could be one. */
  earlierVersions(bytes: Uint8Array): { versions: Uint8Array[]; isUnclear: boolean }
  /** Starts the recognition of text in pictures. Called only if the file has pictures of pages. */
  recognizer(): Promise<Recognizer<Picture>>
}

export interface ReadOptions {
  /** Called after each page that was read or recognized, and again before each later step that takes time. */
  onPage?(done: number, of: number): void
  signal?: AbortSignal
}

/** Maximum number of pages whose pictures are recognized. Each takes some seconds. */
const MOST_SCANNED = 60
/** A picture of a page with fewer words than this has no text layer. */
const FEWEST_WORDS = 12

export class Cancelled extends Error {}

/** Reads the statements in a PDF. Never throws for a file from outside, except `Cancelled`. */
export async function readStatementFile<Picture>(
  bytes: Uint8Array,
  source: StatementSource<Picture>,
  options: ReadOptions = {},
): Promise<StatementReading> {
  const pdf = await source.open(bytes)
  if (typeof pdf === 'string')
    return unreadable(PROBLEMS[pdf], pdf === 'password' ? 'password' : 'unreadable')
  try {
    return await readOpen(pdf, bytes, source, options)
  } catch (error) {
    if (error instanceof Cancelled) throw error
    return unreadable('page_damaged')
  } finally {
    // The process that reads ends soon, and frees what could not be closed.
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
  const looks: { at: number; unseen: () => Promise<Unseen | null> }[] = []
  for (let number = 1; number <= pdf.pages; number++) {
    checkCancelled(options)
    const { release, content, unseen } = await pdf.page(number)
    pages.push(content)
    if (unseen !== null) looks.push({ at: number - 1, unseen })
    release()
    options.onPage?.(number, pdf.pages)
  }
  const scanned = pages.flatMap((page, at) => (isScan(page) ? [at] : []))
  if (scanned.length > MOST_SCANNED) return unreadable('too_many_pages')
  const isAmended = await wasAmended(bytes, pages, source)
  const file: StatementFile = { pages, isAmended }
  const words = readStatement(file)
  const reading = words.verdict === 'unreadable' ? words : withFindings(words, await unseenIn(looks, options))
  const layered = pages.flatMap((page, at) =>
    (page.isPicture && !isScan(page)) || page.hasPictures === true ? [at] : [],
  )
  // The recognition of text costs much time. A file without a reading needs none.
  if (scanned.length === 0 && (layered.length === 0 || reading.verdict === 'unreadable')) return reading
  if (layered.length > MOST_SCANNED)
    return withFindings(reading, [finding('unreadable', 'too_many_pages', null)])
  const recognizer = await source.recognizer()
  let done = 0
  const pictures: Pictures<Picture> = {
    // A picture takes much memory, so only one is kept.
    async at(index, turn) {
      const { picture, release } = await pdf.page(index + 1)
      try {
        return (await picture?.(turn)) ?? null
      } finally {
        release()
      }
    },
    check() {
      checkCancelled(options)
      options.onPage?.(done, pages.length)
    },
    done(at) {
      done = at + 1
      options.onPage?.(done, pages.length)
    },
  }
  try {
    const read = scanned.length > 0 ? await readScan(file, scanned, pictures, recognizer) : reading
    return read.verdict !== 'unreadable' && layered.length > 0
      ? withFindings(read, await picturesThatDiffer(file, layered, pictures, recognizer))
      : read
  } finally {
    await recognizer.close()
  }
}

/** Looks at the pages that are not plain. Returns where a person sees something else than what was read. */
async function unseenIn(
  looks: readonly { at: number; unseen: () => Promise<Unseen | null> }[],
  options: ReadOptions,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { at, unseen } of looks) {
    checkCancelled(options)
    const place = await unseen()
    options.onPage?.(at + 1, looks.length)
    if (place === null) continue
    const [reason, detail] =
      place.kind === 'hidden'
        ? (['covered_text', 'digits_covered'] as const)
        : (['unreadable', 'page_unread'] as const)
    findings.push(finding(reason, detail, at + 1, { quote: place.text }))
  }
  return findings
}

/** True for a picture of a page without a text layer. A scanner may print a line of its own on each page. */
const isScan = ({ isPicture, words }: StatementPage) => isPicture && words.length < FEWEST_WORDS

function withFindings(reading: StatementReading, findings: readonly Finding[]): StatementReading {
  if (findings.length === 0) return reading
  return { ...reading, verdict: 'unverified', findings: [...reading.findings, ...findings] }
}

function checkCancelled({ signal }: ReadOptions): void {
  if (signal?.aborted === true) throw new Cancelled()
}

/**
 * Returns true if the first version that the file contains shows other figures. Also returns true if it contains earlier versions, but none
 * of them can be opened.
 */
async function wasAmended<Picture>(
  bytes: Uint8Array,
  pages: readonly StatementPage[],
  { open, earlierVersions }: StatementSource<Picture>,
): Promise<boolean> {
  const { versions, isUnclear } = earlierVersions(bytes)
  if (isUnclear) return true
  for (const earlier of versions) {
    const pdf = await open(earlier)
    if (typeof pdf === 'string') continue
    try {
      return await showsOthers(pdf, pages)
    } catch {
      // A later version may be whole.
    } finally {
      await pdf.close().catch(() => undefined)
    }
  }
  return versions.length > 0
}

async function showsOthers<Picture>(
  pdf: OpenPdf<Picture>,
  pages: readonly StatementPage[],
): Promise<boolean> {
  if (pdf.pages !== pages.length) return true
  for (const [at, page] of pages.entries()) {
    const { release, content } = await pdf.page(at + 1)
    release()
    if (showsOtherFigures(content, page)) return true
  }
  return false
}
