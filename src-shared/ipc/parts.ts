import { z } from 'zod'

/** Declares the output type of a channel. Main itself creates the output, so the output needs no schema to check it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The caller names the type.
export function type<Output>(): Output {
  return undefined as Output
}

export type Nothing = Record<string, never>

/** `saved_as` is the name of the file, or null if the user canceled the dialog. */
export interface Saved {
  saved_as: string | null
}

export const nothing = z.object({})
export const dealId = z.object({ deal_id: z.uuid() })
/** `window_id` is the id that the calling window chose for itself. Main notifies all other windows. */
export const byWindow = z.object({ window_id: z.uuid().nullable().default(null) })
