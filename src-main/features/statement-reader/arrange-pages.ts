import { dateAt } from '../../../src-shared/platform/base/printed-dates.ts'
import { amountsIn } from './amounts.ts'
import { finding } from './finding.ts'
import type { Line } from './lines.ts'
import type { Finding } from '../../../src-shared/features/statements/statement.ts'

/** Highest page number that counts. A larger one is no page number. */
const MOST_NUMBERED = 999
/** Maximum number of missing pages that are listed. */
const MOST_REPORTED = 20

interface Numbering {
  number: number
  of: number
}

/**
 * Puts the pages of a file in the order of their printed numbers, and reports pages that are missing or there twice. `order` has indexes into
 * `pages`.
 */
export function arrangePages(pages: readonly Line[][]): { order: number[]; findings: Finding[] } {
  const findings: Finding[] = []
  const texts = pages.map((lines) => lines.map(({ text }) => text).join('\n'))
  const seen = new Map<string, number>()
  const unique: number[] = []
  texts.forEach((text, at) => {
    const first = seen.get(text)
    // A file with two months can contain the same page of terms twice. Such a page has no amounts that could count twice.
    if (first !== undefined && text.length > 80 && hasFigures(pages[at] ?? [])) {
      findings.push(finding('page_duplicated', 'page_twice', at + 1, { other_page: first + 1 }))
      return
    }
    seen.set(text, at)
    unique.push(at)
  })
  const numbers = numberingsOf(pages)
  if (numbers.every((one) => one === null)) findings.push(...gapsIn(pages))
  const order: number[] = []
  for (const booklet of bookletsOf(unique, numbers)) {
    const of = booklet.find(({ numbering }) => numbering !== null)?.numbering?.of ?? 0
    const sorted = booklet.every(({ numbering }) => numbering !== null)
      ? booklet.toSorted((one, other) => (one.numbering?.number ?? 0) - (other.numbering?.number ?? 0))
      : booklet
    order.push(...sorted.map(({ at }) => at))
    const there = new Set(booklet.flatMap(({ numbering }) => (numbering === null ? [] : [numbering.number])))
    if (there.size < 1 || of === 0) continue
    const missing = Array.from({ length: Math.min(of, MOST_NUMBERED) }, (_, at) => at + 1).filter(
      (number) => !there.has(number),
    )
    const guessed = numbersOfUnnumbered(booklet)
    for (const number of missing.filter((one) => !guessed.has(one)).slice(0, MOST_REPORTED))
      findings.push(finding('page_missing', 'page_missing', null, { other_page: number, printed_count: of }))
    for (const { numbering, at } of sorted)
      if (
        numbering !== null &&
        booklet.some((other) => other.at < at && other.numbering?.number === numbering.number)
      )
        findings.push(
          finding('page_duplicated', 'page_twice', at + 1, {
            other_page: numbering.number,
            printed_count: of,
          }),
        )
  }
  return { order, findings }
}

/** True if the pages have numbers that show that none is missing. */
export function areAllThere(pages: readonly Line[][]): boolean {
  const numbers = numberingsOf(pages)
  return (
    numbers.every((one) => one !== null) && numbers.length > 0 && arrangePages(pages).findings.length === 0
  )
}

/** The numbers that pages without one must have, from the pages before and after. The first page often has none. */
function numbersOfUnnumbered(booklet: readonly { numbering: Numbering | null }[]): ReadonlySet<number> {
  const guessed = new Set<number>()
  const first = booklet.findIndex(({ numbering }) => numbering !== null)
  let next = (booklet[first]?.numbering?.number ?? 0) - first
  for (const { numbering } of booklet) {
    if (numbering === null) guessed.add(next)
    next = (numbering?.number ?? next) + 1
  }
  return guessed
}

/** True if a page can have entries or figures. */
const hasFigures = (lines: readonly Line[]) =>
  lines.some(({ words, plain }) => amountsIn(words).length > 0 || dateAt(plain) !== null)

/** Groups pages that are numbered together. A file can hold the statements of several months, each with its own numbers. */
function bookletsOf(unique: readonly number[], numbers: readonly (Numbering | null)[]) {
  const booklets: { at: number; numbering: Numbering | null }[][] = []
  for (const at of unique) {
    const numbering = numbers[at] ?? null
    const open = booklets.at(-1)
    const first = open?.find((page) => page.numbering !== null)?.numbering ?? null
    const isFull = first !== null && open !== undefined && open.length >= first.of
    if (open === undefined || (numbering !== null && first !== null && (numbering.of !== first.of || isFull)))
      booklets.push([{ at, numbering }])
    else open.push({ at, numbering })
  }
  return booklets
}

/** Reads `Page 2 of 5`, `Página 2 de 5`, or `Pg 2/5` on each page; or else `2/5` or `Blad 2 van 5` at the edge of each page. */
function numberingsOf(pages: readonly Line[][]): (Numbering | null)[] {
  const named = pages.map((lines) => numberIn(lines, NAMED))
  if (named.some((one) => one !== null)) return named
  const bare = pages.map((lines) => {
    const edges = [...lines.slice(0, 3), ...lines.slice(-3)]
    return numberIn(edges, ONLY) ?? (pages.length < 2 ? null : numberIn(edges, BARE))
  })
  const [first] = bare
  const isNumbering = bare.every(
    (one) => one !== null && one.of === first?.of && one.number >= 1 && one.number <= one.of && one.of > 1,
  )
  // `Blad 1 van 1`
  if (pages.length === 1 && pages[0]?.slice(-3).some(({ plain }) => SINGLE.test(plain)) === true)
    return [{ number: 1, of: 1 }]
  return isNumbering ? bare : named
}

const NAMED = /\b(?:page|pagina|pag|pg|hoja)\.?:? ?(\d{1,4}) ?(?:of|de|\/) ?(\d{1,4})\b/
const BARE = /(?:^| )(\d{1,3}) ?(?:\/|[a-z]{2,3}) ?(\d{1,3})$/
/** The same in a line of its own. */
const ONLY = /^(?:[a-z]{2,10} )?(\d{1,2}) ?(?:\/|[a-z]{2,3}) ?(\d{1,2})$/
const SINGLE = /^[a-z]{2,10} 1 [a-z]{2,3} 1$/
/** `Page 2`, without the number of pages. */
const ALONE = /\b(?:page|pagina|pag|pg|hoja)\.?:? ?(\d{1,4})$/

function numberIn(lines: readonly Line[], pattern: RegExp): Numbering | null {
  for (const { plain } of lines) {
    const found = pattern.exec(plain)
    if (found !== null) return { number: Number(found[1]), of: Number(found[2]) }
  }
  return null
}

/** Reports page numbers that are left out, where pages are numbered without their number. Several statements can begin at 1 again. */
function gapsIn(pages: readonly Line[][]): Finding[] {
  const numbers = pages.map((lines) => numberIn(lines, ALONE)?.number ?? null)
  const there = numbers.filter((one) => one !== null)
  if (there.length < 2 || there.length < pages.length - 1) return []
  const most = Math.max(...there)
  const unnumbered = pages.length - there.length
  const times = (number: number) => there.filter((one) => one === number).length
  const missing = Array.from({ length: Math.min(most, MOST_NUMBERED) }, (_, at) => at + 1).filter(
    (number) => times(number) < times(number + 1),
  )
  if (missing.length <= unnumbered) return []
  return missing
    .slice(0, MOST_REPORTED)
    .map((number) =>
      finding('page_missing', 'page_missing', null, { other_page: number, printed_count: most }),
    )
}
