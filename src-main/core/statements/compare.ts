import { amountsIn } from './amounts.ts'
import { linesOf } from './lines.ts'
import type { StatementPage, Word } from '../ports/statements.ts'

/** Returns true if two versions of a page show different words with digits. Other changes, such as a note, do not count. */
export function showsOtherFigures(one: StatementPage, other: StatementPage): boolean {
  const figures = (page: StatementPage) =>
    page.words
      .filter(({ text }) => /\d/.test(text))
      .map(({ text, x0, y }) => `${Math.round(y)} ${Math.round(x0)} ${text}`)
      .toSorted()
      .join('\n')
  return figures(one) !== figures(other)
}

/** An amount of the text layer, with what the picture shows at its place. */
export interface Disagreement {
  word: { x0: number; x1: number; y: number; size: number }
  text_cents: number
  /** Null if no amount was recognized there. */
  picture_cents: number | null
}

/** Compares the amounts of a page's text layer with the words that were recognized in its picture. */
export function disagreements(
  text: StatementPage,
  picture: readonly Word[],
): { compared: number; different: Disagreement[] } {
  const seen = linesOf({ ...text, words: [...picture] }, 1).flatMap((line) =>
    amountsIn(line.words).map(({ cents, x0, x1 }) => ({ cents, x0, x1, y: line.y })),
  )
  let compared = 0
  const different: Disagreement[] = []
  for (const line of linesOf(text, 1))
    for (const { cents, x0, x1 } of amountsIn(line.words)) {
      compared++
      const there = seen.filter(
        (one) => Math.abs(one.y - line.y) < line.size * 0.6 && one.x0 < x1 && one.x1 > x0,
      )
      if (there.some((one) => Math.abs(one.cents) === Math.abs(cents))) continue
      different.push({
        word: { x0, x1, y: line.y, size: line.size },
        text_cents: cents,
        picture_cents: there[0]?.cents ?? null,
      })
    }
  return { compared, different }
}
