import { failure } from '../../platform/base/failure.ts'
import type {
  MerchantDecline,
  OfferScenario,
  OffersView,
  SentToMerchant,
} from '../../../src-shared/features/offers/offer-scenario.ts'
import { isAccepted, isStillAccepted, type Offer } from '../../../src-shared/features/offers/offer.ts'
import { joinMessages } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import { timelineWrite, type VaultWrite } from '../../platform/vault/vault.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { viewOffers } from './accept-offer.ts'
import { nameOfOffer } from './decide-acceptance.ts'

/*
 * The broker's notes about an offer and the merchant: the offer was sent, and the merchant declined it. These are local facts. The app
 * sends nothing, because the specification shows no request for them.
 */

interface Found {
  offer: Offer
  own: OfferScenario | undefined
}

interface Noted {
  deal_id: string
  offer_id: string
}

/** Notes that the broker sent offers to the merchant. Null removes the notes. */
export function noteSent(
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  { deal_id, offer_ids }: { deal_id: string; offer_ids: readonly string[] },
  sent: SentToMerchant | null,
): Promise<OffersView> {
  return note(context, { deal_id, offer_ids }, (found, at, offers) => {
    const { offerSent, offerNotSent, sentOn } = msg.history
    const title = sent === null ? offerNotSent : offerSent
    const how = sent === null ? '' : sentOn(sent.by === 'other' ? '' : msg.offers.sent.by[sent.by], sent.on)
    const names = joinMessages(
      found.map(({ offer }) => nameOfOffer(offer, offers)),
      ', ',
    )
    return [
      ...offer_ids.map((offer_id) => ({ write: 'put_offer_sent', deal_id, offer_id, sent }) as const),
      timelineWrite(deal_id, at, 'offer_sent', title, joinMessages([names, how], ' · ')),
    ]
  })
}

/** Notes that the merchant declined an offer. Null removes the note. Fails with `OFFER_NOT_OPEN` if the offer is accepted. */
export function noteDecline(
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  noted: Noted,
  declined: Pick<MerchantDecline, 'reason' | 'note'> | null,
): Promise<OffersView> {
  const { deal_id, offer_id } = noted
  return note(context, { deal_id, offer_ids: [offer_id] }, ([found], at, offers) => {
    const { offer, own } = found
    const acceptance = own?.acceptance?.state
    const isTaken = isAccepted(offer) || (own !== undefined && isStillAccepted(own, [offer]))
    if (declined !== null && (isTaken || acceptance === 'sending' || acceptance === 'unknown'))
      throw failure('OFFER_NOT_OPEN', msg.errorsDeals.offerAccepted, msg.errorsDeals.refreshOffers, {
        outcome: 'none',
      })
    const { offerDeclined, offerNotDeclined } = msg.history
    const title = declined === null ? offerNotDeclined : offerDeclined
    const why = declined === null ? [] : [msg.offers.declined.reasons[declined.reason], declined.note]
    return [
      {
        write: 'put_offer_declined',
        ...noted,
        declined: declined === null ? null : { ...declined, at },
      },
      timelineWrite(
        noted.deal_id,
        at,
        'offer_declined',
        title,
        joinMessages([nameOfOffer(offer, offers), ...why], ' · '),
      ),
    ]
  })
}

function note(
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  { deal_id, offer_ids }: { deal_id: string; offer_ids: readonly string[] },
  writesFor: (found: [Found, ...Found[]], at: string, offers: readonly Offer[]) => VaultWrite[],
): Promise<OffersView> {
  // Use the lock of acceptances, so that an offer is never accepted and declined at the same time.
  return oneAtATime(`accept ${deal_id}`, async () => {
    const [deal, own] = await Promise.all([loadDeal(context, deal_id), context.vault.offerScenarios(deal_id)])
    const found = offer_ids.map((offer_id): Found => {
      const offer = deal.offers.find((one) => one.offer_id === offer_id)
      if (offer === undefined)
        throw failure('OFFER_NOT_OPEN', msg.errorsDeals.offerGone, msg.errorsDeals.refreshOffers)
      return { offer, own: own.find((one) => one.offer_id === offer_id) }
    })
    const writes = writesFor(found as [Found, ...Found[]], context.clock.now(), deal.offers)
    await context.vault.commit(writes)
    context.emit('deal.changed', { deal_id })
    return viewOffers(context, deal_id)
  })
}

/**
 * Saves an offer scenario (the terms that the broker tries out). Null restores the offer's original terms. Fails with `DEAL_NOT_FOUND` if
 * the deal is missing or in the trash.
 */
export async function saveScenario(
  context: Pick<Platform, 'vault'>,
  deal_id: string,
  offer_id: string,
  choice: OfferScenario['choice'],
): Promise<OffersView> {
  // Check that the deal exists. The database would also refuse a scenario without a deal, but with an error that does not name the cause.
  await loadDeal(context, deal_id)
  await context.vault.commit([{ write: 'put_offer_choice', deal_id, offer_id, choice }])
  return viewOffers(context, deal_id)
}
