import { z } from 'zod'
import { shownSchema } from '../domain/vocabulary-schema.ts'
import { lendingBoxesSchema } from '../lending/lending-box-schema.ts'

/** The channels of the lending box, as a part of the contract. */
export const lendingContract = {
  'lending.get': { input: z.object({}), output: lendingBoxesSchema },
  'lending.save': { input: lendingBoxesSchema.extend(shownSchema.shape), output: lendingBoxesSchema },
} as const
