/** Where a notice stands on the first page, or below the last entry. */
export const PLACES = ['top', 'head', 'summary', 'end'] as const
export type Place = (typeof PLACES)[number]

/** What a statement prints besides the usual. */
export interface Extras {
  /** Lines that have nothing to do with the statement. */
  notices?: Partial<Record<Place, string>>
  /** The line with the account number. Without it, the generator takes a usual one. */
  account?: (last4: string) => string
  last4?: string
  /** The table has headings and dates of no usual form. */
  hasStrangeTable?: boolean
  /** The summary has only the two balances. */
  isBare?: boolean
  /** False to leave out the period at the head. */
  hasPeriod?: boolean
}
