import type {
  StatementFile,
  StatementPage,
  Word,
} from '../../../src-main/features/statement-reader/statement-words.ts'
import { parseAmount } from '../../../src-main/features/statement-reader/amounts.ts'
import type { StatementMonth, StatementReading } from '../../../src-shared/features/statements/statement.ts'
import { isMonth } from './bank-words.ts'
import type { Dice, Ledger } from './ledger.ts'

/** Changes of a file after which it says the same to a person. Each returns a new file. */

const entriesOf = (list: readonly { date: string; cents: number }[]) =>
  list.map(({ date, cents }) => `${date} ${cents}`).toSorted()

/** True if a reading says exactly what the ledgers say. Dates that it doubts itself do not count, nor does a number that it did not find. */
export function isRight(
  { accounts }: StatementReading,
  truths: readonly { last4: string; ledger: Ledger }[],
): boolean {
  const months = accounts.flatMap(({ number_last4, months: all }) =>
    all.map((month) => ({ number_last4, month })),
  )
  return (
    months.length === truths.length &&
    truths.every(({ last4, ledger }) =>
      months.some(
        ({ number_last4, month }) => ['', last4].includes(number_last4) && saysLedger(month, ledger),
      ),
    )
  )
}

function saysLedger(month: StatementMonth, ledger: Ledger): boolean {
  const read = month.transactions.map(({ date, amount_cents }) => ({ date, cents: amount_cents }))
  const amountsOf = (entries: readonly { cents: number }[]) =>
    entries.map(({ cents }) => cents).toSorted((one, other) => one - other)
  const areDatesRight =
    month.from === ledger.from &&
    month.to === ledger.to &&
    entriesOf(read).join() === entriesOf(ledger.entries).join()
  return (
    month.opening_cents === ledger.opening &&
    month.closing_cents === ledger.closing &&
    amountsOf(read).join() === amountsOf(ledger.entries).join() &&
    (month.has_doubted_dates === true || areDatesRight)
  )
}

/** True for a text that belongs to an amount or a date, in any language. */
const isFigure = (text: string) =>
  /[\d\p{Sc}]/u.test(text) ||
  !/\p{L}/u.test(text) ||
  /^[+\-−–(]?(?:cr|dr|de|chf)\)?$/i.test(text) ||
  isMonth(text)

/** Replaces all words by random letters. The same word becomes the same letters. */
export function withRandomWords(file: StatementFile, dice: Dice): StatementFile {
  const known = new Map<string, string>()
  return mapWords(file, (word) => {
    if (isFigure(word.text)) return word
    const text =
      known.get(word.text) ?? word.text.replaceAll(/\p{L}/gu, () => String.fromCodePoint(dice.int(97, 122)))
    known.set(word.text, text)
    return { ...word, text }
  })
}

const mapPages = (
  file: StatementFile,
  map: (words: readonly Word[], page: StatementPage) => Word[],
): StatementFile => ({
  ...file,
  pages: file.pages.map((page) => ({ ...page, words: map(page.words, page) })),
})

export const mapWords = (file: StatementFile, map: (word: Word) => Word | Word[]): StatementFile =>
  mapPages(file, (words) => words.flatMap(map))

/** The words of a page in lines, from left to right. */
const linesIn = (words: readonly Word[]): Word[][] => {
  const lines = new Map<number, Word[]>()
  for (const word of words) {
    const line = lines.get(word.y)
    if (line === undefined) lines.set(word.y, [word])
    else line.push(word)
  }
  return [...lines.values()].map((line) => line.toSorted((one, other) => one.x0 - other.x0))
}

