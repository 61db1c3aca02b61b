import type { Word } from './statement-words.ts'
import type { Line } from './lines.ts'

/** Characters that show nothing: zero-width ones, and marks that tell the direction of a text. */
const SHOWS_NOTHING = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const HYPHENS = /[\u00ad\u2010\u2011\ufe63]/g
const IS_PLAIN = /^[\x20-\x7e]*$/

/** Writes the words of a page with usual characters: full-width digits become digits, and characters that show nothing disappear. */
export function usualWords(words: readonly Word[]): Word[] {
  return words.flatMap((word) => {
    if (IS_PLAIN.test(word.text)) return [word]
    const text = word.text.normalize('NFKC').replaceAll(SHOWS_NOTHING, '').replaceAll(HYPHENS, '-')
    return text.trim() === '' ? [] : [{ ...word, text }]
  })
}

/** Returns a word with digits of another script than ours. Their amounts are not read. */
export const wordInOtherDigits = (lines: readonly Line[]): string | null =>
  lines.flatMap(({ words }) => words).find(({ text }) => /(?!\d)\p{Nd}/u.test(text))?.text ?? null

/** Returns true if digits lie over other digits, so that nobody can tell what the page shows. */
export function hasOverlaidDigits({ words }: Line): boolean {
  return words.some((word, at) => {
    const before = words[at - 1]
    if (before === undefined || !/\d/.test(word.text) || !/\d/.test(before.text)) return false
    const common = Math.min(before.x1, word.x1) - Math.max(before.x0, word.x0)
    return common > 0.5 * Math.min(before.x1 - before.x0, word.x1 - word.x0)
  })
}
