import { z } from 'zod'
import { creditBoxesSchema } from '../credit-box/credit-box-schema.ts'

/** The channels of the credit box, as a part of the contract. */
export const creditBoxContract = {
  'credit_box.get': { input: z.object({}), output: creditBoxesSchema },
  'credit_box.save': { input: creditBoxesSchema, output: creditBoxesSchema, checksEnvironment: true },
} as const
