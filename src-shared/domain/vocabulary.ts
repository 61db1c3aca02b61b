/** The two environments of the service (spec section 1). They share nothing: ids, secrets, tokens, keys, data. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** The environment in a window's badge. The demo replaces both. */
export type EnvironmentName = Environment | 'demo'

/** Statuses of an application (spec section 3). */
export const APPLICATION_STATUSES = [
  'app_under_review',
  'app_incomplete_info',
  'app_documentation_pending',
  'app_final_approval',
  'app_funded',
  'app_declined_closed',
] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/** Statuses of an offer (spec section 3). */
export const OFFER_STATUSES = ['offer_available', 'offer_accepted', 'offer_rescinded'] as const

export const PARTNER_STATUSES = [...APPLICATION_STATUSES, ...OFFER_STATUSES] as const
export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

/** Kinds of event (spec section 6). */
export const MESSAGE_TYPES = ['application_event', 'offer_event'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

/**
 * Kinds of document: `bank_statement` is the specification's own (section 2); all others are assumed from comparable
 * services (`comparables.md`), and stand in the payload profile where a broker can change them.
 */
export const KNOWN_DOCUMENT_KIND = 'bank_statement'
