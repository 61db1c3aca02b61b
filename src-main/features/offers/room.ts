import type { offersContract } from '../../../src-shared/features/offers/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { type ComparisonPrint, printComparison } from '../merchant-page/print-comparison.ts'
import { viewOffers, acceptOffer, resolveAcceptance, type AcceptNeeds } from './accept-offer.ts'
import { noteSent, noteDecline, saveScenario } from './note-offer.ts'

export function openOffers(
  context: AcceptNeeds & Pick<BrokerForm, 'form'>,
  printing: ComparisonPrint,
): RoomHandlers<typeof offersContract> {
  return {
    'offers.refresh': ({ deal_id }) => context.refreshOffers(deal_id),
    'offers.view': ({ deal_id }) => viewOffers(context, deal_id),
    'offers.set_scenario': ({ deal_id, offer_id, choice }) =>
      saveScenario(context, deal_id, offer_id, choice),
    'offers.set_sent': ({ sent, ...noted }) => noteSent(context, noted, sent),
    'offers.set_declined': ({ declined, ...noted }) => noteDecline(context, noted, declined),
    'offers.accept': ({ deal_id, offer_id, again }) => acceptOffer(context, deal_id, offer_id, again),
    'offers.resolve_unknown': ({ deal_id, offer_id, accepted }) =>
      resolveAcceptance(context, deal_id, offer_id, accepted),
    'offers.print': (options) => printComparison(context, printing, options),
  }
}
