import { bareOffer, type Offer } from '../offers/offer.ts'
import type { ChecklistItem } from '../documents/document.ts'

/** An offer with all figures, for the preview of a snippet. */
export const SAMPLE_OFFER: Offer = {
  ...bareOffer('sample'),
  status: 'offer_available',
  amount_cents: 35_000_00,
  factor_rate: '1.25',
  payback_cents: 43_750_00,
  payments: 126,
  payment_frequency: 'daily',
  term: '6 months',
  total_fees_cents: 500_00,
  created_at: '2026-05-04',
  expires_at: '2026-06-30',
}

export function openItem(item_id: string, label: string): ChecklistItem {
  return {
    item_id,
    label,
    own: false,
    of_offer: false,
    state: 'open',
    document_ids: [],
    chosen: false,
    missing_days: [],
    month_so_far: null,
    undated: 0,
    unverified: 0,
    undecided: 0,
  }
}
