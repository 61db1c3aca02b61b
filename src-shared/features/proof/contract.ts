import { z } from 'zod'
import { dealId, type, type Saved, type Contract } from '../../platform/ipc/parts.ts'

export const proofContract = {
  'proof.export': { input: dealId.extend({ as: z.enum(['pdf', 'json']) }), output: type<Saved>() },
} as const satisfies Contract
