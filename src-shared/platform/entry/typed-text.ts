/** Maximum length of a typed number or date. Parsers reject longer input before any other check. */
const MAX_LENGTH = 80
/** Maximum length before invisible characters are removed. */
const MAX_RAW_LENGTH = 1_000

/** Matches a text that needs no cleaning, so that most texts skip the slower replacements. */
const PLAIN = /^[ -~]*$/
const LINE_BREAK = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g
/** The Braille blank is a symbol to Unicode, but looks like a space. */
const SPACE = /[\t\p{Zs}\u2800]/gu
/**
 * Matches what a reader cannot see: control and format characters, fillers, variation selectors, tags, halves of characters, and the
 * character that stands for a pasted picture. Joiners and variation selectors are matched separately, because some texts need them.
 */
const INVISIBLE =
  /(?![\n\p{Join_Control}]|[\ufe0e-\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufffc]/gu
/** Matches joiners, except after a letter of a script that needs them, such as in Persian names, or within an emoji. */
const JOINER =
  /(?<!\ufe0f|[\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?![\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Han}])[\p{L}\p{M}])\p{Join_Control}/gu
const EMOJI_STYLE = /(?<!\p{Emoji})[\ufe0e-\ufe0f]/gu

/**
 * Removes invisible characters from several lines of text that a person typed or pasted, or that a file or the partner contains. Odd spaces
 * become plain spaces. Keeps letters, accents, line breaks, and the joiners that some scripts and emoji need. Nothing remains of a text
 * without visible characters.
 */
export function cleanLines(text: string): string {
  if (PLAIN.test(text)) return text
  const clean = text
    .replaceAll(LINE_BREAK, '\n')
    .replaceAll(SPACE, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(EMOJI_STYLE, '')
    .replaceAll(JOINER, '')
  return clean.trim() === '' ? '' : clean
}

/** Like `cleanLines`, for a text of one line. Line breaks become spaces. */
export function cleanLine(text: string): string {
  return PLAIN.test(text) ? text : cleanLines(text).replaceAll('\n', ' ')
}

/**
 * Normalizes typed or pasted text whose format knows only ASCII characters, such as a number, a date, or an email address. Odd spaces,
 * dashes, digits, and full-width characters become plain ones, and invisible characters are dropped. Returns an empty string if the input
 * is too long for a number or a date.
 */
export function typedText(text: string, maxLength = MAX_LENGTH): string {
  if (text.length > Math.max(maxLength, MAX_RAW_LENGTH)) return ''
  const plain = asciiText(text)
  return plain.length > maxLength ? '' : plain
}

function asciiText(text: string): string {
  if (PLAIN.test(text)) return text.replaceAll(/ {2,}/g, ' ').trim()
  return cleanLine(text)
    .replaceAll(/\p{Join_Control}|[\ufe0e-\ufe0f]/gu, '')
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/(?![0-9])\p{Nd}/gu, plainDigit)
    .replaceAll(/\p{Pd}|[\u02d7\u2043\u2212]/gu, '-')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/** Converts a digit of any script. Unicode orders the ten digits of each script from zero, and some sets directly follow each other. */
function plainDigit(digit: string): string {
  const plain = digit.normalize('NFKC')
  if (/^[0-9]$/.test(plain)) return plain
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}
