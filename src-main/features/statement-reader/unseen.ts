import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Instructions } from '../../platform/pdf/drawing.ts'
import { hasDigit } from '../../platform/pdf/legible.ts'
import { lookAt } from '../../platform/pdf/seen-words.ts'
import { accountsIn } from './account-numbers.ts'
import { linesOf } from './lines.ts'
import type { ReadWord } from './page-content.ts'
import { usualWords } from './read-statement.ts'
import { stripOf } from './solve/facts.ts'
import type { Unseen } from './statement-words.ts'

/** Returns the first place of a page where its picture shows something else than what was read. */
export async function unseenOf(
  read: readonly ReadWord[],
  page: PDFPageProxy,
  operations: Instructions,
): Promise<Unseen | null> {
  const figures = usedOf(read)
  const [first] = figures
  if (first === undefined) return null
  const look = await lookAt(page, operations, read, hasDigit)
  if (look === null) return { kind: 'not_read', text: first.word.text }
  for (const figure of figures) {
    const { fault } = look.sightOf(figure)
    if (fault !== null) return { kind: fault, text: figure.word.text }
  }
  const column = columnsOf(figures).find((one) => look.hasInkIn(one))
  return column === undefined ? null : { kind: 'not_read', text: column[0]?.word.text ?? '' }
}

/** A number of a check or of a page. */
const NUMBER = /^\D?\d{1,9}\D?$/

/**
 * The words with digits that a reading can use: amounts, dates, and numbers beside them, and the lines of periods and of account numbers.
 * Digits of a description, an address, or a telephone number are no figures.
 */
function usedOf(read: readonly ReadWord[]): ReadWord[] {
  const words = usualWords(read.map(({ word }) => word))
  const page = { width: 0, height: 0, words, covered: [], isPicture: false }
  const used = linesOf(page, 1).flatMap((line) => {
    const { amounts, dates } = stripOf(line)
    const figures = [...amounts.filter(({ isWhole }) => !isWhole), ...dates]
    if (figures.length === dates.length) {
      const isUsed = dates.length > 0 || /\b20\d\d\b/.test(line.plain) || accountsIn(line).length > 0
      return isUsed ? line.words : []
    }
    return line.words.filter(
      ({ text }, at) => NUMBER.test(text) || figures.some(({ first, last }) => at >= first && at <= last),
    )
  })
  return read.filter(
    (one) =>
      hasDigit(one) &&
      used.some(
        ({ x0, x1, y, size }) => Math.abs(one.word.y - y) < size / 2 && one.word.x0 < x1 && one.word.x1 > x0,
      ),
  )
}

/** Two amounts whose right edges differ by less than this number of points are in one column. */
const SAME_EDGE = 3
const AMOUNT = /\d[.,]\d\d\D{0,3}$/

/** Returns the amounts of each column, from top to bottom. */
function columnsOf(figures: readonly ReadWord[]): ReadWord[][] {
  const columns: ReadWord[][] = []
  for (const one of figures.toSorted((a, b) => a.word.y - b.word.y)) {
    if (!AMOUNT.test(one.word.text)) continue
    const known = columns.find(([first]) => Math.abs((first?.word.x1 ?? NaN) - one.word.x1) < SAME_EDGE)
    if (known === undefined) columns.push([one])
    else known.push(one)
  }
  return columns
}
