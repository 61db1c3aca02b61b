import type { OffersView, OfferScenario } from '../../src-shared/domain/offer-scenario.ts'
import type { AppError, Result } from '../../src-shared/errors.ts'
import { call } from '../api/funding-desk.ts'
import { createServerStore } from './server-store.ts'

/** Delay before a choice is written, so that a moving slider causes only one write. */
const REST_MS = 400

/** The deal whose offers are in the store. */
let openDeal = ''
/** Choices of all deals that are not written yet. */
const pending = new Map<string, { deal_id: string; timer: number }>()

/** The office's own data about the offers of the open deal. */
export const useOffers = createServerStore<OffersView>({
  initial: null,
  read: () => call('offers.view', { deal_id: openDeal }),
})

/**
 * Loads the offers of a deal. Skips the request while a choice of the open deal is unwritten, because the screen is newer than
 * main. Writing the choice loads the offers again.
 */
export async function loadOffers(deal_id: string): Promise<void> {
  const isOpen = openDeal === deal_id
  openDeal = deal_id
  if (!isOpen) useOffers.setState({ value: null, error: null })
  else if ([...pending.values()].some((choice) => choice.deal_id === deal_id)) return
  await useOffers.getState().load()
}

/** Shows the choice immediately, and saves it after no further choice was made for `REST_MS`. Null restores the original offer. */
export function chooseScenario(offer_id: string, choice: OfferScenario['choice']): void {
  const { value } = useOffers.getState()
  if (value === null) return
  const deal_id = openDeal
  useOffers.adopt({ ...value, own: withChoice(value.own, offer_id, choice) })
  const key = `${deal_id} ${offer_id}`
  clearTimeout(pending.get(key)?.timer)
  const write = async () => {
    pending.delete(key)
    const saved = await call('offers.set_scenario', { deal_id, offer_id, choice })
    if (!saved.ok) useOffers.setState({ error: saved.error })
    else if (openDeal === deal_id) await loadOffers(deal_id)
  }
  pending.set(key, { deal_id, timer: window.setTimeout(() => void write(), REST_MS) })
}

/** Accepts an offer, and returns the deal's offers, even if another deal is open by then. */
export async function acceptOffer(
  deal_id: string,
  offer_id: string,
  again: boolean,
): Promise<Result<OffersView>> {
  const accepted = await call('offers.accept', { deal_id, offer_id, again })
  if (openDeal === deal_id) {
    if (accepted.ok) useOffers.adopt(accepted.value)
    else await loadOffers(deal_id)
  }
  return accepted
}

/** Stores the broker's decision about an acceptance whose response never arrived. */
export async function resolveUnknownAcceptance(
  deal_id: string,
  offer_id: string,
  accepted: boolean,
): Promise<AppError | null> {
  const resolved = await call('offers.resolve_unknown', { deal_id, offer_id, accepted })
  if (!resolved.ok) return resolved.error
  if (openDeal === deal_id) useOffers.adopt(resolved.value)
  return null
}

function withChoice(
  own: readonly OfferScenario[],
  offer_id: string,
  choice: OfferScenario['choice'],
): OfferScenario[] {
  const known = own.find((one) => one.offer_id === offer_id) ?? { offer_id, acceptance: null }
  return [...own.filter((one) => one.offer_id !== offer_id), { ...known, choice }]
}
