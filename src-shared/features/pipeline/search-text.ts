import { fold, wordsOf } from '../../platform/base/text.ts'
import { rowIds, valueAt } from '../form/form-path.ts'
import type { FormValues, SubmissionState } from '../deals/deal.ts'
import type { Offer } from '../offers/offer.ts'
import { typedCents } from '../../platform/entry/money.ts'
import { US_STATES } from '../../platform/entry/us-states.ts'
import { statusLabel } from '../../platform/words/status-labels.ts'

/** Search text of a deal without its status. It contains the EIN of the business, and no part of an SSN. */
export interface SearchText {
  /** The names of the business. Deals that match by name come first in the results. */
  names: string
  /**
   * The other words by which a search finds the deal: owners, the broker's reference, the application's id, the EIN and its last four digits,
   * the city, the state, the ZIP code, the sales representative, phone numbers, e-mail addresses, and the amounts of the request and of the
   * offers.
   */
  marks: string
  notes: string
}

interface Searched {
  values: FormValues
  legal_name: string
  reference: string
  application_id: string | null
  amount_cents: number | null
  offers: readonly Pick<Offer, 'amount_cents'>[]
}

interface Statuses {
  state: SubmissionState
  application_status: string | null
  offer_status: string | null
}

const STATE_WORDS: Record<SubmissionState, string> = {
  draft: 'Draft',
  queued: 'Queued',
  sending: 'Sending',
  received: 'Submitted',
  refused: 'Refused',
  unknown: 'Unclear, outcome unknown',
}

/** Matches an SSN or an EIN in free text. Such numbers are left out of the search index. */
const SENSITIVE = /(?<!\d)(\d{3}[-. ]?\d{2}[-. ]?\d{4}|\d{2}-?\d{7})(?!\d)/g

/** Returns the text in which a search finds a deal, including its notes, in lowercase and without accents. */
export function searchTextOf(deal: Searched, notes: string[]): SearchText {
  const text = (path: string) => {
    const value = valueAt(deal.values, path)
    return typeof value === 'string' ? value : ''
  }
  const ofOwners = (...fields: string[]) =>
    rowIds(deal.values, 'company.owners').flatMap((row) =>
      fields.map((field) => text(`company.owners.${row}.${field}`)),
    )
  const ein = text('company.ein').replaceAll(/\D/g, '')
  const zip = text('company.address.zip').trim()
  const phones = [text('company.phone'), ...ofOwners('cell_phone')]
  const emails = [text('company.email'), ...ofOwners('email')]
  return {
    names: nameWords(`${deal.legal_name} ${text('company.dba')}`),
    marks: [
      nameWords(ofOwners('first_name', 'last_name').join(' ')),
      fold(`${deal.reference} ${deal.application_id ?? ''}`),
      // Index nothing of an EIN that is not complete yet.
      ein.length === 9 ? `${ein} ${ein.slice(-4)}` : '',
      ...['company.address.city', 'application.sales_representative'].map((path) =>
        nameWords(withoutSensitive(text(path))),
      ),
      STATE_NAMES.get(text('company.address.state')) ?? '',
      [deal.amount_cents, ...deal.offers.map(({ amount_cents }) => amount_cents)].map(amountWord).join(' '),
      // Nine digits may be an SSN in the wrong field, so only the five digits of a ZIP code are indexed.
      /^\d{5}(?:-\d{4})?$/.test(zip) ? zip.slice(0, 5) : '',
      ...phones.flatMap(phoneWords),
      ...emails.flatMap(emailWords),
    ].join(' '),
    notes: nameWords(withoutSensitive([text('application.notes'), ...notes].join(' '))),
  }
}

const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  US_STATES.map(({ value, label, also = [] }) => [value, wordsOf([label, ...also].join(' ')).join(' ')]),
)

/**
 * Returns an amount as one word between letters that nobody types. So no other digits find an amount, and a search for $1,000 does not find
 * $10,000, although a word also finds longer words.
 */
const amountWord = (cents: number | null) => (cents === null ? '' : `ǂ${cents}ǂ`)

const withoutSensitive = (text: string) => text.replaceAll(SENSITIVE, ' ')

