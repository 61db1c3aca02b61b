/**
 * Control characters (C0, DEL, C1), format characters (bidi overrides, zero-width and tag characters), and line and paragraph
 * separators. A terminal obeys them: they recolor, move the cursor, reorder, hide, or forge lines.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const UNSAFE_BUT_NEWLINE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Makes a text from outside safe to print on one line: each unsafe character becomes `\uXXXX`. JSON text stays the same JSON, since
 * such characters stand only within its strings.
 */
export function printable(text: string): string {
  return text.replace(UNSAFE, escape)
}

/** The same for a text of several lines: its newlines stay. */
export function printableLines(text: string): string {
  return text.replace(UNSAFE_BUT_NEWLINE, escape)
}

function escape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
}
