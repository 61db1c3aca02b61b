import type { Entry } from './solve/reading.ts'
import type { Evidence } from '../../../src-shared/features/statements/statement.ts'
import type { StatementPage, Word } from './statement-words.ts'

/**
 * Finds amounts whose font, size, or baseline differs from all others of their column, although the rest of their row looks like the other
 * rows. A row that looks different as a whole, such as one in bold type, is a matter of layout.
 */

/** Fewest amounts of a column, with the same sign, from which the usual look can be told, and the share of them that must have it. */
const FEWEST = 10
const USUAL = 0.9
/** Baselines within a row differ by less than this share of the font's size. */
const SAME_BASELINE = 0.08
/** Maximum number of places that are reported. */
const MOST_REPORTED = 20

interface Placed {
  word: Word
  row: Entry
  /** How far the word is below the baseline of its row, as a share of the font's size. */
  drop: number
}

export function fontsThatDiffer(
  parts: readonly { entries: readonly Entry[] }[],
  pages: readonly StatementPage[],
): Evidence[] {
  const columns = new Map<string, Placed[]>()
  const usualRow = new Map<string, number>()
  for (const part of parts)
    for (const row of part.entries) {
      const { line, amounts } = row.strip
      if (pages[line.page - 1]?.isPicture !== false) continue
      const text = textStyle(row)
      usualRow.set(text, (usualRow.get(text) ?? 0) + 1)
      for (const amount of amounts) {
        const word = line.words[amount.first]
        if (word === undefined || amount.isWhole) continue
        const isOwn = amount.first === row.cell.first
        const key = `${parts.indexOf(part)} ${isOwn ? row.cell.column : 'other'} ${amount.cents < 0}`
        const list = columns.get(key) ?? []
        columns.set(key, list)
        list.push({ word, row, drop: (word.y - baselineOf(row)) / word.size })
      }
    }
  const [text] = [...usualRow].toSorted((one, other) => other[1] - one[1])[0] ?? ['']
  return [...columns.values()]
    .flatMap((placed) => outliersOf(placed))
    .filter(({ row }) => textStyle(row) === text)
    .slice(0, MOST_REPORTED)
    .map(({ word, row }) => ({
      kind: 'fonts_differ',
      page: row.strip.line.page,
      boxes: boxOf(word, row.strip.line.shift, pages[row.strip.line.page - 1]?.height ?? 0),
      printed_cents: null,
      read_cents: null,
    }))
}

/** Returns the few amounts of a column that look different from all others. */
function outliersOf(placed: readonly Placed[]): Placed[] {
  if (placed.length < FEWEST) return []
  const counts = new Map<string, number>()
  for (const { word } of placed) counts.set(styleOf(word), (counts.get(styleOf(word)) ?? 0) + 1)
  const [style, count] = [...counts].toSorted((one, other) => other[1] - one[1])[0] ?? ['', 0]
  if (count < placed.length * USUAL) return []
  const drops = placed.map(({ drop }) => drop).toSorted((one, other) => one - other)
  const middle = drops[Math.floor(drops.length / 2)] ?? 0
  const isUneven = ({ drop }: Placed) => Math.abs(drop - middle) > SAME_BASELINE
  const uneven = placed.filter(isUneven).length <= placed.length * (1 - USUAL)
  return placed.filter((one) => styleOf(one.word) !== style || (uneven && isUneven(one)))
}

/** The font without the letters that mark a part of it, and its size. */
const styleOf = ({ font, size }: Word) => `${font.replace(/^[A-Z]{6}\+/, '')} ${size.toFixed(1)}`

/** The first word that belongs to no date and no amount. */
const textWord = ({ strip: { line, dates, amounts } }: Entry) =>
  line.words.find((_, at) => ![...dates, ...amounts].some(({ first, last }) => at >= first && at <= last)) ??
  line.words[0]

function textStyle(row: Entry): string {
  const word = textWord(row)
  return word === undefined ? '' : styleOf(word)
}

/** The baseline of a row's text. */
const baselineOf = (row: Entry) => textWord(row)?.y ?? row.strip.line.y

const boxOf = ({ x0, x1, y, size }: Word, shift: number, height: number) => [
  x0 + shift,
  height - y - size * 0.25,
  x1 + shift,
  height - y + size * 0.85,
]
