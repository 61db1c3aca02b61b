import type { Offer } from '../../../src-shared/features/offers/offer.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { applyAnswer } from './apply-answer.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { isWhole, type Listing, type PartnerApi } from '../../platform/partner/partner-api.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'

/**
 * Fetches a deal's offers from the partner, stores them, and returns them. Fails with `PARTNER_NOT_OFFERED` if the partner has no endpoint
 * that lists offers.
 */
export async function refreshOffers(context: EnvironmentContext, deal_id: string): Promise<Result<Offer[]>> {
  const found = await loadDeal(context, deal_id)
  if (!found.ok) return found
  const { application_id } = found.value
  if (application_id === null)
    return fail(appError('DEAL_NOT_FOUND', msg.errorsDeals.notAtPartner, msg.errorsDeals.submitFirst))
  const partner = await context.partner()
  if (!partner.ok) return partner
  const asked_at = context.clock.now()
  const offers = await partner.value.listOffers(application_id)
  if (!offers.ok) {
    context.log.info('offers not read', { code: offers.error.code })
    return offers
  }
  const single = isWhole(offers.value) ? [] : await readUnshown(context, partner.value, deal_id, offers.value)
  const listed = { ...offers.value, entries: [...offers.value.entries, ...single] }
  const answer = { deal_id, application_id, asked_at, status: null, offers: listed }
  const taken = await applyAnswer(context, answer, () => true)
  if (!taken.ok) return taken
  return ok(listed.entries.filter(({ offer_id }) => !taken.value.elsewhere.includes(offer_id)))
}

/**
 * The partner may send only a part of its list of offers. Fetches each missing offer individually if its acceptance has an unknown outcome.
 */
async function readUnshown(
  { vault }: EnvironmentContext,
  partner: PartnerApi,
  deal_id: string,
  { entries }: Listing<Offer>,
): Promise<Offer[]> {
  const own = await vault.offerScenarios(deal_id)
  if (!own.ok) return []
  const unshown = own.value.filter(
    ({ offer_id, acceptance }) =>
      acceptance?.state === 'unknown' && entries.every((one) => one.offer_id !== offer_id),
  )
  const read = await Promise.all(unshown.map(({ offer_id }) => partner.readOffer(offer_id)))
  return read.flatMap((one, at) =>
    one.ok && one.value.offer_id === unshown[at]?.offer_id ? [one.value] : [],
  )
}
