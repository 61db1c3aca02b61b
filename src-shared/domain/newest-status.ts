/** The two statuses of a deal, each with the timestamp of the event that told it. */
export interface Statuses {
  partner_status: string | null
  partner_status_at: string | null
  offer_status: string | null
  offer_status_at: string | null
}

/** The newest status the service told, of the application or of its offer. */
export function newestStatus({
  partner_status,
  partner_status_at,
  offer_status,
  offer_status_at,
}: Statuses): string | null {
  if (offer_status_at === null) return partner_status
  if (partner_status_at === null) return offer_status
  return Date.parse(offer_status_at) >= Date.parse(partner_status_at) ? offer_status : partner_status
}
