import { acceptOffer, resolveAcceptance, viewOffers } from '../../core/offers/accept-offer.ts'
import { saveScenario } from '../../core/offers/save-scenario.ts'
import { printComparison, type ComparisonPrint } from '../../core/offers/print-comparison.ts'
import { refreshOffers } from '../../core/offers/refresh-offers.ts'
import type { Handlers } from '../router.ts'
import type { WithEnvironment } from './with-environment.ts'

type OffersHandlers = Pick<Handlers, Extract<keyof Handlers, `offers.${string}`>>

/** Creates the handlers of offers: reading, scenarios, accepting, and printing. */
export function createOffersHandlers(
  withEnvironment: WithEnvironment,
  comparison: ComparisonPrint,
): OffersHandlers {
  return {
    'offers.refresh': ({ deal_id }) => withEnvironment((context) => refreshOffers(context, deal_id)),
    'offers.view': ({ deal_id }) => withEnvironment((context) => viewOffers(context, deal_id)),
    'offers.set_scenario': ({ deal_id, offer_id, choice }) =>
      withEnvironment((context) => saveScenario(context, deal_id, offer_id, choice)),
    'offers.accept': ({ deal_id, offer_id, again }, { context }) =>
      acceptOffer(context, deal_id, offer_id, again),
    'offers.resolve_unknown': ({ deal_id, offer_id, accepted }) =>
      withEnvironment((context) => resolveAcceptance(context, deal_id, offer_id, accepted)),
    'offers.print': (options) => withEnvironment((context) => printComparison(context, comparison, options)),
  }
}
