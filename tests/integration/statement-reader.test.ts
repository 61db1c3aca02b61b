import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../src-main/features/statement-reader/amounts.ts'
import type { StatementFile, Word } from '../../src-main/features/statement-reader/statement-words.ts'
import { readStatement } from '../../src-main/features/statement-reader/read-statement.ts'
import { isRight, mapWords } from '../support/statements/changed-file.ts'
import {
  generateMarkedStatement,
  generateOddStatement,
  generateStatement,
  type GeneratedStatement,
} from '../support/statements/generator.ts'
import { withCutAmounts } from '../support/statements/cut-amounts.ts'
import { Dice } from '../support/statements/ledger.ts'

/** Statements per property. Each seed is another invented bank. */
const SEEDS = Array.from({ length: 60 }, (_, at) => at + 1)
/** Share of statements of banks with unusual habits that the reader must verify. */
const ODD_GOAL = 0.85
/** Share of statements of unknown layouts that the reader must verify. */
const GOAL = 0.95

/** Reads a statement of each seed after a change. Returns the number of verified ones, and the layouts that were verified but wrong. */
function readAll(
  change: (file: StatementFile, dice: Dice) => StatementFile | null,
  generate: (seed: number) => GeneratedStatement = generateStatement,
) {
  let verified = 0
  let read = 0
  const wrong: string[] = []
  for (const seed of SEEDS) {
    const statement = generate(seed)
    const file = change(statement.file, new Dice(seed + 10_000))
    if (file === null) continue
    read++
    const reading = readStatement(file)
    if (reading.verdict !== 'verified') continue
    verified++
    if (!isRight(reading, [statement])) wrong.push(statement.layout)
  }
  return { verified, read, wrong }
}

