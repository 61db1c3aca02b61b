/** Longer text is never a number or a date. Readers refuse it before any closer look. */
const MAX_LENGTH = 80

/**
 * Text as typed or pasted, with plain spaces and hyphens. Drops invisible characters that phones and web pages paste along.
 * Returns an empty text for one that is too long to be an entry.
 */
export function typedText(text: string): string {
  if (text.length > MAX_LENGTH) return ''
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}|\u2212/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
