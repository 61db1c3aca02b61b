import { acceptOffer, resolveAcceptance, viewOffers } from '../../core/offers/accept-offer.ts'
import { keepChoice } from '../../core/offers/keep-choice.ts'
import { printComparison, type ComparisonPrint } from '../../core/offers/print-comparison.ts'
import { refreshOffers } from '../../core/offers/refresh-offers.ts'
import type { Handlers } from '../router.ts'
import type { Within } from './within.ts'

type OffersHandlers = Pick<Handlers, Extract<keyof Handlers, `offers.${string}`>>

/** Creates the handlers of offers: reading, scenarios, accepting, and printing. */
export function createOffersHandlers(within: Within, comparison: ComparisonPrint): OffersHandlers {
  return {
    'offers.refresh': ({ deal_id }) => within((workspace) => refreshOffers(workspace, deal_id)),
    'offers.view': ({ deal_id }) => within((workspace) => viewOffers(workspace, deal_id)),
    'offers.set_choice': ({ deal_id, offer_id, choice }) =>
      within((workspace) => keepChoice(workspace, deal_id, offer_id, choice)),
    'offers.accept': ({ deal_id, offer_id, again, shown }) =>
      within((workspace) => acceptOffer(workspace, deal_id, offer_id, again), shown),
    'offers.resolve_unknown': ({ deal_id, offer_id, accepted }) =>
      within((workspace) => resolveAcceptance(workspace, deal_id, offer_id, accepted)),
    'offers.print': (wish) => within((workspace) => printComparison(workspace, comparison, wish)),
  }
}
