import { z } from 'zod'
import { updateViewSchema } from '../domain/update.ts'

const nothing = z.object({})

/** The channels of the app's own updates; they answer also while no vault is open. */
export const updateContract = {
  'updates.get': { input: nothing, output: updateViewSchema },
  /** Asks the update server now, and downloads what is new. Answers when that is over. */
  'updates.check': { input: nothing, output: updateViewSchema },
  'updates.set_automatic': { input: z.object({ automatic: z.boolean() }), output: updateViewSchema },
  /** Refused while something is being sent. */
  'updates.restart': { input: nothing, output: nothing },
  'updates.dismiss_note': { input: nothing, output: updateViewSchema },
  /** The first screen with the office's data was painted: this version works. */
  'updates.proven': { input: nothing, output: nothing },
} as const

export const updateEvents = {
  'updates.changed': updateViewSchema,
} as const
