/**
 * Printed text in normalized form. `plain` and `shown` have the same length, so that each position refers to the same character in both.
 */
export interface PlainText {
  /** Lower case, without accents. Each line break is one `\n`. */
  plain: string
  /** The text as shown to the broker. */
  shown: string
}

/** A heading with spaced-out letters: `S T A T E M E N T   P E R I O D`. */
const WIDE_LINE = /^\s*(?:\S\s+){5,}\S\s*$/

/** Returns the normalized text. Replaces ligatures, wide spaces, dashes, and accents, and joins spaced-out letters to words. */
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

/**
 * Converts a character to lower case without accents. Returns a space if the result is not exactly one character, so that all positions in
 * the text remain the same.
 */
function unaccented(sign: string): string {
  const lower = (sign.normalize('NFD')[0] ?? ' ').toLowerCase()
  return lower.length === 1 ? lower : ' '
}

/** Joins the spaced-out letters of a line to words. A wide gap separates two words; a narrow gap separates two letters of a word. */
function closeUp(line: string): string {
  return line
    .trim()
    .split(/\s{2,}/)
    .map((word) => word.replaceAll(' ', ''))
    .join(' ')
}
