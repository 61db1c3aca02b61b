import { isAccepted, standingOf, standsAccepted, type Offer } from '../../../src-shared/domain/offer.ts'
import type { OwnOffer } from '../../../src-shared/domain/own-offer.ts'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { locale } from '../../../src-shared/messages/plural.ts'
import type { ProofFact } from '../../../src-shared/proof/proof-entry.ts'
import { isWhole, type Listing } from '../ports/partner-api.ts'
import type { NewTimelineEntry, VaultWrite } from '../ports/vault.ts'
import { milestoneReached } from '../money/milestones.ts'
import { judgeFailure } from '../submission/submission-machine.ts'

/*
 * An acceptance binds the merchant, so it follows the rule of every write: stored before it leaves, never repeated by itself,
 * and an unknown outcome stays unknown until the service shows what became of it.
 */

/** So long after it was sent an acceptance that a reading does not show is taken not to have arrived. */
const GRACE_MS = 60_000

/** What the proof says of an acceptance that a reading shows. */
const LISTED = 'The service lists it as accepted.'

interface Read extends Pick<Acceptable, 'deal_id' | 'own'> {
  offers: Listing<Offer>
}

interface Acceptable {
  deal_id: string
  offers: readonly Offer[]
  own: readonly OwnOffer[]
}

/** Whether an acceptance may leave now. `again`: the broker knows that one left before, without an answer. */
export function mayAccept(
  { offers, own }: Acceptable,
  offer_id: string,
  now: string,
  again: boolean,
): Result<Offer> {
  const offer = offers.find((one) => one.offer_id === offer_id)
  if (offer === undefined)
    return fail(
      appError('OFFER_NOT_OPEN', words().errorsDeals.offerGone, words().errorsDeals.readOffersAgain, {
        outcome: 'not_received',
      }),
    )
  const states = own.map(({ acceptance }) => acceptance?.state ?? null)
  if (own.some((one) => standsAccepted(one, offers)) || offers.some(isAccepted))
    return fail(
      appError('OFFER_NOT_OPEN', words().errorsDeals.offerAccepted, words().errors.nothingToDo, {
        outcome: 'not_received',
      }),
    )
  const isOpenQuestion = states.includes('sending') || states.includes('unknown')
  if (isOpenQuestion || (states.includes('still_open') && !again))
    // About the one that is asked for now, which does not leave.
    return fail(acceptanceUnknown('not_received'))
  const standing = standingOf(offer, Date.parse(now))
  if (standing === 'open') return ok(offer)
  return fail(
    appError(
      'OFFER_NOT_OPEN',
      standing === 'expired' ? words().errorsDeals.offerExpired : words().errorsDeals.offerNotStanding,
      words().errorsDeals.askForNewOffer,
      { outcome: 'not_received' },
    ),
  )
}

/** An acceptance left of which it is not known here what became of it. */
export function acceptanceUnknown(outcome: 'not_received' | 'unknown'): AppError {
  const { acceptanceUnknown: message, offersShowSoon } = words().errorsDeals
  return appError('OFFER_ACCEPT_UNKNOWN', message, offersShowSoon, { outcome })
}

/** What is stored before the acceptance leaves. */
export function leaving(deal_id: string, offer: Offer, at: string): VaultWrite[] {
  const { offer_id, amount_cents } = offer
  return [
    put(deal_id, offer_id, { state: 'sending', at }),
    line(deal_id, at, 'offer_accept_sent', words().history.acceptanceSent, nameOf(offer)),
    proof(deal_id, at, { what: 'offer_accept_sent', offer_id, amount_cents }),
  ]
}

/**
 * What an answer to the acceptance does. `sent_at` is when it left. How offers are accepted is assumed: a service that shows the offer
 * otherwise in its answer may have taken it for something else, so what became of it is not known then.
 */
export function answered(
  deal_id: string,
  offer: Offer,
  answer: Result<{ offer: Offer | null }>,
  sent_at: string,
  at: string,
): VaultWrite[] {
  const { offer_id } = offer
  const error = answer.ok ? notShown(offer, answer.value.offer) : answer.error
  const judged = error === null ? null : answer.ok ? 'unknown' : judgeFailure(error)
  const outcome = judged === null ? 'received' : known(judged)
  const acceptance =
    judged === null
      ? ({
          state: 'accepted',
          at: sent_at,
          ...(isSeen(offer, answer) ? {} : { is_unseen: true as const }),
        } as const)
      : judged === 'unknown'
        ? ({ state: 'unknown', at: sent_at } as const)
        : null
  const code = answer.ok ? null : answer.error.code
  const milestone = error === null ? milestoneReached(deal_id, 'offer_accepted', at) : null
  return [
    put(deal_id, offer_id, acceptance),
    ...(milestone === null ? [] : [milestone]),
    told(deal_id, offer, at, error, judged === 'unknown'),
    proof(deal_id, at, { what: 'offer_accept_answered', offer_id, outcome, code }),
  ]
}

/** Whether an answer shows the offer itself as accepted; one may say no more than that the request was taken. */
function isSeen({ offer_id }: Offer, answer: Result<{ offer: Offer | null }>): boolean {
  const shown = answer.ok ? answer.value.offer : null
  return shown?.offer_id === offer_id && isAccepted(shown)
}

/** What is wrong with an answer that shows the offer, but not as accepted. */
function notShown({ offer_id }: Offer, shown: Offer | null): AppError | null {
  if (shown?.offer_id !== offer_id || shown.status === null || isAccepted(shown)) return null
  return acceptanceUnknown('unknown')
}

