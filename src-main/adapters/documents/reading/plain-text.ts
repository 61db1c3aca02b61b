/** Printed text in normalized form. `plain` and `shown` have the same length, so that a position is valid in both. */
export interface PlainText {
  /** Lower case, without accents. Each line break is one `\n`. */
  plain: string
  /** The text as shown to the broker. */
  shown: string
}

/** A heading with spaced-out letters: `S T A T E M E N T   P E R I O D`. */
const WIDE_LINE = /^\s*(?:\S\s+){5,}\S\s*$/

/** Normalizes ligatures, wide spaces, dashes, accents, and spaced-out letters. */
export function plainText(text: string): PlainText {
  const shown = text
    .normalize('NFKC')
    // Normalizes all hyphens, dashes, and minus signs. Removes soft hyphens.
    .replaceAll('\u00AD', '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .split(/\r?\n/)
    .map((line) => (WIDE_LINE.test(line) ? closeUp(line) : line).replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .normalize('NFC')
  const plain = [...shown].map((sign) => unaccented(sign)).join('')
  return { plain, shown: [...shown].map((sign) => (sign.length === 1 ? sign : '?')).join('') }
}

/** Replaces a character with exactly one character without accents. A character without a simple form becomes a space. */
function unaccented(sign: string): string {
  const lower = (sign.normalize('NFD')[0] ?? ' ').toLowerCase()
  return lower.length === 1 ? lower : ' '
}

/** Joins spaced-out letters. A wide gap separates words, a narrow one only letters. */
function closeUp(line: string): string {
  return line
    .trim()
    .split(/\s{2,}/)
    .map((word) => word.replaceAll(' ', ''))
    .join(' ')
}