/** Matches the part of a word after an apostrophe, such as `Brien` in `O'Brien`. Shorter parts, as in `Sam's`, are not names. */
const AFTER_APOSTROPHE = /['’ʼ]([\p{L}\p{N}]{3,})/gu

/** Returns a folded text in which a name with an apostrophe is found with and without the letters before it: O'Brien, obrien, brien. */
function nameWords(text: string): string {
  const parts = [...text.matchAll(AFTER_APOSTROPHE)].map(([, part]) => part)
  return fold([text, ...parts].join(' '))
}

/** Number of digits of a US phone number without the country code. */
const PHONE_DIGITS = 10

/** Returns the words of a phone number: all digits, and the digits after the area code and after the exchange, which brokers search for. */
function phoneWords(phone: string): string[] {
  const digits = nationalDigits(phone)
  // Index nothing else, because the text may be another number, such as an SSN that was typed into the wrong field.
  return digits.length === PHONE_DIGITS ? [digits, digits.slice(3), digits.slice(6)] : []
}

const nationalDigits = (text: string) => text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')

/** Mail providers that thousands of merchants use. A search for such a provider would find nearly all deals. */
const MAIL_PROVIDERS = new Set(['gmail', 'yahoo', 'hotmail', 'outlook', 'icloud', 'aol'])

/** Returns the words of an e-mail address: the whole address as one word, and the parts of it for which brokers search. */
function emailWords(email: string): string[] {
  const address = withoutSensitive(email)
  const [local = '', domain = '', ...more] = address.split('@')
  if (domain === '' || more.length > 0) return []
  // The last part, such as `com`, is left out, because nearly all addresses have it.
  const hosts = wordsOf(domain).slice(0, -1)
  const isOwnDomain = !hosts.some((host) => MAIL_PROVIDERS.has(host))
  return [joined(address), ...wordsOf(local), ...(isOwnDomain ? [joined(domain), ...hosts] : [])]
}

const joined = (text: string) => wordsOf(text).join('')

/** Matches the end of an Internet address. No deal is indexed with it. */
const ADDRESS_END = /\.(com|net|org|us|biz|info|co|io)$/i

/**
 * Returns the words that a deal must contain to match a typed search. A search for a phone number, an EIN, or an amount can be read in
 * several ways, so this returns a list of words for each way: as separate groups of digits, as one number, and as an amount.
 */
export function searchWords(search: string): string[][] {
  const typed = search.trim().replace(/^\+1/, '')
  const words = typed
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [joined(part)] : wordsOf(part.replace(ADDRESS_END, ''))))
    .filter((word) => word !== '')
  const digits = /^[\d\s().+-]+$/.test(typed) ? nationalDigits(typed) : ''
  const isNumber = digits.length >= 7 && digits.length <= PHONE_DIGITS
  const amounts = amountWords(search)
  return [
    words,
    ...(isNumber && words.join() !== digits ? [[digits]] : []),
    ...(amounts === null ? [] : [amounts]),
  ]
}

/** Smaller amounts are rather a number of something else, such as a street. */
const SMALLEST_AMOUNT_CENTS = 100_00

/** Returns the words of a search in which an amount is one word: `$122.5k`, `1.2 million`, `juniper 122,500`. Null without an amount. */
function amountWords(search: string): string[] | null {
  const read = (text: string) => {
    const cents = /\d/.test(text) ? typedCents(text) : null
    return cents === null || cents < SMALLEST_AMOUNT_CENTS ? null : amountWord(cents)
  }
  const whole = read(search)
  if (whole !== null) return [whole]
  const parts = search.split(/\s+/)
  return parts.some((part) => read(part) !== null)
    ? parts.flatMap((part) => read(part) ?? wordsOf(part))
    : null
}

/** Shorter words are similar to too many others. */
const FEWEST_SIMILAR_LETTERS = 4

/**
 * Returns the beginnings of the words that can be similar to a typed word: words with the same first letter, or with the first two letters
 * swapped. None for a number or a short word.
 */
export function similarBeginnings(typed: string): string[] {
  const [first = '', second = ''] = typed
  const isName = typed.length >= FEWEST_SIMILAR_LETTERS && /^\p{L}+$/u.test(typed)
  return isName ? [first, ...(first === second ? [] : [second + first])] : []
}

/** Returns true if a word starts with the typed one except for one letter too many, too few, or wrong, or two swapped ones. */
export function isSimilar(typed: string, word: string): boolean {
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at++
  const [rest, other] = [typed.slice(at), word.slice(at)]
  const isSwapped = rest[0] === other[1] && rest[1] === other[0] && other.length > 1
  return (
    other.slice(1).startsWith(rest) ||
    other.startsWith(rest.slice(1)) ||
    other.slice(1).startsWith(rest.slice(1)) ||
    (isSwapped && other.slice(2).startsWith(rest.slice(2)))
  )
}

/** Returns the words for a deal's status, so that a search for such a word finds the deal. */
export function statusText({ state, application_status, offer_status }: Statuses): string[] {
  const statuses = [application_status, offer_status].flatMap((status) =>
    status === null ? [] : [status, statusLabel(status)],
  )
  return wordsOf([STATE_WORDS[state], ...statuses].join(' '))
}
