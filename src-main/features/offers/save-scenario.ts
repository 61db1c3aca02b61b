import type { OffersView, OfferScenario } from '../../../src-shared/features/offers/offer-scenario.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { loadDeal } from '../deals/load-deal.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { viewOffers } from './accept-offer.ts'

/**
 * Saves an offer scenario (the terms that the broker tries out). Null restores the offer's original terms. Fails with `DEAL_NOT_FOUND` if
 * the deal is missing or in the trash.
 */
export async function saveScenario(
  context: EnvironmentContext,
  deal_id: string,
  offer_id: string,
  choice: OfferScenario['choice'],
): Promise<Result<OffersView>> {
  // Check that the deal exists. The database would also refuse a scenario without a deal, but with an error that does not name the cause.
  const deal = await loadDeal(context, deal_id)
  if (!deal.ok) return deal
  const kept = await context.vault.commit([{ write: 'put_offer_choice', deal_id, offer_id, choice }])
  return kept.ok ? viewOffers(context, deal_id) : kept
}
