/** Letters that do not consist of a plain letter and an accent, and what brokers type for them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}

/** Returns a string in lowercase without accents and apostrophes, for comparing search input with data. */
export function fold(text: string): string {
  // Most texts contain only ASCII, which has no accents to remove, so skip the slower conversion.
  if (!/[^\0-\x7f]/.test(text)) return text.replaceAll("'", '').toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}’']/gu, '')
    .toLowerCase()
    .replaceAll(/[øłßæœđðþħı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
}

export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Removes any of the given characters from the end of a text. Uses no regular expression, because a pattern such as `x+$` can take
 * quadratic time.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

export function trimBoth(text: string, characters: string): string {
  const end = trimEnd(text, characters)
  let start = 0
  while (start < end.length && characters.includes(end.charAt(start))) start++
  return end.slice(start)
}

/**
 * Control characters (C0, DEL, C1), format characters (bidi overrides, zero-width and tag characters), and line and paragraph separators.
 * If a text contains them, a terminal executes them: they change colors, move the cursor, or reorder, hide, or forge lines.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const UNSAFE_BUT_NEWLINE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Makes a text from outside the app safe to print on one line: each unsafe character becomes `\uXXXX`. The meaning of JSON text does not
 * change, because unsafe characters can occur only within its strings.
 */
export function printable(text: string): string {
  return text.replace(UNSAFE, escape)
}

/** Like `printable`, but for a text with several lines: does not replace newlines. */
export function printableLines(text: string): string {
  return text.replace(UNSAFE_BUT_NEWLINE, escape)
}

function escape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
}
