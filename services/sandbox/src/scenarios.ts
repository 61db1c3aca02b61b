import type { PartnerStatus } from '../../../src-shared/domain/vocabulary.ts'

/** A status that the underwriting sets, `paces` after the previous one (default: one pace). */
export interface ScenarioStep {
  status: PartnerStatus
  paces?: number
}

/** Course of an application. The spec does not show the order of statuses, so all of it is assumed. */
export interface Scenario {
  /** Steps after documents have arrived. */
  review: ScenarioStep[]
  /** Steps after more documents have arrived for an incomplete application. */
  second_review: ScenarioStep[]
  /** Steps after the broker has accepted an offer. */
  closing: ScenarioStep[]
  /** Number of offers that `offer_available` creates. */
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

/** A keyword in the application's `reference` selects the scenario, so that tests and demos can choose it. */
const STEERED: Record<string, Scenario> = {
  decline: { ...STANDARD, review: [{ status: 'app_under_review' }, { status: 'app_declined_closed' }] },
  incomplete: { ...STANDARD, review: [{ status: 'app_under_review' }, { status: 'app_incomplete_info' }] },
  rescind: { ...STANDARD, review: [...REVIEW_TO_OFFER, { status: 'offer_rescinded', paces: 4 }] },
  multiple: { ...STANDARD, offers: 3 },
}

/** Returns the scenario whose keyword is in the reference (case-insensitive), otherwise the standard one. */
export function scenarioFor(reference: unknown): Scenario {
  const text = typeof reference === 'string' ? reference.toLowerCase() : ''
  const word = Object.keys(STEERED).find((candidate) => text.includes(candidate))
  return (word === undefined ? undefined : STEERED[word]) ?? STANDARD
}
