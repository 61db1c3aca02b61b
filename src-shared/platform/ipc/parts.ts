import { z } from 'zod'
import { cleanLine, cleanLines } from '../entry/typed-text.ts'

/** Declares the output type of a channel. The output needs no schema, because main creates it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The caller names the type.
export function type<Output>(): Output {
  return undefined as Output
}

export type Nothing = Record<string, never>

/** The result of saving a file. `saved_as` is the name of the file, or null if the user canceled the dialog. */
export interface Saved {
  saved_as: string | null
}

export const nothing = z.object({})
export const dealId = z.object({ deal_id: z.uuid() })
/**
 * The field by which a window identifies itself in a call that changes something. Main includes the id in its event about the change, so
 * that the window recognizes its own change.
 */
export const byWindow = z.object({ window_id: z.uuid().nullable().default(null) })
export const documentId = z.object({ document_id: z.uuid() })
export const ofWindow = dealId.extend({ window_id: z.uuid() })
export interface OfDeal {
  deal_id: string
}

/** The channels of one feature: each with the schema of its input and the type of its output. */
export type Contract = Record<
  string,
  { input: z.ZodType; output: unknown; checksEnvironment?: true; whileLocked?: true }
>

/** Accepts a text that the broker typed into a field of one line, without invisible characters and without spaces around it. */
export const typedLine = (maxLength: number) => z.string().overwrite(cleanLine).trim().max(maxLength)

/** Like `typedLine`, for a field that may have several lines. */
export const typedLines = (maxLength: number) => z.string().overwrite(cleanLines).trim().max(maxLength)
