import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Instructions } from '../../platform/pdf/drawing.ts'
import { hasDigit } from '../../platform/pdf/legible.ts'
import { lookAt } from '../../platform/pdf/seen-words.ts'
import type { ReadWord } from './page-content.ts'
import type { Unseen } from './statement-words.ts'

/** Returns the first place of a page where its picture shows something else than what was read. */
export async function unseenOf(
  read: readonly ReadWord[],
  page: PDFPageProxy,
  operations: Instructions,
): Promise<Unseen | null> {
  const figures = read.filter(hasDigit)
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
