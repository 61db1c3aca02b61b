import { acceptOffer, viewOffers } from '../../core/offers/accept-offer.ts'
import { printComparison, type ComparisonPrint } from '../../core/offers/print-comparison.ts'
import { refreshOffers } from '../../core/offers/refresh-offers.ts'
import type { Handlers } from '../router.ts'
import type { Within } from './within.ts'

type OffersHandlers = Pick<Handlers, Extract<keyof Handlers, `offers.${string}`>>

/** The handlers of offers: reading, trying out, accepting, printing. */
export function createOffersHandlers(within: Within, comparison: ComparisonPrint): OffersHandlers {
  return {
    'offers.refresh': ({ deal_id }) => within((workspace) => refreshOffers(workspace, deal_id)),
    'offers.view': ({ deal_id }) => within((workspace) => viewOffers(workspace, deal_id)),
    'offers.set_choice': ({ deal_id, offer_id, choice }) =>
      within(async (workspace) => {
        // Of a deal that is there: the vault has no words for another.
        const viewed = await viewOffers(workspace, deal_id)
        if (!viewed.ok) return viewed
        const kept = await workspace.vault.commit([{ write: 'put_offer_choice', deal_id, offer_id, choice }])
        return kept.ok ? viewOffers(workspace, deal_id) : kept
      }),
    'offers.accept': ({ deal_id, offer_id, again }) =>
      within((workspace) => acceptOffer(workspace, deal_id, offer_id, again)),
    'offers.print': (wish) => within((workspace) => printComparison(workspace, comparison, wish)),
  }
}
