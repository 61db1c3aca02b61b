import type { PartnerStatus } from '../../domain/vocabulary.ts'

/** Display names of the funding partner’s statuses (specification section 3). */
export const statuses: Record<PartnerStatus, string> = {
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