/**
 * Offers of which the service took an acceptance without showing it, and which a reading begun at `asked_at` tells as open a while later:
 * how offers are accepted is assumed, so it may have taken it for something else. A list that tells no statuses says nothing of that.
 */
export function doubted({ offers, own }: Read, asked_at: string): Offer[] {
  return own.flatMap(({ offer_id, acceptance }) => {
    if (acceptance?.is_unseen !== true || !isLate(acceptance, asked_at)) return []
    const offer = offers.entries.findLast((one) => one.offer_id === offer_id)
    const isOpen = offer !== undefined && offer.status !== null && standingOf(offer, 0) === 'open'
    return isOpen ? [offer] : []
  })
}

const isLate = ({ at }: { at: string }, asked_at: string) => Date.parse(asked_at) - Date.parse(at) >= GRACE_MS

/** What a reading of the offers, begun at `asked_at`, says of acceptances whose outcome is open, or was never shown. */
export function settled(read: Read, asked_at: string): VaultWrite[] {
  const { deal_id, offers: listed, own } = read
  const offers = listed.entries
  const inDoubt = doubted(read, asked_at)
  return own.flatMap(({ offer_id, acceptance }) => {
    if (acceptance === null || acceptance.state === 'sending') return []
    const { at } = acceptance
    const offer = offers.find((one) => one.offer_id === offer_id)
    const { acceptanceNotShown, listedOpen, offerAccepted, listedAccepted } = words().history
    if (inDoubt.some((one) => one.offer_id === offer_id))
      return [
        put(deal_id, offer_id, { state: 'still_open', at }),
        line(deal_id, asked_at, 'offer_accept_unknown', acceptanceNotShown, listedOpen),
      ]
    // It may be accepted where this list does not show it.
    if (offer === undefined && !isWhole(listed)) return []
    const standing = offer === undefined ? null : standingOf(offer, Date.parse(asked_at))
    const accepted = put(deal_id, offer_id, { state: 'accepted', at })
    if (acceptance.state === 'accepted')
      return standing === 'accepted' && acceptance.is_unseen === true ? [accepted] : []
    if (standing === 'accepted') {
      return [
        accepted,
        line(deal_id, asked_at, 'offer_accepted', offerAccepted, listedAccepted),
        // What is signed is English.
        proof(deal_id, asked_at, { what: 'offer_accept_found', offer_id, words: LISTED }),
      ]
    }
    // Open, run out, withdrawn or gone from the list: it is not shown as accepted, so the broker may go on, and knows what left before.
    if (!isLate(acceptance, asked_at) || acceptance.state === 'still_open') return []
    return [put(deal_id, offer_id, { state: 'still_open', at })]
  })
}

/** What the broker's own word does, of an acceptance that got no answer. */
export function resolved(
  { deal_id, own }: Pick<Acceptable, 'deal_id' | 'own'>,
  offer_id: string,
  accepted: boolean,
  at: string,
): Result<VaultWrite[]> {
  const acceptance = own.find((one) => one.offer_id === offer_id)?.acceptance ?? null
  if (acceptance?.state !== 'unknown' && acceptance?.state !== 'still_open')
    return fail(
      appError('OFFER_NOT_OPEN', words().errorsDeals.acceptanceKnown, words().errors.nothingToDo, {
        outcome: 'none',
      }),
    )
  const { offerAccepted, offerNotAccepted, byYourWord } = words().history
  const milestone = accepted ? milestoneReached(deal_id, 'offer_accepted', at) : null
  return ok([
    put(deal_id, offer_id, accepted ? { state: 'accepted', at: acceptance.at } : null),
    ...(milestone === null ? [] : [milestone]),
    accepted
      ? line(deal_id, at, 'offer_accepted', offerAccepted, byYourWord)
      : line(deal_id, at, 'offer_not_accepted', offerNotAccepted, byYourWord),
    proof(deal_id, at, { what: 'offer_accept_resolved', offer_id, accepted }),
  ])
}

function known(judged: Exclude<ReturnType<typeof judgeFailure>, null>) {
  return judged === 'refused' || judged === 'unknown' ? judged : 'not_received'
}

function told(deal_id: string, offer: Offer, at: string, error: AppError | null, isUnknown: boolean) {
  if (error === null) return line(deal_id, at, 'offer_accepted', words().history.offerAccepted, nameOf(offer))
  return isUnknown
    ? line(deal_id, at, 'offer_accept_unknown', words().history.acceptanceUnanswered, error.message)
    : line(deal_id, at, 'offer_not_accepted', words().history.offerNotAccepted, error.message)
}

function put(deal_id: string, offer_id: string, acceptance: OwnOffer['acceptance']): VaultWrite {
  return { write: 'put_acceptance', deal_id, offer_id, acceptance }
}

function line(
  deal_id: string,
  at: string,
  kind: NewTimelineEntry['kind'],
  title: string,
  detail: string,
): VaultWrite {
  return { write: 'append_timeline', entry: { deal_id, at, kind, title, detail, verification: null } }
}

function proof(deal_id: string, at: string, fact: ProofFact): VaultWrite {
  return { write: 'append_proof', deal_id, at, fact }
}

function nameOf({ offer_id, amount_cents }: Offer): string {
  if (amount_cents === null) return offer_id
  const dollars = new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD' }).format(
    amount_cents / 100,
  )
  return `${dollars} (${offer_id})`
}
