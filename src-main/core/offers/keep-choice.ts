import type { OffersView, OwnOffer } from '../../../src-shared/domain/own-offer.ts'
import type { Result } from '../../../src-shared/errors.ts'
import { loadDeal } from '../drafts/load-deal.ts'
import type { Workspace } from '../workspace.ts'
import { viewOffers } from './accept-offer.ts'

/**
 * Saves the broker's scenario for an offer, or null for the offer as received. Fails with `DEAL_NOT_FOUND` if the deal is missing or in
 * the bin.
 */
export async function keepChoice(
  workspace: Workspace,
  deal_id: string,
  offer_id: string,
  choice: OwnOffer['choice'],
): Promise<Result<OffersView>> {
  // The row references the deal's row, and the vault has no specific error for a missing one.
  const deal = await loadDeal(workspace, deal_id)
  if (!deal.ok) return deal
  const kept = await workspace.vault.commit([{ write: 'put_offer_choice', deal_id, offer_id, choice }])
  return kept.ok ? viewOffers(workspace, deal_id) : kept
}
