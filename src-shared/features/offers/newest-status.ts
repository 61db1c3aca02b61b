import { FINAL_STATUSES } from '../../platform/words/vocabulary.ts'

/** The two statuses of a deal, each with the timestamp of the event that reported it. */
export interface Statuses {
  application_status: string | null
  application_status_at: string | null
  offer_status: string | null
  offer_status_at: string | null
}

/**
 * Returns the newer one of a deal's application status and offer status. An offer status without a date counts as newer, unless the
 * application status is final. If both have the same date, a final application status counts as newer, otherwise the offer status.
 */
export function newestStatus({
  application_status,
  application_status_at,
  offer_status,
  offer_status_at,
}: Statuses): string | null {
  if (offer_status === null) return application_status
  if (application_status === null) return offer_status
  const isFinal = FINAL_STATUSES.includes(application_status)
  if (offer_status_at === null) return isFinal ? application_status : offer_status
  if (application_status_at === null) return offer_status
  const difference = Date.parse(offer_status_at) - Date.parse(application_status_at)
  return difference > 0 || (difference === 0 && !isFinal) ? offer_status : application_status
}
