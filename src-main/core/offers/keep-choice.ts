import type { OffersView, OwnOffer } from '../../../src-shared/domain/own-offer.ts'
import type { Result } from '../../../src-shared/errors.ts'
import { loadDeal } from '../drafts/load-deal.ts'
import type { Workspace } from '../workspace.ts'
import { viewOffers } from './accept-offer.ts'

/** Keeps what the broker tried out for an offer; null: as it was offered. `DEAL_NOT_FOUND`: gone, or in the bin. */
export async function keepChoice(
  workspace: Workspace,
  deal_id: string,
  offer_id: string,
  choice: OwnOffer['choice'],
): Promise<Result<OffersView>> {
  // Its row hangs on the deal's, and the vault has no words for one that is not there.
  const deal = await loadDeal(workspace, deal_id)
  if (!deal.ok) return deal
  const kept = await workspace.vault.commit([{ write: 'put_offer_choice', deal_id, offer_id, choice }])
  return kept.ok ? viewOffers(workspace, deal_id) : kept
}
