import type { StatementFile } from '../../../src-main/features/statement-reader/statement-words.ts'

/** Cuts each amount after or at the separators of its thousands: `5, 500.00` or `5 500.00`. */
export function withCutAmounts(file: StatementFile): StatementFile {
  const pages = file.pages.map((page) => ({
    ...page,
    words: page.words.flatMap((word, at) => {
      const pieces = word.text.split(/,(?=\d{3})/)
      if (pieces.length < 2 || !/^[^\d]*[\d,]+\.\d\d/.test(word.text)) return [word]
      const wide = (word.x1 - word.x0) / word.text.length
      let x = word.x0
      return pieces.map((piece, index) => {
        const isLast = index === pieces.length - 1
        const text = at % 2 === 0 && !isLast ? `${piece},` : piece
        const start = x
        x += (piece.length + 1) * wide
        // The gap is as wide as a space.
        const end = isLast ? word.x1 : start + text.length * wide - (text === piece ? 0 : 0.3 * word.size)
        return { ...word, text, x0: start, x1: end }
      })
    }),
  }))
  return { ...file, pages }
}
