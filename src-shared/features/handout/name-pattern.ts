import { monthOf } from '../../platform/base/days.ts'
import { isWholeMonths } from '../documents/statement-coverage.ts'
import { legalFileName } from '../../platform/base/file-name.ts'
import { insertable, isInvisible, placeholdersIn, templateParts } from '../../platform/base/placeholders.ts'
import type { StatementPeriod } from '../documents/document.ts'

export const NAME_PLACEHOLDERS = [
  'merchant',
  'dba',
  'kind',
  'month',
  'reference',
  'date',
  'n',
  'name',
] as const
export type NamePlaceholder = (typeof NAME_PLACEHOLDERS)[number]

/** The values of one file for the placeholders. An empty value is left out of the name, together with the separator next to it. */
export type NameValues = Record<NamePlaceholder, string>

export const USUAL_PATTERN = '{merchant} - {kind} {month}'
export const LONGEST_PATTERN = 200
/** Maximum length of one value, so that a long name of a merchant leaves room for the other values. */
const LONGEST_VALUE = 80
/** Maximum length of a name in UTF-8. Most file systems limit a name to 255 bytes, and unpackers and numbers need some of them. */
const MOST_BYTES = 200
/** Maximum length of a name. It must be below the limit of `legalFileName`, which would cut off the number of a name that is taken. */
const MOST_CHARACTERS = 140

export type PatternProblem =
  | { problem: 'empty' | 'too_long' | 'no_placeholder' }
  | { problem: 'unknown'; names: string[] }
  | { problem: 'illegal'; characters: string[] }

const KNOWN: ReadonlySet<string> = new Set(NAME_PLACEHOLDERS)
/** Characters that Windows does not allow in a file name, and braces that do not belong to a placeholder. */
const ILLEGAL = new Set('<>:"/\\|?*{}')

/** Returns the problems of a pattern. A pattern without problems gives a legal file name on every system, for all values. */
export function patternProblems(pattern: string): PatternProblem[] {
  if (pattern.trim() === '') return [{ problem: 'empty' }]
  if (pattern.length > LONGEST_PATTERN) return [{ problem: 'too_long' }]
  const names = placeholdersIn(pattern)
  const unknown = names.filter((name) => !KNOWN.has(name))
  const literal = templateParts(pattern)
    .map((part) => ('text' in part ? part.text : ''))
    .join('')
  const characters = [...new Set(literal)].filter(
    (character) => ILLEGAL.has(character) || isInvisible(character),
  )
  return [
    ...(unknown.length > 0 ? [{ problem: 'unknown', names: unknown } as const] : []),
    ...(characters.length > 0 ? [{ problem: 'illegal', characters } as const] : []),
    ...(names.length === 0 ? [{ problem: 'no_placeholder' } as const] : []),
  ]
}

/**
 * Names files by a pattern, in order. Every name is legal on Windows, macOS, and Linux, ends with `extension` (such as `.pdf`), and is
 * different from the others and from `taken`. A file for which the pattern gives no text gets its own name.
 */
export function namesByPattern(
  pattern: string,
  files: readonly NameValues[],
  { extension = '.pdf', taken = [] }: { extension?: string; taken?: readonly string[] } = {},
): string[] {
  const used = new Set(taken.map(comparable))
  return files.map((values) => {
    const name = withoutExtension(values.name, extension)
    const base = nameByPattern(pattern, { ...values, name }) || trimmed(clean(name)) || '_'
    return distinctName(base, extension, used)
  })
}

/** Returns a legal name that is not in `used`, and adds it there. A name that is taken gets a number. */
export function distinctName(base: string, extension: string, used: Set<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`
    const name = legalFileName(`${fitted(base, suffix.length + extension.length)}${suffix}${extension}`)
    if (used.has(comparable(name))) continue
    used.add(comparable(name))
    return name
  }
}

/** Windows and macOS ignore case in file names, and macOS also ignores how an accent is encoded. */
export function comparable(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/**
 * Returns the value of `{month}`: `2026-03` for a period within a month, otherwise the first and the last month or day. The notation sorts
 * by time, and is the same in every language.
 */
export function monthValue(period: StatementPeriod | null): string {
  if (period === null) return ''
  const [first, last] = [monthOf(period.from), monthOf(period.to)]
  if (first === last) return first
  return isWholeMonths(period) ? `${first}_${last}` : `${period.from}_${period.to}`
}

function nameByPattern(pattern: string, values: NameValues): string {
  const parts = templateParts(pattern).map((part) =>
    'text' in part ? part.text : KNOWN.has(part.name) ? clean(values[part.name as NamePlaceholder]) : '',
  )
  return tidied(parts.join(''))
}

const SEPARATORS = ' -–—_.,;+'

/** Removes separators and brackets that an empty value left over: `Juniper -  .pdf` becomes `Juniper`. */
function tidied(name: string): string {
  const isSeparator = (word: string) => [...word].every((character) => SEPARATORS.includes(character))
  const words = name.replaceAll('()', '').replaceAll('[]', '').split(' ').filter(Boolean)
  const kept = words.filter((word, at) => !(isSeparator(word) && isSeparator(words[at - 1] ?? '-')))
  const joined = kept.join(' ').split('_').filter(Boolean).join('_')
  return trimmed(joined)
}

function trimmed(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && SEPARATORS.includes(text.charAt(from))) from++
  while (to > from && SEPARATORS.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

/** Makes a value a part of a name: characters that no system allows become a hyphen. */
function clean(value: string): string {
  return [...insertable(value, LONGEST_VALUE)]
    .map((character) => (ILLEGAL.has(character) ? '-' : character))
    .join('')
}

function withoutExtension(name: string, extension: string): string {
  const isThere = name.toLowerCase().endsWith(extension)
  return isThere ? name.slice(0, -extension.length) : name
}

function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Shortens a name so that `more` ASCII characters still fit after it. Never cuts a character in half. */
function fitted(base: string, more: number): string {
  let bytes = more
  let kept = ''
  for (const character of base) {
    bytes += bytesOf(character)
    if (bytes > MOST_BYTES || kept.length + more + character.length > MOST_CHARACTERS) break
    kept += character
  }
  return trimmed(kept)
}
