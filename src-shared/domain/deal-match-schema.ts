import { z } from 'zod'
import { KIND_LINE, OWN_LINE } from './deal-match.ts'

const days = z.int().min(0).max(3_650)

const cents = z.int().min(0)

/**
 * What narrows the list beside its stage and its words, as a saved filter keeps it. Days count from the day on which it is
 * asked: 0 is today. All that is given must hold.
 */
export const dealWhereSchema = z.strictObject({
  amount_from_cents: cents.optional(),
  amount_to_cents: cents.optional(),
  updated_within_days: days.optional(),
  submitted_within_days: days.optional(),
  /** An offer that stands, and that expires between now and the end of that day. */
  expires_within_days: days.optional(),
  /** Whether fields need attention. */
  problems: z.enum(['some', 'none']).optional(),
  /** What the checklist says: nothing is open, something is, or this line is (`own`: one that the broker added). */
  papers: z
    .union([z.enum(['complete', 'missing', OWN_LINE]), z.string().startsWith(KIND_LINE).max(105)])
    .optional(),
  /** The company's state, by its two letters. */
  region: z.string().length(2).optional(),
  /** The newest status that the service told, or our own state while it told none. */
  status: z.string().max(100).optional(),
  /** The form is complete and the funder has not decided: whatever is missing now holds the deal up. */
  under_way: z.literal(true).optional(),
})
export type DealWhere = z.infer<typeof dealWhereSchema>

const range = z.strictObject({ from: z.number(), to: z.number() })
export type Range = z.infer<typeof range>

/** The same as the vault is asked: by instants (milliseconds), so that it needs neither a clock nor the profile. */
export const dealMatchSchema = z.strictObject({
  amount_cents: range.optional(),
  updated: range.optional(),
  submitted: range.optional(),
  expires: range.optional(),
  problems: z.enum(['some', 'none']).optional(),
  /**
   * One of these lines is open, or none of them is. A draft's is open too while it has no line of one of the `months`: what went
   * out is not judged by those any more.
   */
  papers: z
    .strictObject({
      lines: z.array(z.string()),
      months: z.array(z.array(z.string())),
      is: z.enum(['open', 'closed']),
    })
    .optional(),
  region: z.string().optional(),
  status: z.string().optional(),
  under_way: z.literal(true).optional(),
})
export type DealMatch = z.infer<typeof dealMatchSchema>
