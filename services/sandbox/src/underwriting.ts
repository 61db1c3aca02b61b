import { randomUUID } from 'node:crypto'
import type { PartnerStatus } from '../../../src-shared/platform/words/vocabulary.ts'
import type { Clock } from './clock-and-log.ts'
import { generateTerms } from './offer-terms.ts'
import { createScheduler } from './scheduler.ts'
import { type Application, earliest, type Offer, type Step, type Store } from './store.ts'
import type { Events } from './webhook-delivery.ts'

const DAY_MS = 24 * 3600 * 1000
/** Each further offer has a shorter lifetime, so that users and tests can see offers expire. */
const LIFETIME_DAYS = 14
const SHORTER_BY_DAYS = 4

export type Underwriting = ReturnType<typeof createUnderwriting>

/** Each step is stored on disk with its due time. A step and the events that it creates are one transaction. */
export function createUnderwriting(
  store: Store,
  events: Events,
  clock: Clock,
  { paceMs, seed, offers: offersPerReview }: { paceMs: number; seed: number; offers: number },
) {
  const scheduler = createScheduler(clock, () => {
    const step = earliest(store.steps.list())
    return step && { due_at: step.due_at, run: () => store.transaction(() => runStep(step)) }
  })

  function schedule(application_id: string, steps: ScenarioStep[]): void {
    let due_at = clock()
    for (const { step_id } of store.steps.list((step) => step.application_id === application_id))
      store.steps.delete(step_id)
    for (const { status, paces = 1 } of steps) {
      due_at += paces * paceMs
      store.steps.put({ step_id: randomUUID(), application_id, status, due_at })
    }
    scheduler.wake()
  }

  function runStep(step: Step): void {
    const application = store.applications.get(step.application_id)
    store.steps.delete(step.step_id)
    if (application === null) return
    switch (step.status) {
      case 'offer_available':
        makeOffers(application)
        break
      case 'offer_rescinded':
        for (const offer of offersOf(step.application_id))
          if (offer.status === 'offer_available') setOfferStatus(offer, 'offer_rescinded')
        break
      default:
        setStatus(step.application_id, step.status)
        events.publish(step.application_id, step.status)
    }
  }

  function offersOf(application_id: string): Offer[] {
    return store.offers.list((offer) => offer.application_id === application_id)
  }

  function setStatus(application_id: string, status: PartnerStatus): void {
    store.applications.change(application_id, { status, updated_at: clock() })
  }

  function makeOffers(application: Application): void {
    const { offers } = scenarioFor(application.application['reference'])
    for (let made = 0; made < Math.max(offers, offersPerReview); made += 1) {
      addOffer(application)
      events.publish(application.application_id, 'offer_available')
    }
  }

  function addOffer(application: Application): void {
    const { application_id } = application
    const n = offersOf(application_id).length + 1
    const created_at = clock()
    store.offers.put({
      offer_id: `${application_id}${String(n).padStart(2, '0')}`,
      application_id,
      status: 'offer_available',
      terms: generateTerms(seed, application, n, created_at),
      created_at,
      expires_at: created_at + Math.max(1, LIFETIME_DAYS - SHORTER_BY_DAYS * (n - 1)) * DAY_MS,
    })
  }

  function setOfferStatus(offer: Offer, status: PartnerStatus): void {
    store.offers.change(offer.offer_id, { status })
    events.publish(offer.application_id, status)
  }

  return {
    /** The review starts after one pace without another document, so that it covers all documents. */
    documentArrived(application_id: string): void {
      const application = store.applications.get(application_id)
      if (application === null) return
      const { review, second_review } = scenarioFor(application.application['reference'])
      if (application.status === null) schedule(application_id, review)
      else if (application.status === 'app_incomplete_info') schedule(application_id, second_review)
    },

    accept(offer: Offer): { ok: true; offer: Offer } | { ok: false; reason: string } {
      const siblings = offersOf(offer.application_id)
      if (offer.status !== 'offer_available') return { ok: false, reason: `The offer is ${offer.status}.` }
      if (offer.expires_at <= clock()) return { ok: false, reason: 'The offer has expired.' }
      if (siblings.some(({ status }) => status === 'offer_accepted'))
        return { ok: false, reason: 'Another offer for this application was accepted.' }
      const application = store.applications.get(offer.application_id)
      setOfferStatus(offer, 'offer_accepted')
      schedule(offer.application_id, scenarioFor(application?.application['reference']).closing)
      return { ok: true, offer: { ...offer, status: 'offer_accepted' } }
    },

    /**
     * Sets any status of an application or its offers, regardless of the previous status, because the spec does not show the allowed order
     * (section 3). The scheduled steps continue. `at` (ms) sets only the time of the event. `offer_id` selects the offer. Without
     * `offer_id`, `offer_available` creates a new offer, and other offer statuses apply to all offers. If `recorded` is false, only sends
     * the event and changes no status. Returns the event's identifier.
     */
    force(
      application: Application,
      status: PartnerStatus,
      { at, offer_id, recorded }: { at: number; offer_id: string | undefined; recorded: boolean },
    ): string {
      const { application_id } = application
      if (recorded && !status.startsWith('offer_')) setStatus(application_id, status)
      else if (recorded && status === 'offer_available' && offer_id === undefined) addOffer(application)
      else if (recorded)
        for (const offer of offersOf(application_id))
          if (offer_id === undefined || offer.offer_id === offer_id)
            store.offers.change(offer.offer_id, { status })
      return events.publish(application_id, status, at)
    },

    resume: (): void => scheduler.wake(),
    stop: (): Promise<void> => scheduler.stop(),
  }
}

/** `paces` is the delay after the previous status, as a multiple of `paceMs` (default: 1). */
interface ScenarioStep {
  status: PartnerStatus
  paces?: number
}

/** All of this is assumed. */
interface Scenario {
  /** After the documents have arrived, also those that an incomplete application lacked. */
  review: ScenarioStep[]
  second_review: ScenarioStep[]
  /** After the broker has accepted an offer. */
  closing: ScenarioStep[]
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
const BY_KEYWORD: Record<string, Scenario> = {
  decline: { ...STANDARD, review: [{ status: 'app_under_review' }, { status: 'app_declined_closed' }] },
  incomplete: { ...STANDARD, review: [{ status: 'app_under_review' }, { status: 'app_incomplete_info' }] },
  rescind: { ...STANDARD, review: [...REVIEW_TO_OFFER, { status: 'offer_rescinded', paces: 4 }] },
  multiple: { ...STANDARD, offers: 3 },
}

function scenarioFor(reference: unknown): Scenario {
  const text = typeof reference === 'string' ? reference.toLowerCase() : ''
  const word = Object.keys(BY_KEYWORD).find((candidate) => text.includes(candidate))
  return (word === undefined ? undefined : BY_KEYWORD[word]) ?? STANDARD
}
