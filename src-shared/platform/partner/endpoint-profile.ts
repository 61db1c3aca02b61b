import { z } from 'zod'
import { COMMISSION_BASES, DISCOUNT_AMOUNTS } from './offer-units.ts'
import { SIGNING_KEYS_PATTERN } from '../webhook/key-source.ts'
import { offerFieldsSchema, offerUnitsSchema, offerWordsSchema } from './offer-fields.ts'

/** The operations that every profile must define (spec section 4). */
const REQUIRED = ['token.create', 'application.create', 'document.create', 'webhook.create'] as const
const OPTIONAL = [
  'token.refresh',
  'token.validate',
  'jwks.read',
  'application.read',
  'applications.list',
  'documents.list',
  'offers.list',
  'offer.read',
  'offer.accept',
  'webhooks.list',
  'webhook.read',
  'webhook.update',
  'webhook.delete',
  'webhook.test',
] as const
export type Operation = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number]

const endpointSchema = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** The path of the request, which begins with a slash. Each `{name}` in it is replaced with a value. */
  path: z.string().startsWith('/'),
  /** The JSON body. Strings of the form `{name}` are replaced with values. */
  body: z.record(z.string(), z.string()).optional(),
  /** The key under which a list response contains its records. Missing if the response itself is the list. */
  items: z.string().optional(),
  /** The event types to register for. Used only by operations that create registrations. */
  event_types: z.array(z.string().min(1)).min(1).optional(),
})

/**
 * An endpoint profile: the path and method of each operation of the partner. The specification shows some of these operations. All others
 * are listed in `assumed`, and a broker can change them without a new release of the app.
 */
export const endpointProfileSchema = z.object({
  kind: z.literal('endpoint-profile'),
  id: z.string().regex(/^[a-z0-9-]+$/),
  version: z.int().positive(),
  title: z.string(),
  assumed: z.array(z.string()),
  /** The operations that the partner offers. The app treats a missing operation as not offered. */
  endpoints: z
    .record(z.enum(REQUIRED), endpointSchema)
    .and(z.partialRecord(z.enum(OPTIONAL), endpointSchema)),
  /**
   * How the client id and secret enter the Basic header of a token request: as they are, or form-encoded (RFC 6749, section 2.3.1). If
   * missing, as they are.
   */
  basic_credentials: z.enum(['raw', 'form_encoded']).optional(),
  offer_fields: offerFieldsSchema.optional(),
  /** The rule for calculating a commission that an offer does not report. */
  commission_basis: z.enum(COMMISSION_BASES),
  offer_words: offerWordsSchema.optional(),
  offer_units: offerUnitsSchema.optional(),
  /** What the amount of a prepayment discount means. If missing, the meaning in the standard profile applies. */
  discount_amount: z.enum(DISCOUNT_AMOUNTS).optional(),
  /** The names of the partner's keys that sign notifications; `*` matches any characters. */
  signing_keys: z.string().regex(SIGNING_KEYS_PATTERN).optional(),
})
export type EndpointProfile = z.infer<typeof endpointProfileSchema>
