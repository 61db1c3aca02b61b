import type { Message } from '../../platform/texts/message.ts'

/**
 * A value that the app found in a PDF, and the field of the form that it proposes for the value. Sensitive values are masked, also inside
 * the quotation.
 */
export interface Proposal {
  proposal_id: string
  path: string
  /** The label of the field, with the row if it is in a list. */
  label: string
  /** The found value as the form would store it. */
  value: string
  /** The value that the form contains now; null if the field is empty. */
  current: string | null
  /**
   * `new`: the field is empty. `replaces`: the field has another value. `same`: the field already has this value. `invalid`: the field does
   * not accept the value, and `problem` says why.
   */
  state: 'new' | 'replaces' | 'same' | 'invalid'
  problem: Message | null
  /** From 1. */
  page: number
  quote: string
  /** The places of the quotation on the page, in PDF coordinates: four numbers per rectangle (left, bottom, right, top). */
  boxes: number[]
}

export interface Proposals {
  document_id: string
  name: string
  /** `picture`: the pages are pictures without text. `unreadable`: reading the document exceeded a limit. */
  text: 'read' | 'picture' | 'unreadable'
  proposals: Proposal[]
}

/** Proposals that the broker can accept without replacing a value. */
export function newProposals(proposals: readonly Proposal[]): Proposal[] {
  return proposals.filter(({ state }) => state === 'new')
}

/** Proposals that would change the form. */
export function openProposals(proposals: readonly Proposal[]): Proposal[] {
  return proposals.filter(({ state }) => state === 'new' || state === 'replaces')
}

/** Sorts proposals: values to decide come first, then those that the form refuses, then those that the form already has. */
export function inOrder<T extends Pick<Proposal, 'state'>>(proposals: readonly T[]): T[] {
  const rank = { new: 0, replaces: 0, invalid: 1, same: 2 }
  return proposals.toSorted((one, other) => rank[one.state] - rank[other.state])
}
