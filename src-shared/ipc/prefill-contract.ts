import { z } from 'zod'
import type { KnownMerchant } from '../domain/merchants.ts'
import type { Proposals } from '../domain/prefill.ts'
import type { DraftSaved } from './deal-contract.ts'
import { dealId, type, type Nothing } from './parts.ts'

const ofWindow = dealId.extend({ window_id: z.uuid() })
const documentId = z.object({ document_id: z.uuid() })

/** The channels (calls from the page to main) that fill a draft from a document, or from an earlier deal of the same merchant. */
export const prefillContract = {
  /** Reads the values in a document, and compares them with the draft of its deal. Sensitive values are masked. */
  'prefill.read': { input: documentId, output: type<Proposals>() },
  /**
   * Puts the values of these proposals into the draft, as one undo step. `replaces` is true if the broker chose to replace existing values.
   * `outdated` is the number of proposals that were left out because their field changed after the page showed them.
   */
  'prefill.accept': {
    input: ofWindow.extend({
      document_id: z.uuid(),
      proposal_ids: z.array(z.uuid()).min(1).max(200),
      replaces: z.boolean(),
    }),
    output: type<DraftSaved & { accepted: number; outdated: number }>(),
  },
  /** Stops offering the values of a document. The broker can still ask for them. */
  'prefill.dismiss': { input: documentId, output: type<Nothing>() },

  /** Returns the other deals of the deal's merchant, and the values of the newest one that the draft could reuse, masked. */
  'merchants.view': { input: dealId, output: type<KnownMerchant>() },
  /** Copies the chosen sections of an earlier deal into the empty fields of the draft, as one undo step. */
  'merchants.copy_values': {
    input: ofWindow.extend({
      from_deal_id: z.uuid(),
      sections: z.array(z.string().max(200)).min(1).max(100),
    }),
    output: type<DraftSaved & { filled: number }>(),
  },
  /** Stops offering the values of earlier deals in this deal. */
  'merchants.dismiss': { input: dealId, output: type<Nothing>() },
} as const