describe('the reader of bank statements, for banks that it never saw', () => {
  it('verifies nearly all statements, and each verified one says what the ledger says', () => {
    const { verified, read, wrong } = readAll((file) => file)
    expect(wrong).toEqual([])
    expect(verified / read).toBeGreaterThanOrEqual(GOAL)
  })

  it.each([
    [
      'moved',
      (file: StatementFile, dice: Dice) => {
        const [dx, dy] = [dice.int(-15, 40), dice.int(0, 30)]
        return mapWords(file, (word) => ({ ...word, x0: word.x0 + dx, x1: word.x1 + dx, y: word.y + dy }))
      },
    ],
    [
      'scaled',
      (file: StatementFile, dice: Dice) => {
        const factor = 0.5 + dice.next() * 2
        const scaled = mapWords(file, (word) => ({
          ...word,
          x0: word.x0 * factor,
          x1: word.x1 * factor,
          y: word.y * factor,
          size: word.size * factor,
        }))
        return {
          ...scaled,
          pages: scaled.pages.map((page) => ({
            ...page,
            width: page.width * factor,
            height: page.height * factor,
          })),
        }
      },
    ],
    [
      'split into pieces of words',
      (file: StatementFile, dice: Dice) =>
        mapWords(file, (word) => {
          if (word.text.length < 2 || dice.chance(0.6)) return word
          const at = dice.int(1, word.text.length - 1)
          const x = word.x0 + ((word.x1 - word.x0) * at) / word.text.length
          return [
            { ...word, text: word.text.slice(0, at), x1: x },
            { ...word, text: word.text.slice(at), x0: x },
          ]
        }),
    ],
    [
      'drawn with uneven baselines',
      (file: StatementFile, dice: Dice) =>
        mapWords(file, (word) => ({ ...word, y: word.y + (dice.next() - 0.5) * word.size * 0.1 })),
    ],
  ])('verifies as many statements that are %s', (_, change) => {
    const { verified, read, wrong } = readAll(change)
    expect(wrong).toEqual([])
    expect(verified / read).toBeGreaterThanOrEqual(GOAL)
  })

  it.each([
    [
      'one digit of an amount is altered',
      (file: StatementFile, dice: Dice) => {
        const words = file.pages
          .flatMap((page) => page.words)
          .filter(({ text }) => parseAmount(text) !== null && !/^\$1[02]\.00/.test(text))
        const word = dice.pick(words)
        word.text = word.text.replace(/\d/, (digit) => String((Number(digit) + dice.int(1, 9)) % 10))
        return file
      },
    ],
    [
      'a line is missing',
      (file: StatementFile, dice: Dice) => {
        const page = dice.pick(file.pages)
        const amounts = page.words.filter(({ text }) => parseAmount(text) !== null)
        if (amounts.length === 0) return null
        const { y } = dice.pick(amounts)
        return {
          ...file,
          pages: file.pages.map((one) =>
            one === page ? { ...one, words: one.words.filter((word) => word.y !== y) } : one,
          ),
        }
      },
    ],
    [
      'an amount has another sign',
      (file: StatementFile, dice: Dice) => {
        const word = dice.pick(
          file.pages.flatMap(({ words }) => words).filter(({ text }) => parseAmount(text) !== null),
        )
        word.text = /^[-(]|-$/.test(word.text) ? word.text.replaceAll(/[-()]/g, '') : `-${word.text}`
        return file
      },
    ],
    [
      'a page is missing',
      (file: StatementFile, dice: Dice) => {
        if (file.pages.length < 2) return null
        return { ...file, pages: file.pages.toSpliced(dice.int(0, file.pages.length - 1), 1) }
      },
    ],
    [
      'a page appears twice',
      (file: StatementFile, dice: Dice) => {
        const at = dice.int(0, file.pages.length - 1)
        return { ...file, pages: file.pages.flatMap((page, index) => (index === at ? [page, page] : [page])) }
      },
    ],
    [
      'words from nowhere are among the others',
      (file: StatementFile, dice: Dice) => ({
        ...file,
        pages: file.pages.map((page) => ({
          ...page,
          words: [
            ...page.words,
            ...Array.from({ length: 12 }, () => {
              const x0 = dice.int(20, 560)
              return {
                text: dice.pick([
                  '12.34',
                  '999.99',
                  'Total',
                  '07/04',
                  '-5.00',
                  'balance',
                  'deposit',
                  '1234',
                  'NaN',
                  '\u202e00.21',
                ]),
                x0,
                x1: x0 + 30,
                y: dice.int(30, 780),
                size: 8,
                font: 'f2',
              }
            }),
          ],
        })),
      }),
    ],
    [
      'two neighboring words are one',
      (file: StatementFile, dice: Dice) => ({
        ...file,
        pages: file.pages.map((page) => {
          const words = page.words.toSorted((one, other) => one.y - other.y || one.x0 - other.x0)
          return {
            ...page,
            words: words.reduce<Word[]>((kept, word) => {
              const last = kept.at(-1)
              if (last !== undefined && last.y === word.y && dice.chance(0.1))
                kept[kept.length - 1] = { ...last, text: `${last.text}${word.text}`, x1: word.x1 }
              else kept.push(word)
              return kept
            }, []),
          }
        }),
      }),
    ],
  ])('verifies no wrong statement if %s', { tags: ['all'] }, (_, change) => {
    for (const generate of [generateStatement, generateOddStatement]) {
      const { wrong, read } = readAll(change, generate)
      expect(read).toBeGreaterThan(20)
      expect(wrong).toEqual([])
    }
  })

  it('verifies most statements of banks with unusual habits, and each verified one says what the ledger says', () => {
    const { verified, read, wrong } = readAll((file) => file, generateOddStatement)
    expect(wrong).toEqual([])
    expect(verified / read).toBeGreaterThanOrEqual(ODD_GOAL)
  })

  it('verifies most statements with marks, gaps, two dates, and rows of totals, and each says what the ledger says', () => {
    const { verified, read, wrong } = readAll((file) => file, generateMarkedStatement)
    expect(wrong).toEqual([])
    expect(verified / read).toBeGreaterThanOrEqual(ODD_GOAL)
  })

  it('verifies as many statements whose amounts have gaps', () => {
    const { verified, read, wrong } = readAll(withCutAmounts)
    expect(wrong).toEqual([])
    expect(verified / read).toBeGreaterThanOrEqual(GOAL)
  })

  it('verifies no statement in which one printed figure is altered', () => {
    let altered = 0
    const missed: string[] = []
    for (const seed of SEEDS) {
      const { file, layout } = generateMarkedStatement(seed)
      if (readStatement(file).verdict !== 'verified') continue
      const dice = new Dice(seed + 20_000)
      const words = file.pages.flatMap((page) => page.words)
      // The amounts of a notice are no figures of the statement.
      const figures = words.filter(({ text }) => parseAmount(text) !== null && !/^\$?1[02]\.00$/.test(text))
      for (let time = 0; time < 3; time++) {
        const word = dice.pick(figures)
        const { text } = word
        word.text = text.replace(/\d/, (digit) => String((Number(digit) % 9) + 1))
        altered++
        if (readStatement(file).verdict === 'verified') missed.push(`${text} as ${word.text}: ${layout}`)
        word.text = text
      }
    }
    expect(altered).toBeGreaterThan(100)
    expect(missed).toEqual([])
  })

  it('answers pages with impossible positions, and with text in any script', () => {
    const odd = (text: string, at: number): Word => ({ text, x0: at, x1: at + 5, y: at, size: 8, font: '' })
    const texts = [
      '\u0661\u0662.\u0663\u0664',
      '\u202e12.00',
      'Total',
      '99999999999999.99',
      '31/31',
      '',
      '\ud83d',
    ]
    const words = Array.from({ length: 2000 }, (_, at) => odd(texts[at % texts.length] ?? '', at % 700))
    const page = { width: 612, height: 792, covered: [], isPicture: false }
    for (const values of [
      words,
      words.map((word) => ({ ...word, y: Number.NaN })),
      words.map((word) => ({ ...word, x0: Number.POSITIVE_INFINITY })),
    ])
      expect(readStatement({ pages: [{ ...page, words: values }], isAmended: false }).verdict).not.toBe(
        'verified',
      )
    expect(readStatement({ pages: [], isAmended: false }).verdict).toBe('unreadable')
  })
})
