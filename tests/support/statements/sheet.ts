import type { StatementPage } from '../../../src-main/features/statement-reader/statement-words.ts'
import type { Dice } from './ledger.ts'
import { letterWidth } from './statement-pdf.ts'

/** Pages on which a generator writes words at the places that a PDF would give them. */
export class Sheet {
  readonly pages: StatementPage[] = []
  y = 0
  readonly #size: number
  readonly #dice: Dice
  readonly #paper: { width: number; height: number }
  readonly #font: string

  constructor(size: number, dice: Dice, paper = { width: 612, height: 792 }, font = 'f1') {
    this.#size = size
    this.#dice = dice
    this.#paper = paper
    this.#font = font
    this.newPage()
  }

  newPage(): void {
    this.pages.push({ ...this.#paper, words: [], covered: [], isPicture: false })
    this.y = 40
  }

  get page(): StatementPage {
    const last = this.pages.at(-1)
    if (last === undefined) throw new Error('A sheet has a page.')
    return last
  }

  down(lines = 1.4): void {
    this.y += this.#size * lines
  }

  width(text: string): number {
    return text.length * this.#size * 0.5 * letterWidth(text, this.#font)
  }

  /** Writes words of a text, as a PDF of proportional letters places them. */
  text(text: string, x: number, align: 'left' | 'right' | 'center' = 'left', y = this.y): void {
    if (y > this.#paper.height) throw new Error(`${text} is below the page.`)
    const width = this.width(text)
    let at = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
    for (const word of text.split(' ')) {
      const wide = this.width(word)
      if (word !== '')
        this.page.words.push({
          text: word,
          x0: at,
          x1: at + wide * 0.97,
          y,
          size: this.#size,
          font: this.#font,
        })
      at += wide + this.#size * 0.3
    }
  }

  /** Puts the words of each page in another order, because PDFs draw in any order. */
  shuffle(): void {
    for (const page of this.pages)
      page.words = page.words
        .map((word) => ({ word, key: this.#dice.next() }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ word }) => word)
  }
}
