/** The partner's two environments (spec section 1). They have nothing in common: each has its own ids, secrets, tokens, keys, and data. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** The environment that a window's badge shows: sandbox, production, or the demo, which replaces both. */
export type EnvironmentName = Environment | 'demo'

/** The next step of a deal with a certain status. */
type StatusStep =
  | { step: 'wait'; until: 'reviewed' | 'approved' | 'funded' }
  | { step: 'inform_partner' | 'send_requested_documents' }
  | { step: 'over'; as: 'funded' | 'declined' | 'rescinded' }

/** The app's rules for one status from the partner. The status's texts are in `src-shared/messages`. */
interface StatusRules {
  /** The milestone that this status sets on the Money screen. `accepted` adds an expected commission, and `declined` removes it. */
  milestone: Milestone | null
  /** The next step. If null, the app shows the status itself as the step. */
  next_step: StatusStep | null
  look: BadgeLook
  /** True if the status is announced by a system notification by default. */
  announced: boolean
  /** Whether the news is good or bad for the broker. The color of a toast shows it. */
  tone: NewsTone
}

/** The tone of news. `attention`: the broker must do something. */
export type NewsTone = 'good' | 'bad' | 'attention' | 'neutral'

export type BadgeLook =
  | 'gray'
  | 'blue'
  | 'red'
  | 'orange'
  | 'indigo'
  | 'cyan'
  | 'green'
  | 'teal-filled'
  | 'green-filled'
  | 'outline'

/**
 * The statuses of an application that the specification lists (section 3). `ends` is true if the app stops polling a deal with this status.
 */
export const APPLICATION_STATUS = {
  app_under_review: {
    stage: 'submitted',
    ends: false,
    milestone: null,
    next_step: { step: 'wait', until: 'reviewed' },
    look: 'indigo',
    announced: false,
    tone: 'neutral',
  },
  app_incomplete_info: {
    stage: 'attention',
    ends: false,
    milestone: null,
    next_step: { step: 'inform_partner' },
    look: 'orange',
    announced: true,
    tone: 'attention',
  },
  app_documentation_pending: {
    stage: 'attention',
    ends: false,
    milestone: null,
    next_step: { step: 'send_requested_documents' },
    look: 'orange',
    announced: true,
    tone: 'attention',
  },
  app_final_approval: {
    stage: 'submitted',
    ends: false,
    milestone: null,
    next_step: { step: 'wait', until: 'approved' },
    look: 'cyan',
    announced: true,
    tone: 'good',
  },
  app_funded: {
    stage: 'funded',
    ends: true,
    milestone: 'funded',
    next_step: { step: 'over', as: 'funded' },
    look: 'green-filled',
    announced: true,
    tone: 'good',
  },
  app_declined_closed: {
    stage: 'declined',
    ends: true,
    milestone: 'declined',
    next_step: { step: 'over', as: 'declined' },
    look: 'gray',
    announced: true,
    tone: 'bad',
  },
} satisfies Record<
  `app_${string}`,
  StatusRules & {
    stage: 'submitted' | 'attention' | 'funded' | 'declined'
    ends: boolean
    next_step: StatusStep
  }
>
export type ApplicationStatus = keyof typeof APPLICATION_STATUS
export const APPLICATION_STATUSES = Object.keys(APPLICATION_STATUS) as ApplicationStatus[]

/** The statuses of an offer that the specification lists (section 3). `offer-status.ts` decides which of them a deal shows. */
export const OFFER_STATUS = {
  offer_available: {
    milestone: 'offered',
    next_step: null,
    look: 'teal-filled',
    announced: true,
    tone: 'good',
  },
  offer_accepted: {
    milestone: 'accepted',
    next_step: { step: 'wait', until: 'funded' },
    look: 'green',
    announced: true,
    tone: 'good',
  },
  offer_rescinded: {
    milestone: null,
    next_step: { step: 'over', as: 'rescinded' },
    look: 'gray',
    announced: true,
    tone: 'bad',
  },
} satisfies Record<`offer_${string}`, StatusRules>
export const OFFER_STATUSES = Object.keys(OFFER_STATUS) as (keyof typeof OFFER_STATUS)[]

export const PARTNER_STATUSES = [...APPLICATION_STATUSES, ...OFFER_STATUSES]
export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

const RULES: ReadonlyMap<string, StatusRules> = new Map(
  Object.entries({ ...APPLICATION_STATUS, ...OFFER_STATUS }),
)

export const rulesOf = (status: string): StatusRules | undefined => RULES.get(status)

export const toneOf = (status: string): NewsTone => RULES.get(status)?.tone ?? 'neutral'

/** Application statuses after which no further status is expected. */
export const FINAL_STATUSES: readonly string[] = APPLICATION_STATUSES.filter(
  (status) => APPLICATION_STATUS[status].ends,
)

/** Kinds of event (spec section 6). */
export const MESSAGE_TYPES = ['application_event', 'offer_event'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

/** The kind of a document that is of no other kind. The payload profile may lack it. */
const OTHER_DOCUMENT_KIND = 'other'

/**
 * Returns the kind of a document whose text does not name one: the profile's kind "other", or no kind (''). The partner gets a document
 * without a kind only after the broker chose one. A wrong kind would be worse than none.
 */
export function unrecognizedKind(profile: { document_kinds: readonly { value: string }[] }): string {
  return profile.document_kinds.some(({ value }) => value === OTHER_DOCUMENT_KIND) ? OTHER_DOCUMENT_KIND : ''
}

/** Milestones of a deal, as the partner reports them. The app stores each one with the time of its first report. */
export const MILESTONES = ['offered', 'accepted', 'funded', 'declined'] as const

export type Milestone = (typeof MILESTONES)[number]
