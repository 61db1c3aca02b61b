import { z } from 'zod'
import { documentId, type, ofWindow, type Contract } from '../../platform/ipc/parts.ts'
import type { Proposals } from './prefill.ts'
import type { DraftSaved } from '../drafts/contract.ts'

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
  'prefill.dismiss': { input: documentId, output: type<void>() },
} as const satisfies Contract
