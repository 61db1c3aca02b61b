import { z } from 'zod'
import { FIELD_REQUIRED, Refusal } from './problems.ts'

const nineDigits = (what: string) => z.string().regex(/^\d{9}$/, `${what} must be 9 digits`)

// Funders check more than the format of these numbers.
const issuedSsn = nineDigits('ssn').regex(/^(?!(000|666)\d{6}$)/, 'ssn is a number that was never issued')
const issuedEin = nineDigits('ein').regex(/^(?!00\d{7}$)/, 'ein is a number that was never issued')
const amount = z.number().nonnegative()

const address = z.looseObject({
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'state must be two uppercase letters')
    .optional(),
  zip: z
    .string()
    .regex(/^\d{5}(-?\d{4})?$/, 'zip must be 5 digits or ZIP+4')
    .optional(),
})

const owner = z.looseObject({
  ssn: issuedSsn.optional(),
  ownership_percent: z.number().min(0).max(100).optional(),
  address: address.optional(),
})

const owners = z
  .array(owner)
  .refine(
    (list) => list.reduce((sum, { ownership_percent = 0 }) => sum + ownership_percent, 0) <= 100,
    'the ownership_percent of all owners must add up to at most 100',
  )

/** The spec defines the two top-level keys (section 4.2). The rules for the fields inside them are assumed. */
export const applicationPayloadSchema = z.looseObject({
  application: z.looseObject({
    amount_requested: z.number().positive(),
    reference: z.string().optional(),
    desired_term_months: z.int().positive().optional(),
    open_advances: z.array(z.looseObject({ balance: amount.optional() })).optional(),
  }),
  company: z.looseObject({
    legal_name: z.string().min(1).max(100),
    ein: issuedEin,
    monthly_revenue: amount.optional(),
    address: address.optional(),
    owners: owners.optional(),
  }),
})

const httpUrl = z.url({
  protocol: /^https?$/,
  // Return no message if the value is missing, because the function `check` creates the message for missing fields.
  error: ({ input }) => (input === undefined ? undefined : 'webhook_url must be an http or https URL'),
})

/** Spec section 4.5. It does not list the values of `event_type`. */
export const webhookCreateSchema = z.looseObject({ event_type: z.string().min(1), webhook_url: httpUrl })

// Assumed: only the changed fields.
export const webhookUpdateSchema = z.looseObject({
  event_type: z.string().min(1).optional(),
  webhook_url: httpUrl.optional(),
  is_active: z.boolean().optional(),
})

export const webhookTestSchema = z.looseObject({ webhook_uuid: z.string().min(1) })

// The spec shows neither of these two requests (sections 4.1 and 4.4), so all of them is assumed.
export const refreshSchema = z.looseObject({ refreshToken: z.string().min(1) })
export const offerActionSchema = z.looseObject({ offer_id: z.string().min(1), action: z.literal('accept') })

export const applicationQuerySchema = z.looseObject({ application_id: z.string().min(1) })
export const offerQuerySchema = z.looseObject({ offer_id: z.string().min(1) })

/** @throws Refusal. For a missing top-level field, an entry has only message and key, as in spec section 7; the others are assumed */
export function read<T>(schema: z.ZodType<T>, sent: unknown, source: 'body' | 'query'): T {
  // Treat a missing body as an empty object, so that the response names every missing field.
  const parsed = schema.safeParse(sent ?? {}, {
    error: (issue) => (issue.input === undefined ? FIELD_REQUIRED : undefined),
  })
  if (parsed.success) return parsed.data
  const extra = parsed.error.issues.map(({ path, message }) => {
    const key = path.join('.') || 'data'
    return path.length === 1 && message === FIELD_REQUIRED ? { message, key } : { message, key, source }
  })
  throw new Refusal(400, 'invalid input', extra)
}