/** Words of a line that stand close together. */
function runsIn(line: readonly Word[]): Word[][] {
  const runs: Word[][] = []
  for (const word of line) {
    const last = runs.at(-1)?.at(-1)
    if (last !== undefined && word.x0 - last.x1 < 0.6 * word.size) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  return runs
}

export function moved(file: StatementFile, dice: Dice): StatementFile {
  const [dx, dy] = [dice.int(-15, 40), dice.int(0, 30)]
  return mapWords(file, (word) => ({ ...word, x0: word.x0 + dx, x1: word.x1 + dx, y: word.y + dy }))
}

export function scaled(file: StatementFile, dice: Dice): StatementFile {
  const factor = 0.4 + dice.next() * 2.5
  const { pages, ...rest } = mapWords(file, (word) => ({
    ...word,
    ...{ x0: word.x0 * factor, x1: word.x1 * factor, y: word.y * factor, size: word.size * factor },
  }))
  const sized = pages.map((page) => ({ ...page, width: page.width * factor, height: page.height * factor }))
  return { ...rest, pages: sized }
}

/** Names the font of each word at random. */
export const inAnyFonts = (file: StatementFile, dice: Dice): StatementFile =>
  mapWords(file, (word) => ({ ...word, font: dice.pick(['', 'f1', 'f2', 'ABCDEF+Garet', 'g_d0_f7']) }))

/** Sets all texts in a narrower or wider font of another size. Amounts keep their right edges, and other texts their left ones. */
export function inAnotherFont(file: StatementFile, dice: Dice): StatementFile {
  const [wide, size] = [0.86 + dice.next() * 0.2, 0.9 + dice.next() * 0.15]
  return mapPages(file, (words) =>
    linesIn(words)
      .flatMap((line) => runsIn(line))
      .flatMap((run) => {
        const isAmount = run.some(({ text }) => parseAmount(text) !== null)
        const fixed = (isAmount ? run.at(-1)?.x1 : run[0]?.x0) ?? 0
        const place = (x: number) => fixed + (x - fixed) * wide
        return run.map((word) => ({
          ...word,
          ...{ x0: place(word.x0), x1: place(word.x1), size: word.size * size, font: 'f9' },
        }))
      }),
  )
}

/** Draws the words of each page in another order. */
export function inAnotherOrder(file: StatementFile, dice: Dice): StatementFile {
  const keyOf = dice.pick<(word: Word) => number>([
    ({ y, x0 }) => -y * 1000 - x0,
    ({ x0 }) => x0,
    ({ x1, y }) => -x1 * 1000 + y,
    () => dice.next(),
  ])
  return mapPages(file, (words) =>
    words
      .map((word) => ({ word, key: keyOf(word) }))
      .toSorted((one, other) => one.key - other.key)
      .map(({ word }) => word),
  )
}

/** Cuts words into pieces, down to single letters. */
export function inPieces(file: StatementFile, dice: Dice): StatementFile {
  const share = dice.pick([0.1, 0.5, 1])
  return mapWords(file, (word) => {
    const letters = [...word.text]
    const wide = (word.x1 - word.x0) / letters.length
    const pieces: Word[] = []
    for (const [at, letter] of letters.entries()) {
      const last = pieces.at(-1)
      const x1 = word.x0 + (at + 1) * wide
      if (last === undefined || dice.chance(share))
        pieces.push({ ...word, text: letter, x0: word.x0 + at * wide, x1 })
      else pieces[pieces.length - 1] = { ...last, text: last.text + letter, x1 }
    }
    return pieces
  })
}

/** Joins neighboring words of a line, and cells of a row, to one word. */
export function withMergedCells(file: StatementFile, dice: Dice): StatementFile {
  const share = dice.pick([0.01, 0.05, 0.3])
  return mapPages(file, (words) =>
    linesIn(words).flatMap((line) => {
      const merged: Word[] = []
      for (const word of line) {
        const last = merged.at(-1)
        if (last !== undefined && dice.chance(share))
          merged[merged.length - 1] = { ...last, text: last.text + word.text, x1: word.x1 }
        else merged.push(word)
      }
      return merged
    }),
  )
}

/** Adds words that have nothing to do with the statement: figures, dates, and words of tables. */
export function withNoise(file: StatementFile, dice: Dice): StatementFile {
  const texts = [
    '12.34',
    '999.99',
    'Total',
    '07/04',
    '-5.00',
    'Balance',
    'Deposits',
    '1234',
    '$1,000.00',
    '%',
  ]
  const count = dice.pick([1, 4, 15])
  return mapPages(file, (words, { width, height }) => [
    ...words,
    ...Array.from({ length: count }, () => {
      // Some of the noise stands in a line of the statement, and in one of its columns.
      const [x, y] = [dice.pick(words).x1, dice.pick(words).y]
      const x1 = dice.chance(0.5) ? x : dice.int(60, Math.round(width))
      return {
        ...{ text: dice.pick(texts), x0: x1 - 30, x1, size: 8, font: 'f3' },
        y: dice.chance(0.5) ? y : dice.int(20, Math.round(height)),
      }
    }),
  ])
}
