import { Failure, failure } from '../../platform/base/failure.ts'
import {
  isAccepted,
  standingOf,
  isStillAccepted,
  type Offer,
} from '../../../src-shared/features/offers/offer.ts'
import type { OfferScenario } from '../../../src-shared/features/offers/offer-scenario.ts'
import { appError, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { ProofFact } from '../../../src-shared/features/proof/proof-schema.ts'
import { isWhole, type Listing } from '../../platform/partner/partner-api.ts'
import { timelineWrite, type VaultWrite } from '../../platform/vault/vault.ts'
import { classifyFailure } from '../../platform/partner/classify-failure.ts'
import { rulesOf } from '../../../src-shared/platform/words/vocabulary.ts'

/*
 * Acceptances of offers. An acceptance binds the merchant, so the app handles it like every write (a request that changes something at the
 * partner). It stores the acceptance before it sends it, and never repeats it automatically. If no response arrives, the outcome remains
 * unknown until the partner shows the result.
 */

/**
 * Waiting time after the acceptance was sent. If the partner's list of offers still does not show the acceptance after this time, the
 * acceptance counts as not received.
 */
const GRACE_MS = 60_000

/** Text for the proof if the partner's list of offers shows that the offer was accepted. */
const LISTED = 'The funding partner lists it as accepted.'

/** A deal and its offers, by whose order the app numbers them. */
type Offering = Pick<Acceptable, 'deal_id' | 'offers'>

interface Read extends Pick<Acceptable, 'deal_id' | 'own'> {
  offers: Listing<Offer>
}

interface Acceptable {
  deal_id: string
  offers: readonly Offer[]
  own: readonly OfferScenario[]
}

/**
 * Checks whether an acceptance may be sent now. `again` is true if the broker wants to accept although an earlier acceptance got no
 * response.
 */
export function mayAccept({ offers, own }: Acceptable, offer_id: string, now: string, again: boolean): Offer {
  const offer = offers.find((one) => one.offer_id === offer_id)
  if (offer === undefined)
    throw failure('OFFER_NOT_OPEN', msg.errorsDeals.offerGone, msg.errorsDeals.refreshOffers, {
      outcome: 'not_received',
    })
  const states = own.map(({ acceptance }) => acceptance?.state ?? null)
  if (own.some((one) => isStillAccepted(one, offers)) || offers.some(isAccepted))
    throw failure('OFFER_NOT_OPEN', msg.errorsDeals.offerAccepted, msg.errors.nothingToDo, {
      outcome: 'not_received',
    })
  const isOpenQuestion = states.includes('sending') || states.includes('unknown')
  if (isOpenQuestion || (states.includes('still_open') && !again))
    // The app does not send the new acceptance, so the outcome of the new one is `not_received`. The outcome of the earlier acceptance is
    // still unknown.
    throw new Failure(acceptanceUnknown('not_received'))
  const standing = standingOf(offer, Date.parse(now))
  if (standing === 'open') return offer
  throw failure(
    'OFFER_NOT_OPEN',
    standing === 'expired' ? msg.errorsDeals.offerExpired : msg.errorsDeals.offerClosed,
    msg.errorsDeals.askForNewOffer,
    { outcome: 'not_received' },
  )
}

export function acceptanceUnknown(outcome: 'not_received' | 'unknown'): AppError {
  const { acceptanceUnknown: message, offersShowSoon } = msg.errorsDeals
  return appError('OFFER_ACCEPT_UNKNOWN', message, offersShowSoon, { outcome })
}

export function leaving({ deal_id, offers }: Offering, offer: Offer, at: string): VaultWrite[] {
  const { offer_id, amount_cents } = offer
  return [
    put(deal_id, offer_id, { state: 'sending', at }),
    timelineWrite(deal_id, at, 'offer_accept_sent', msg.history.acceptanceSent, nameOfOffer(offer, offers)),
    proof(deal_id, at, { what: 'offer_accept_sent', offer_id, amount_cents }),
  ]
}

/**
 * Returns the database writes for a response to the acceptance that was sent at `sent_at`. The specification does not show how to accept an
 * offer, so the app's request is an assumption. If the response shows the offer as not accepted, the partner may have misunderstood the
 * request, and the outcome is unknown.
 */
export function answered(
  { deal_id, offers }: Offering,
  offer: Offer,
  answer: Result<{ offer: Offer | null }>,
  sent_at: string,
  at: string,
): VaultWrite[] {
  const { offer_id } = offer
  const error = answer.ok ? notShown(offer, answer.value.offer) : answer.error
  const failed = error === null ? null : answer.ok ? 'unknown' : classifyFailure(error)
  const outcome = failed === null ? 'received' : known(failed)
  const acceptance =
    failed === null
      ? ({
          state: 'accepted',
          at: sent_at,
          ...(isSeen(offer, answer) ? {} : { is_unseen: true as const }),
        } as const)
      : failed === 'unknown'
        ? ({ state: 'unknown', at: sent_at } as const)
        : null
  const code = answer.ok ? null : answer.error.code
  return [
    put(deal_id, offer_id, acceptance),
    ...(error === null ? milestoneReached(deal_id, 'offer_accepted', at) : []),
    reported(deal_id, nameOfOffer(offer, offers), at, error, failed === 'unknown'),
    proof(deal_id, at, { what: 'offer_accept_answered', offer_id, outcome, code }),
  ]
}

/** True if the response shows the offer as accepted. False if the response only confirms that the partner received the request. */
function isSeen({ offer_id }: Offer, answer: Result<{ offer: Offer | null }>): boolean {
  const shown = answer.ok ? answer.value.offer : null
  return shown?.offer_id === offer_id && isAccepted(shown)
}

/** Returns an error if the response shows the offer with a status other than accepted. */
function notShown({ offer_id }: Offer, shown: Offer | null): AppError | null {
  if (shown?.offer_id !== offer_id || shown.status === null || isAccepted(shown)) return null
  return acceptanceUnknown('unknown')
}

/**
 * Returns the offers whose acceptance is doubtful: the partner confirmed the acceptance without showing the offer as accepted, and its list
 * of offers still shows the offer as open. The app requested this list at `asked_at`. The app's request for accepting is an assumption, so
 * the partner may have misunderstood it. A list without statuses proves nothing.
 */
export function doubtedOffers({ offers, own }: Read, asked_at: string): Offer[] {
  return own.flatMap(({ offer_id, acceptance }) => {
    if (acceptance?.is_unseen !== true || !isLate(acceptance, asked_at)) return []
    const offer = offers.entries.findLast((one) => one.offer_id === offer_id)
    const isOpen = offer !== undefined && offer.status !== null && standingOf(offer, 0) === 'open'
    return isOpen ? [offer] : []
  })
}

const isLate = ({ at }: { at: string }, asked_at: string) => Date.parse(asked_at) - Date.parse(at) >= GRACE_MS

/**
 * Decides the outcome of open acceptances from the list of offers that the app requested at `asked_at`, and returns the resulting database
 * writes. An acceptance is open if its outcome is unknown. It is also open if the partner confirmed it but its list does not show the offer
 * as accepted.
 */
export function settled(read: Read, asked_at: string): VaultWrite[] {
  const { deal_id, offers: listed, own } = read
  const offers = listed.entries
  const inDoubt = doubtedOffers(read, asked_at)
  return own.flatMap(({ offer_id, acceptance }) => {
    if (acceptance === null || acceptance.state === 'sending') return []
    const { at } = acceptance
    const offer = offers.find((one) => one.offer_id === offer_id)
    const { acceptanceNotShown, listedOpen, offerAccepted, listedAccepted } = msg.history
    if (inDoubt.some((one) => one.offer_id === offer_id))
      return [
        put(deal_id, offer_id, { state: 'still_open', at }),
        timelineWrite(deal_id, asked_at, 'offer_accept_unknown', acceptanceNotShown, listedOpen),
      ]
    // The partner sent only a part of its list. The offer may be accepted although this part does not contain it.
    if (offer === undefined && !isWhole(listed)) return []
    const standing = offer === undefined ? null : standingOf(offer, Date.parse(asked_at))
    const accepted = put(deal_id, offer_id, { state: 'accepted', at })
    if (acceptance.state === 'accepted')
      return standing === 'accepted' && acceptance.is_unseen === true ? [accepted] : []
    if (standing === 'accepted') {
      return [
        accepted,
        timelineWrite(deal_id, asked_at, 'offer_accepted', offerAccepted, listedAccepted),
        // The vault stores the evidence in a proof in English.
        proof(deal_id, asked_at, { what: 'offer_accept_found', offer_id, words: LISTED }),
      ]
    }
    // The list does not show that the offer was accepted: the offer is open, expired, rescinded, or missing. Once the waiting time is over,
    // set `still_open`. The broker can then accept an offer again, and the app shows that there was an earlier acceptance.
    if (!isLate(acceptance, asked_at) || acceptance.state === 'still_open') return []
    return [put(deal_id, offer_id, { state: 'still_open', at })]
  })
}

/** Returns the database writes for what the broker says about an acceptance to which the partner did not respond. */
export function resolved(
  { deal_id, own }: Pick<Acceptable, 'deal_id' | 'own'>,
  offer_id: string,
  accepted: boolean,
  at: string,
): VaultWrite[] {
  const acceptance = own.find((one) => one.offer_id === offer_id)?.acceptance ?? null
  if (acceptance?.state !== 'unknown' && acceptance?.state !== 'still_open')
    throw failure('OFFER_NOT_OPEN', msg.errorsDeals.acceptanceKnown, msg.errors.nothingToDo, {
      outcome: 'none',
    })
  const { offerAccepted, offerNotAccepted, confirmedByYou } = msg.history
  return [
    put(deal_id, offer_id, accepted ? { state: 'accepted', at: acceptance.at } : null),
    ...(accepted ? milestoneReached(deal_id, 'offer_accepted', at) : []),
    accepted
      ? timelineWrite(deal_id, at, 'offer_accepted', offerAccepted, confirmedByYou)
      : timelineWrite(deal_id, at, 'offer_not_accepted', offerNotAccepted, confirmedByYou),
    proof(deal_id, at, { what: 'offer_accept_resolved', offer_id, accepted }),
  ]
}

function known(failed: Exclude<ReturnType<typeof classifyFailure>, null>) {
  return failed === 'refused' || failed === 'unknown' ? failed : 'not_received'
}

function reported(deal_id: string, name: Message, at: string, error: AppError | null, isUnknown: boolean) {
  if (error === null) return timelineWrite(deal_id, at, 'offer_accepted', msg.history.offerAccepted, name)
  return isUnknown
    ? timelineWrite(deal_id, at, 'offer_accept_unknown', msg.history.acceptanceUnanswered, error.message)
    : timelineWrite(deal_id, at, 'offer_not_accepted', msg.history.offerNotAccepted, error.message)
}

function put(deal_id: string, offer_id: string, acceptance: OfferScenario['acceptance']): VaultWrite {
  return { write: 'put_acceptance', deal_id, offer_id, acceptance }
}

function proof(deal_id: string, at: string, fact: ProofFact): VaultWrite {
  return { write: 'append_proof', deal_id, at, fact }
}

/** Names an offer: with its number, as on the screens of the offers, if the deal has several. */
export function nameOfOffer({ offer_id, amount_cents }: Offer, offers: readonly Offer[]): Message {
  const { offerOf, offerAt } = msg.history
  const number = offers.length > 1 ? 1 + offers.findIndex((one) => one.offer_id === offer_id) : 0
  if (number === 0) return amount_cents === null ? offer_id : offerOf(amount_cents)
  return amount_cents === null ? msg.offers.offerNumber(number) : offerAt(number, amount_cents)
}

/**
 * Names of fields in which an event may give the reason for a decline. They are assumed, because the specification shows no reason in an
 * event (section 6).
 */
const REASON_KEYS = ['reason', 'decline_reason', 'status_reason', 'reasons', 'decline_reasons'] as const
const LONGEST_REASON = 200

/**
 * Returns the database write for a milestone, if the status is one (offered, accepted, funded, or declined).
 * `raw_body` is the body, in base64, of the event that reported the status.
 */
export function milestoneReached(deal_id: string, status: string, at: string, raw_body = ''): VaultWrite[] {
  const milestone = rulesOf(status)?.milestone ?? null
  if (milestone === null) return []
  const reason = milestone === 'declined' ? reportedReason(raw_body) : null
  return [{ write: 'reach_milestone', deal_id, milestone, at: new Date(at).toISOString(), reason }]
}

function reportedReason(raw_body: string): string | null {
  let body: unknown
  try {
    body = JSON.parse(Buffer.from(raw_body, 'base64').toString('utf8'))
  } catch {
    // A notification need not be JSON. Without a reason, the milestone has none.
    return null
  }
  if (typeof body !== 'object' || body === null) return null
  for (const key of REASON_KEYS) {
    const words = wordsOf((body as Record<string, unknown>)[key])
    if (words !== '') return words.slice(0, LONGEST_REASON)
  }
  return null
}

function wordsOf(value: unknown): string {
  const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join(', ')
}
