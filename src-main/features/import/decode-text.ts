import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import type { Encoding } from '../../../src-shared/features/import/import.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { trimEnd, wordsOf } from '../../../src-shared/platform/base/text.ts'
import { unreadable } from './limits.ts'

/** Text of a file. `unsure_words` contains words whose letters depend on the encoding, if the bytes do not show it clearly. */
export interface DecodedText {
  text: string
  encoding: Encoding
  unsure_words: string[]
}

/** Encodings with one byte per character, the most frequent one first. The Mac and DOS programs that write the others still exist. */
const SINGLE_BYTE = ['windows-1252', 'macintosh', 'cp437', 'cp850'] as const
/** Number of bytes from which UTF-16 without a byte order mark is recognized. */
const HEAD_BYTES = 2_000
const SHOWN_WORDS = 4
/** The character that takes the place of bytes that cannot be decoded. */
export const UNDECODED = '\uFFFD'

/** Decodes text in the encoding that the broker chose, or else in the one that the bytes indicate. */
export function decodeText(bytes: Buffer, chosen?: Encoding): DecodedText {
  const certain = chosen ?? certainEncoding(bytes)
  const encoding = certain ?? likeliestEncoding(bytes)
  // End-of-file marks of old programs are not part of the text.
  const text = trimEnd(decode(bytes, encoding), '\0\x1A')
  if (text.includes('\0')) throw unreadable(msg.errorsFiles.noText, msg.errorsFiles.saveAsCsv)
  return { text, encoding, unsure_words: certain === null ? unsureWords(text) : [] }
}

function decode(bytes: Buffer, encoding: Encoding): string {
  return iconv.decode(bytes, encoding === 'macintosh' ? 'macroman' : encoding)
}

/** Returns the encoding of bytes that are valid in it and would hardly be so by chance. */
function certainEncoding(bytes: Buffer): Encoding | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, HEAD_BYTES)
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const most = head.length / 4
  if ((zeros[1] ?? 0) > most && (zeros[0] ?? 0) * 8 < most) return 'utf-16le'
  if ((zeros[0] ?? 0) > most && (zeros[1] ?? 0) * 8 < most) return 'utf-16be'
  if (isUtf8(bytes)) return 'utf-8'
  // Some wrong bytes do not change the encoding if there are as many right characters of several bytes.
  let wrong = 0
  let several = 0
  for (const character of bytes.toString('utf8'))
    if (character === UNDECODED) wrong++
    else if (character > '\x7F') several++
  return wrong <= several ? 'utf-8' : null
}

/** Returns the encoding in which the characters beyond ASCII look most like text. */
function likeliestEncoding(bytes: Buffer): Encoding {
  let best: { encoding: Encoding; score: number } | null = null
  for (const encoding of SINGLE_BYTE) {
    const score = scoreOf(decode(bytes, encoding))
    if (best === null || score > best.score) best = { encoding, score }
  }
  return best?.encoding ?? 'windows-1252'
}

/** Number of characters beyond ASCII that are compared. */
const COMPARED = 5_000
const USUAL = new Set('éèêëáàâäãåíìîïóòôöõúùûüñçøæßÉÈÁÀÂÄÃÅÍÓÔÖÕÚÜÑÇØ')
const QUOTES = new Set('‘’“”–—…')
const isLetter = (character: string) => /\p{L}/u.test(character)

function scoreOf(text: string): number {
  let score = 0
  let compared = 0
  for (let at = 0; at < text.length && compared < COMPARED; at++) {
    const character = text.charAt(at)
    if (character <= '\x7F') continue
    compared++
    score += plausibility(character, text.charAt(at - 1), text.charAt(at + 1), text.charAt(at + 2))
  }
  return score
}

function plausibility(character: string, before: string, after: string, second: string): number {
  const isInWord = isLetter(before) || isLetter(after)
  if (isLetter(character)) {
    const isLower = /\p{Ll}/u.test(character)
    // Capital letters do not follow small ones, and small letters do not stand before capital ones.
    if (isLower ? /\p{Lu}/u.test(after) : /\p{Ll}/u.test(before)) return -4
    return isInWord && USUAL.has(character) ? 3 : -1
  }
  if (/[\p{Cc}\uFFFD\u2500-\u259F]/u.test(character)) return -5
  // The apostrophe of "Joe’s" and "O’Brien".
  if (character === '’' && isLetter(before)) return !isLetter(second) || /\p{Lu}/u.test(after) ? 5 : 1
  if (QUOTES.has(character)) return isLetter(before) && isLetter(after) ? -3 : 1
  return isInWord ? -3 : 0
}

function unsureWords(text: string): string[] {
  const words = new Set<string>()
  for (const [line] of text.matchAll(/[^\r\n,;\t|]{0,40}[^\0-\x7F][^\r\n,;\t|]{0,40}/g)) {
    if (wordsOf(line).length > 0) words.add(line.replaceAll('"', '').trim())
    if (words.size === SHOWN_WORDS) break
  }
  return [...words]
}
