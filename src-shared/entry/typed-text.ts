/** Maximum length of a typed number or date. Parsers reject longer input before any other check. */
const MAX_LENGTH = 80

/**
 * Normalizes typed or pasted text to plain spaces and hyphens. Drops invisible characters that phones and web pages add.
 * Returns an empty string if the input is too long for a number or a date.
 */
export function typedText(text: string): string {
  if (text.length > MAX_LENGTH) return ''
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}|\u2212/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
