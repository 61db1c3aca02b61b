import type { Proposal } from '../prefill/prefill.ts'
import type { Message } from '../../platform/texts/message.ts'

/** A place in a document on which a suggestion is based. `boxes` are PDF coordinates, four numbers per rectangle. */
export interface SuggestionPlace {
  document_id: string
  page: number
  boxes: number[]
}

/**
 * A value for the form from verified bank statements. A position (a funder that takes payments) is one suggestion for all fields of its
 * row. Its `path` and `value` are the funder's.
 */
export interface StatementSuggestion extends Omit<Proposal, 'proposal_id' | 'page' | 'quote' | 'boxes'> {
  /** Identifies the field, the value, and what the form contains now. It is different after one of them changed. */
  suggestion_id: string
  /** From which months, statements, or payments the value comes. */
  source: Message
  /** The first place is the one to show. */
  places: SuggestionPlace[]
}
