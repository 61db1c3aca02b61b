import type { OffersView, OfferScenario } from '../../../src-shared/domain/offer-scenario.ts'
import type { Result } from '../../../src-shared/errors.ts'
import { loadDeal } from '../load-deal.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { viewOffers } from './accept-offer.ts'

/**
 * Saves the broker's scenario for an offer. Null restores the offer as received. Fails with `DEAL_NOT_FOUND` if the deal is missing or in
 * the trash.
 */
export async function saveScenario(
  context: EnvironmentContext,
  deal_id: string,
  offer_id: string,
  choice: OfferScenario['choice'],
): Promise<Result<OffersView>> {
  // The scenario's row references the deal's row, and the vault has no specific error for a missing deal.
  const deal = await loadDeal(context, deal_id)
  if (!deal.ok) return deal
  const kept = await context.vault.commit([{ write: 'put_offer_choice', deal_id, offer_id, choice }])
  return kept.ok ? viewOffers(context, deal_id) : kept
}
