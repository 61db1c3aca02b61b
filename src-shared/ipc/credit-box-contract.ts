import { z } from 'zod'
import { shownSchema } from '../domain/vocabulary-schema.ts'
import { creditBoxesSchema } from '../credit-box/credit-box-schema.ts'

/** The channels of the credit box, as a part of the contract. */
export const creditBoxContract = {
  'credit_box.get': { input: z.object({}), output: creditBoxesSchema },
  'credit_box.save': { input: creditBoxesSchema.extend(shownSchema.shape), output: creditBoxesSchema },
} as const
