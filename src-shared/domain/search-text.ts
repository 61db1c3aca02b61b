import { fold, wordsOf } from '../text.ts'
import { valueAt } from '../profile/form-path.ts'
import type { FormValues, SubmissionState } from './deal.ts'
import { statusLabel } from './status-labels.ts'

/** Search text of a deal without its status. It contains only the last four digits of an EIN, and no part of an SSN. */
export interface SearchText {
  /** The names of the business. Deals that match by name come first in the results. */
  names: string
  /**
   * The other words by which a search finds the deal: owners, the broker's reference, the application's id, and the EIN's last four digits.
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
  const owners = valueAt(deal.values, 'company.owners')
  const ownerNames = (Array.isArray(owners) ? owners : []).flatMap((_, row) => [
    text(`company.owners.${row}.first_name`),
    text(`company.owners.${row}.last_name`),
  ])
  const ein = text('company.ein').replaceAll(/\D/g, '')
  return {
    names: fold(`${deal.legal_name} ${text('company.dba')}`),
    marks: fold(
      [
        ...ownerNames,
        deal.reference,
        deal.application_id ?? '',
        // An EIN that is not complete yet has no last four digits.
        ein.length === 9 ? ein.slice(-4) : '',
      ].join(' '),
    ),
    notes: fold([text('application.notes'), ...notes].join(' ').replaceAll(SENSITIVE, ' ')),
  }
}

/** Returns the words for a deal's status, so that a search for such a word finds the deal. */
export function statusText({ state, application_status, offer_status }: Statuses): string[] {
  const statuses = [application_status, offer_status].flatMap((status) =>
    status === null ? [] : [status, statusLabel(status)],
  )
  return wordsOf([STATE_WORDS[state], ...statuses].join(' '))
}
