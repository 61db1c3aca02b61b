import type { Language } from '../../platform/texts/messages.ts'

export interface Snippet {
  snippet_id: string
  name: string
  /** The language of the text. Figures, dates, and lists that the app fills in are in the same language. */
  language: Language
  /** The subject of the mail. It is one line and may be empty. */
  subject: string
  body: string
}

/** The broker's snippets in their order, and the broker's own texts for the placeholders `{my_name}` and `{signature}`. */
export interface SnippetSettings {
  snippets: Snippet[]
  broker_name: string
  signature: string
}

export const MOST_SNIPPETS = 100
export const LONGEST_NAME = 80
export const LONGEST_SUBJECT = 200
export const LONGEST_BODY = 5_000
export const LONGEST_SIGNATURE = 1_000

/**
 * Placeholders of snippets, by the group in which the editor offers them. There is no placeholder for an SSN, an EIN, or the number of a
 * bank account, so a message can never contain one of them.
 */
export const SNIPPET_PLACEHOLDERS = {
  merchant: ['merchant', 'dba', 'contact_name', 'contact_first_name'],
  deal: ['amount_requested', 'amount_funded', 'reference', 'missing_papers', 'date'],
  offer: [
    'offers',
    'offer_amount',
    'offer_payment',
    'offer_term',
    'offer_factor',
    'offer_payback',
    'offer_fees',
    'offer_net',
    'offer_apr',
    'offer_expires',
  ],
  broker: ['my_name', 'signature'],
} as const
export type SnippetPlaceholder = (typeof SNIPPET_PLACEHOLDERS)[keyof typeof SNIPPET_PLACEHOLDERS][number]
export type OfferPlaceholder = (typeof SNIPPET_PLACEHOLDERS)['offer'][number]

const ALL: readonly string[] = Object.values(SNIPPET_PLACEHOLDERS).flat()

export function isSnippetPlaceholder(name: string): name is SnippetPlaceholder {
  return ALL.includes(name)
}

export function isOfferPlaceholder(name: string): name is OfferPlaceholder {
  return (SNIPPET_PLACEHOLDERS.offer as readonly string[]).includes(name)
}
