import { z } from 'zod'
import { dealId, type, ofWindow, type Contract } from '../../platform/ipc/parts.ts'
import type { KnownMerchant } from './merchants.ts'
import type { DraftSaved } from '../drafts/contract.ts'

export const merchantsContract = {
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
  'merchants.dismiss': { input: dealId, output: type<void>() },
} as const satisfies Contract
