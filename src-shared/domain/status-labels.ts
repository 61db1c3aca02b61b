import type { PartnerStatus } from './vocabulary.ts'

/** Words for a status, as a broker says them. */
export const STATUS_LABELS: Record<PartnerStatus, string> = {
  app_under_review: 'Under review',
  app_incomplete_info: 'More information needed',
  app_documentation_pending: 'Documentation pending',
  app_final_approval: 'Final approval',
  app_funded: 'Funded',
  app_declined_closed: 'Declined or closed',
  offer_available: 'Offer available',
  offer_accepted: 'Offer accepted',
  offer_rescinded: 'Offer rescinded',
}

/** The label of a status, or the status itself where the service has learned a new one. */
export function statusLabel(status: string): string {
  return (STATUS_LABELS as Record<string, string>)[status] ?? status
}
