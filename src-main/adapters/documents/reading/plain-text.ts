/** Text as a program printed it, made comparable. `plain` and `shown` have the same length, so that a place in one is a place in the other. */
export interface PlainText {
  /** In lower case, without accents; a line break is one `\n`. */
  plain: string
  /** As the broker reads it. */
  shown: string
}

/** Letters of a heading that was set wide: `S T A T E M E N T   P E R I O D`. */
const WIDE_LINE = /^\s*(?:\S\s+){5,}\S\s*$/

/** Brings ligatures, wide spaces, dashes, accents and letters set apart to one form. */
export function plainText(text: string): PlainText {
  const shown = text
    .normalize('NFKC')
    // Oblique hyphens, dashes and minus signs; a soft hyphen is no sign at all.
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

/** One sign for one sign; what has no simple form is a blank. */
function unaccented(sign: string): string {
  const lower = (sign.normalize('NFD')[0] ?? ' ').toLowerCase()
  return lower.length === 1 ? lower : ' '
}

/** A wide gap parts words, a narrow one only letters. */
function closeUp(line: string): string {
  return line
    .trim()
    .split(/\s{2,}/)
    .map((word) => word.replaceAll(' ', ''))
    .join(' ')
}
