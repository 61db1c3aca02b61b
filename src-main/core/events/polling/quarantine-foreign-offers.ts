import { msg } from '../../../../src-shared/messages/msg.ts'
import { MOST_REMEMBERED } from '../offer-news.ts'
import type { ServiceAnswer } from '../../ports/event-source.ts'
import type { NewsDeal, VaultWrite } from '../../ports/vault.ts'

/** Number of ids that the timeline names; the rest is only counted. */
const MOST_NAMED = 3

/**
 * Removes offers from an answer that belong to another deal. Otherwise a partner that ignores a list's filter would add one offer's money
 * to two deals. The timeline mentions each offer once. The list then counts as incomplete.
 */
export function quarantineForeignOffers(
  deal: NewsDeal,
  answer: ServiceAnswer,
  foreign: readonly string[],
): { deal: NewsDeal; answer: ServiceAnswer; writes: VaultWrite[] } {
  const { offers, asked_at } = answer
  if (offers === null || foreign.length === 0) return { deal, answer, writes: [] }
  const entries = offers.entries.filter(({ offer_id }) => !foreign.includes(offer_id))
  const unread = offers.unread + offers.entries.length - entries.length
  const cleared = { ...answer, offers: { ...offers, entries, unread } }
  const reported = deal.offer_news.elsewhere ?? []
  const fresh = foreign.filter((offer_id) => !reported.includes(offer_id))
  if (fresh.length === 0) return { deal, answer: cleared, writes: [] }
  const { deal_id } = deal
  const news = { ...deal.offer_news, elsewhere: [...reported, ...fresh].slice(-MOST_REMEMBERED) }
  const { offersQuarantined, offersElsewhere } = msg.history
  const title = offersQuarantined(fresh.length)
  const detail = offersElsewhere(fresh.slice(0, MOST_NAMED).join(', '))
  return {
    deal: { ...deal, offer_news: news },
    answer: cleared,
    writes: [
      { write: 'set_offer_news', deal_id, news },
      {
        write: 'append_timeline',
        entry: { deal_id, at: asked_at, kind: 'found', title, detail, verification: null },
      },
    ],
  }
}
