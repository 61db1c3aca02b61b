import { fold, wordsOf } from '../../platform/base/text.ts'
import { rowIds, valueAt } from '../form/form-path.ts'
import type { FormValues, SubmissionState } from '../deals/deal.ts'
import { statusLabel } from '../../platform/words/status-labels.ts'

/** Search text of a deal without its status. It contains the EIN of the business, and no part of an SSN. */
export interface SearchText {
  /** The names of the business. Deals that match by name come first in the results. */
  names: string
  /**
   * The other words by which a search finds the deal: owners, the broker's reference, the application's id, the EIN and its last four digits,
   * the city, the ZIP code, the sales representative, phone numbers, and e-mail addresses.
   */
  marks: string
  notes: string
}

interface Searched {
  values: FormValues
  legal_name: string
  reference: string
  application_id: string | null
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
      // Nine digits may be an SSN in the wrong field, so only the five digits of a ZIP code are indexed.
      /^\d{5}(?:-\d{4})?$/.test(zip) ? zip.slice(0, 5) : '',
      ...phones.flatMap(phoneWords),
      ...emails.flatMap(emailWords),
    ].join(' '),
    notes: nameWords(withoutSensitive([text('application.notes'), ...notes].join(' '))),
  }
}

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
 * Returns the words that a deal must contain to match a typed search. A search for a phone number or an EIN can be read in two ways, so this
 * returns a list of words for each way: as separate groups of digits, and as one number.
 */
export function searchWords(search: string): string[][] {
  const typed = search.trim().replace(/^\+1/, '')
  const words = typed
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [joined(part)] : wordsOf(part.replace(ADDRESS_END, ''))))
    .filter((word) => word !== '')
  const digits = /^[\d\s().+-]+$/.test(typed) ? nationalDigits(typed) : ''
  const isNumber = digits.length >= 7 && digits.length <= PHONE_DIGITS
  return [words, ...(isNumber && words.join() !== digits ? [[digits]] : [])]
}

/** Returns the words for a deal's status, so that a search for such a word finds the deal. */
export function statusText({ state, application_status, offer_status }: Statuses): string[] {
  const statuses = [application_status, offer_status].flatMap((status) =>
    status === null ? [] : [status, statusLabel(status)],
  )
  return wordsOf([STATE_WORDS[state], ...statuses].join(' '))
}
