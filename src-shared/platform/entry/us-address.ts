import { readState } from './us-states.ts'
import { trimBoth } from '../base/text.ts'
import { readIdNumber } from './id-number.ts'
import { typedText } from './typed-text.ts'

/** A US address in its parts. A part that the text does not contain is empty. */
export interface UsAddress {
  street_1: string
  street_2: string
  city: string
  state: string
  zip: string
}

const MAX_LENGTH = 300
const COUNTRY = /(?:, ?| )(?:usa|us|u\.s\.a?\.?|united states(?: of america)?)$/i
const UNIT = new Set(
  'suite ste apt apartment unit floor fl room rm bldg building space spc lot dept office of. oficina apto'.split(
    ' ',
  ),
)
const STREET_TYPE = new Set(
  (
    'st street ave av avenue blvd boulevard rd road dr drive ln lane ct court pl place way hwy highway pkwy parkway cir circle ' +
    'ter terrace trl trail sq square loop pike plaza plz aly alley expy expressway broadway calle avenida'
  ).split(' '),
)
const DIRECTION = new Set('n s e w ne nw se sw north south east west'.split(' '))

const bare = (word: string) => trimBoth(word, '.,').toLowerCase()

/**
 * Splits a whole US address that was pasted into one line: `18 Alder St Suite 4, Portland, OR 97204`. Returns null unless the text has at
 * least a street, a city, and a state.
 */
export function readUsAddress(typed: string): UsAddress | null {
  const { words, state, zip } = splitEnd(typed)
  const place = streetAndCity(words)
  return place === null || state === null ? null : { ...place, state, zip }
}

/** Splits the end of an address: `Portland, OR 97204`, `Portland OR`, `Portland / Oregon / 97204`. Returns null without a city and a state. */
export function readCityLine(typed: string): Pick<UsAddress, 'city' | 'state' | 'zip'> | null {
  const { words, state, zip } = splitEnd(typed.replaceAll(/[/;|\n]/g, ','))
  const city = words.join(' ')
  return state !== null && isCity(city) ? { city, state, zip } : null
}

/** Splits the state and the ZIP code from the end of an address. */
function splitEnd(typed: string): { words: string[]; state: string | null; zip: string } {
  const text = typedText(typed, MAX_LENGTH).replace(COUNTRY, '')
  const words = text.replaceAll(',', ' , ').split(' ').filter(Boolean)
  dropCommas(words)
  const zip = readIdNumber('zip', words.at(-1) ?? '')
  if (zip !== null) words.pop()
  dropCommas(words)
  const state = takeState(words)
  dropCommas(words)
  return { words, state, zip: zip ?? '' }
}

function dropCommas(words: string[]): void {
  while (words.at(-1) === ',') words.pop()
}

/** Removes the state from the end of the words, and returns its code. */
function takeState(words: string[]): string | null {
  // Look for a code first, so that `Washington DC` is the city Washington. After that, `New York` comes before `York`.
  const isCode = /^[a-z]\.?[a-z]\.?$/i.test(words.at(-1) ?? '')
  for (const count of isCode ? [1] : [3, 2, 1]) {
    const name = words.slice(-count).join(' ')
    const state = name.includes(',') || words.length <= count ? null : readState(name)
    if (state === null) continue
    words.splice(-count)
    return state
  }
  return null
}

/** Splits the words before the state. Without a comma, the city begins after the unit, or after the type of the street. */
function streetAndCity(words: string[]): Omit<UsAddress, 'state' | 'zip'> | null {
  const comma = words.lastIndexOf(',')
  const tail = words.slice(comma + 1)
  const unitAtTail = comma >= 0 && isUnit(tail[0]) ? unitLength(tail) : 0
  const cityAt = comma < 0 ? cityStart(words) : comma + 1 + unitAtTail
  const city = words.slice(cityAt).join(' ')
  const street = words.slice(0, cityAt)
  dropCommas(street)
  const unitAt = street.findIndex((word, at) => at > 1 && isUnit(word))
  const parts = (part: string[]) => trimBoth(part.join(' ').replaceAll(' ,', ','), ' ,')
  const street_1 = parts(unitAt < 0 ? street : street.slice(0, unitAt))
  const street_2 = unitAt < 0 ? '' : parts(street.slice(unitAt))
  const isStreet = /^\d|^p\.? ?o\.? box/i.test(street_1) && street_1.includes(' ')
  return isStreet && isCity(city) ? { street_1, street_2, city } : null
}

const isCity = (text: string) => /^\p{L}[\p{L}\p{M} .'’-]+$/u.test(text) && !/^.\.?$| county$/i.test(text)

const isUnit = (word = '') => UNIT.has(bare(word)) || word.startsWith('#')

/** The number of words of a unit such as `Suite 4`, `#4`, or `# 4`. */
const unitLength = ([word = '']: string[]) => (/^#./.test(word) ? 1 : 2)

function cityStart(words: string[]): number {
  const unit = words.findIndex((word, at) => at > 1 && isUnit(word))
  if (unit >= 0) return unit + unitLength(words.slice(unit))
  let at = words.findIndex((word, index) => index > 1 && STREET_TYPE.has(bare(word))) + 1
  if (at === 0) return words.length
  while (DIRECTION.has(bare(words[at] ?? '')) && at < words.length - 1) at++
  return at
}

/** A label, or more digits than a name has. Such a text was pasted from a message or a form, and contains more than names. */
const isMoreThanName = (text: string) => text.includes(':') || text.replaceAll(/\D/g, '').length > 6

/** Splits `Alder LLC d/b/a Joe's Diner` into the legal name and the trade name. Null if the text does not contain both, or contains more. */
export function splitTradeName(typed: string): { legal_name: string; dba: string } | null {
  const words = typed.trim().split(/\s/).filter(Boolean)
  const plain = words.map((word) => word.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const at = plain.findIndex(
    (word, index) =>
      word === 'dba' || (word === 'doing' && plain[index + 1] === 'business' && plain[index + 2] === 'as'),
  )
  if (at < 0) return null
  const around = ' ,;:()[]-–—"'
  const legal_name = trimBoth(words.slice(0, at).join(' '), around)
  const dba = trimBoth(words.slice(plain[at] === 'dba' ? at + 1 : at + 3).join(' '), around)
  const isSplit = [legal_name, dba].every((name) => name !== '' && !isMoreThanName(name))
  return isSplit ? { legal_name, dba } : null
}
