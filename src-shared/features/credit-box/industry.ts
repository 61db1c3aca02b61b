import { wordsOf } from '../../platform/base/text.ts'

/** Range of industry codes, including `first` and `last`. Both have the same number of digits. */
interface CodeRange {
  first: string
  last: string
}

/** Matches an industry code (NAICS or SIC), or a range of codes (44-45), at the beginning of a text. */
const CODE = /^(?:(?:naics|sic)[ :]?(?:code[ :]?)? ?)?(\d{1,6})(?: ?(?:[-–]|to) ?(\d{1,6}))?(?!\d)/

/**
 * Returns true if an entry in a funder's list of excluded industries covers the given industry. A code covers every code that begins with
 * it. A range covers every code that begins with one of its codes. An entry of words covers only texts that contain the same whole words in
 * the same order, singular or plural: "law" does not cover "lawn".
 */
export function isOfIndustry(industry: string, entry: string): boolean {
  const wanted = codesOf(entry)
  if (wanted?.rest === '') {
    const reported = codesOf(industry)
    return reported !== null && isWithin(reported, wanted)
  }
  const [reported, words] = [wordsOf(industry), wordsOf(entry)]
  if (words.length === 0) return false
  return reported.some((_, at) => words.every((word, index) => isSameWord(reported[at + index] ?? '', word)))
}

function codesOf(text: string): (CodeRange & { rest: string }) | null {
  const plain = text.trim().toLowerCase()
  const match = CODE.exec(plain)
  if (match === null) return null
  const [found, first = '', last = first] = match
  const rest = plain.slice(found.length).trim()
  return last.length === first.length ? { first, last, rest } : { first, last: first, rest }
}

/**
 * Returns true if a reported code is in a range. Compares only as many digits as the codes of the range have. A reported code with fewer
 * digits is too general and does not match.
 */
function isWithin(reported: CodeRange, { first, last }: CodeRange): boolean {
  const digits = first.length
  if (reported.first.length < digits) return false
  return reported.first.slice(0, digits) <= last && reported.last.slice(0, digits) >= first
}

function isSameWord(one: string, other: string): boolean {
  return one === other || isPlural(one, other) || isPlural(other, one)
}

function isPlural(plural: string, word: string): boolean {
  if (word.length < 3 || !plural.endsWith('s')) return false
  return (
    plural === `${word}s` ||
    plural === `${word}es` ||
    (word.endsWith('y') && plural === `${word.slice(0, -1)}ies`)
  )
}
