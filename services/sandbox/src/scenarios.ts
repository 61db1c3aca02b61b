import type { PartnerStatus } from '../../../src-shared/domain/vocabulary.ts'

/** A status that the underwriting brings about, `paces` after the one before it (one pace where left out). */
export interface ScenarioStep {
  status: PartnerStatus
  paces?: number
}

/** What happens to an application. Which status follows which is not shown by the specification: all of it is assumed. */
export interface Scenario {
  /** Once documents have arrived. */
  review: ScenarioStep[]
  /** Once further documents have arrived for an application that was incomplete. */
  second_review: ScenarioStep[]
  /** Once the broker has accepted an offer. */
  closing: ScenarioStep[]
  /** How many offers `offer_available` generates. */
  offers: number
}

const REVIEW_TO_OFFER: ScenarioStep[] = [{ status: 'app_under_review' }, { status: 'offer_available' }]

const STANDARD: Scenario = {
  review: REVIEW_TO_OFFER,
  second_review: REVIEW_TO_OFFER,
  closing: [
    { status: 'app_documentation_pending' },
    { status: 'app_final_approval' },
    { status: 'app_funded' },
  ],
  offers: 1,
}

/** A word in the application's `reference` steers it, so that tests and demos can choose what happens. */
const STEERED: Record<string, Scenario> = {
  decline: { ...STANDARD, review: [{ status: 'app_under_review' }, { status: 'app_declined_closed' }] },
  incomplete: { ...STANDARD, review: [{ status: 'app_under_review' }, { status: 'app_incomplete_info' }] },
  rescind: { ...STANDARD, review: [...REVIEW_TO_OFFER, { status: 'offer_rescinded', paces: 4 }] },
  multiple: { ...STANDARD, offers: 3 },
}

/** The scenario whose word stands in the reference (any case); the standard one where none does. */
export function scenarioFor(reference: unknown): Scenario {
  const text = typeof reference === 'string' ? reference.toLowerCase() : ''
  const word = Object.keys(STEERED).find((candidate) => text.includes(candidate))
  return (word === undefined ? undefined : STEERED[word]) ?? STANDARD
}
