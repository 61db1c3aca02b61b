import { z } from 'zod'

/** Declares the output type of a channel. Main creates the output, so a type is enough and no schema parses it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The caller names the type.
export function type<Output>(): Output {
  return undefined as Output
}

export type Nothing = Record<string, never>

/** `saved_as` is the name of the file, or null if the user cancelled the dialog. */
export interface Saved {
  saved_as: string | null
}

export const nothing = z.object({})
export const dealId = z.object({ deal_id: z.uuid() })
/** The name that the calling window gave itself. Main notifies all other windows. */
export const byWindow = z.object({ window_id: z.uuid().nullable().default(null) })
