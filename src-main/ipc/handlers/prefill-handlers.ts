import type { prefillContract } from '../../../src-shared/ipc/prefill-contract.ts'
import { dismissReuse, reuseMerchant, viewKnownMerchant } from '../../core/merchants/known-merchant.ts'
import { acceptProposals, dismissProposals, readProposals } from '../../core/prefill/proposals.ts'
import type { Handlers, WithEnvironment } from '../router.ts'

/** Creates the handlers that fill a draft from a document or from an earlier deal. */
export function createPrefillHandlers(
  withEnvironment: WithEnvironment,
): Pick<Handlers, keyof typeof prefillContract> {
  return {
    'prefill.read': ({ document_id }) => withEnvironment((context) => readProposals(context, document_id)),
    'prefill.accept': ({ proposal_ids, ...origin }) =>
      withEnvironment((context) => acceptProposals(context, origin, proposal_ids)),
    'prefill.dismiss': ({ document_id }) =>
      withEnvironment((context) => dismissProposals(context, document_id)),
    'merchants.view': ({ deal_id }) => withEnvironment((context) => viewKnownMerchant(context, deal_id)),
    'merchants.copy_values': (choice) => withEnvironment((context) => reuseMerchant(context, choice)),
    'merchants.dismiss': ({ deal_id }) => withEnvironment((context) => dismissReuse(context, deal_id)),
  }
}
