import { create } from 'zustand'
import type { OffersView, OfferScenario } from '../../src-shared/domain/offer-scenario.ts'
import type { AppError, Result } from '../../src-shared/errors.ts'
import { call } from '../api/funding-desk.ts'

interface OffersState {
  deal_id: string | null
  view: OffersView | null
  error: AppError | null
  load(deal_id: string): Promise<void>
  /** Shows the choice immediately, and saves it shortly after the last move. Null restores the offer as made. */
  choose(offer_id: string, choice: OfferScenario['choice']): void
  /** Answers how the deal's offers stand then, whichever deal is open by then. */
  accept(deal_id: string, offer_id: string, again: boolean): Promise<Result<OffersView>>
  /** The broker's word on an acceptance that got no answer. */
  resolveUnknown(deal_id: string, offer_id: string, accepted: boolean): Promise<AppError | null>
}

/** A slider that moves writes once it rests. */
const REST_MS = 400

/** The office's own data about the offers of the open deal. */
export const useOffers = create<OffersState>()((set, get) => {
  const waiting = new Map<string, { timer: number; write: () => Promise<void> }>()
  return {
    deal_id: null,
    view: null,
    error: null,
    async load(deal_id) {
      if (get().deal_id !== deal_id) set({ deal_id, view: null, error: null })
      const read = await call('offers.view', { deal_id })
      // A pending choice on this screen is newer than the data just read.
      const rests = [...waiting.keys()].some((key) => key.startsWith(`${deal_id} `))
      if (get().deal_id !== deal_id || rests) return
      set(read.ok ? { view: read.value, error: null } : { error: read.error })
    },
    choose(offer_id, choice) {
      const { deal_id, view } = get()
      if (deal_id === null || view === null) return
      set({ view: { ...view, own: withChoice(view.own, offer_id, choice) } })
      const key = `${deal_id} ${offer_id}`
      clearTimeout(waiting.get(key)?.timer)
      const write = async () => {
        waiting.delete(key)
        const kept = await call('offers.set_scenario', { deal_id, offer_id, choice })
        if (!kept.ok) set({ error: kept.error })
        // The store skipped data read meanwhile in favor of this choice.
        else if (get().deal_id === deal_id) await get().load(deal_id)
      }
      waiting.set(key, { write, timer: window.setTimeout(() => void write(), REST_MS) })
    },
    async accept(deal_id, offer_id, again) {
      const accepted = await call('offers.accept', { deal_id, offer_id, again })
      if (get().deal_id === deal_id) {
        if (accepted.ok) set({ view: accepted.value })
        else await get().load(deal_id)
      }
      return accepted
    },
    async resolveUnknown(deal_id, offer_id, accepted) {
      const resolved = await call('offers.resolve_unknown', { deal_id, offer_id, accepted })
      if (!resolved.ok) return resolved.error
      if (get().deal_id === deal_id) set({ view: resolved.value })
      return null
    },
  }
})

function withChoice(
  own: readonly OfferScenario[],
  offer_id: string,
  choice: OfferScenario['choice'],
): OfferScenario[] {
  const known = own.find((one) => one.offer_id === offer_id) ?? { offer_id, acceptance: null }
  return [...own.filter((one) => one.offer_id !== offer_id), { ...known, choice }]
}
