import printed from '../../../resources/prefill/label-words.json' with { type: 'json' }
import { wordsOf } from '../base/text.ts'
import { typedText } from './typed-text.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))
/** Small words that begin a last name: de la Cruz, van Dyke. */
const PARTICLES = words('de del la las los van von der den da di du le st san mac al el bin ben')
const TITLES = words('mr mrs ms miss mx dr prof rev hon sra srta')
/** Parts of a last name that tell a father from his son. */
const GENERATIONS = words('jr sr ii iii iv')
const DEGREES = words('md phd dds esq cpa mba jd')
/** Words of the names of businesses that are no names of people. */
const BUSINESS = new Set(printed.business_words)
const PERSON = /^\p{L}[\p{L}\p{M} .'’-]*$/u

/**
 * Splits a person's full name: `Maria Lopez`, `Doe, John`, `Dr. John Q. Doe Jr.`. Returns null if the text does not show which words are the
 * last name, such as three whole words without a comma or a particle. With `isGuess`, takes the last of such words.
 */
export function splitName(typed: string, isGuess = false): { first_name: string; last_name: string } | null {
  const parts = typedText(typed).split(',').map(wordsIn)
  if (isBusinessName(typed)) return null
  if (parts.some((part) => part.length === 0 || !PERSON.test(part.join(' ')))) return null
  const endings = parts.slice(1).filter((part) => part.every(isEnding))
  const names = parts.filter((part) => !endings.includes(part))
  const [one = [], other, ...more] = names
  if (more.length > 0) return null
  const family = withoutEndings(one)
  const suffix = [...family.endings, ...endings.flat()].filter((word) => GENERATIONS.has(plain(word)))
  if (other === undefined) return splitWords(family.words, suffix, isGuess)
  const given = withoutEndings(other.filter((word) => !TITLES.has(plain(word))))
  if (family.words.length === 0 || given.words.length === 0) return null
  // `John Doe, Jane Roe` are two persons, and cannot be told from `Garcia Lopez, Maria Elena`.
  const areMany = [family.words, given.words].every(
    (all) => all.filter((word) => !isInitial(word) && !PARTICLES.has(plain(word))).length > 1,
  )
  if (areMany) return null
  return named(given.words, [...family.words, ...suffix, ...given.endings])
}

/** True if a name contains a word such as "LLC" or "Bakery", an ampersand, or a digit, which the name of a person does not contain. */
export function isBusinessName(text: string): boolean {
  return /[&\d]/.test(text) || wordsOf(text.replaceAll('.', '')).some((word) => BUSINESS.has(word))
}

function splitWords(all: readonly string[], suffix: readonly string[], isGuess: boolean) {
  const known = TITLES.has(plain(all[0] ?? '')) ? all.slice(1) : all
  const [first = ''] = known
  let last = known.findIndex((word, at) => at > 0 && PARTICLES.has(plain(word)))
  if (last < 0) last = known.length - 1
  // An initial alone is not a first name, and a whole word in the middle can belong to either name.
  if (last < 1 || isInitial(first)) return null
  if (!isGuess && !known.slice(1, last).every(isInitial)) return null
  return known.length - last > 3 ? null : named(known.slice(0, last), [...known.slice(last), ...suffix])
}

const named = (first: readonly string[], last: readonly string[]) => ({
  first_name: first.join(' '),
  last_name: last.join(' '),
})

const plain = (word: string) => wordsOf(word).join('')
const isEnding = (word: string) => GENERATIONS.has(plain(word)) || DEGREES.has(plain(word))
const isInitial = (word: string) => plain(word).length < 2

function wordsIn(part: string): string[] {
  return part.split(' ').filter((word) => word !== '')
}

/** Splits the endings such as `Jr.` from the words of a name. Keeps the first word, which is a name in any case. */
function withoutEndings(all: readonly string[]): { words: string[]; endings: string[] } {
  let end = all.length
  while (end > 1 && isEnding(all[end - 1] ?? '')) end--
  return { words: all.slice(0, end), endings: all.slice(end) }
}
