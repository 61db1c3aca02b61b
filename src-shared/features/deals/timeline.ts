import { TIMELINE_KINDS, type TimelineEntry } from './deal.ts'

export const TIMELINE_FILTERS = ['all', 'partner', 'mine', 'documents'] as const
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number]

/** Maximum number of entries that one call returns. */
export const TIMELINE_PAGE = 100

type Kind = TimelineEntry['kind']

const PARTNER: ReadonlySet<Kind> = new Set<Kind>([
  'event',
  'found',
  'application_received',
  'application_refused',
  'application_id_repeated',
  'document_received',
  'document_refused',
  'offer_accepted',
  'offer_not_accepted',
])

const MINE: ReadonlySet<Kind> = new Set<Kind>([
  'created',
  'note',
  'offer_accept_sent',
  'offer_sent',
  'offer_declined',
  'application_queued',
  'application_taken_back',
  'document_added',
  'document_removed',
  'document_handed_out',
  'message_made',
  'document_taken_back',
  'follow_up_set',
  'follow_up_due',
  'follow_up_ended',
])

export function kindsOf(filter: TimelineFilter): readonly Kind[] {
  switch (filter) {
    case 'all':
      return TIMELINE_KINDS
    case 'partner':
      return TIMELINE_KINDS.filter((kind) => PARTNER.has(kind))
    case 'mine':
      return TIMELINE_KINDS.filter((kind) => MINE.has(kind))
    case 'documents':
      return TIMELINE_KINDS.filter((kind) => kind.startsWith('document_'))
  }
}
