import { create } from 'zustand'
import {
  untouchedOffer,
  type MerchantDecline,
  type OffersView,
  type OfferScenario,
} from '../../../src-shared/features/offers/offer-scenario.ts'
import type { Frequency } from '../../../src-shared/platform/partner/offer-words.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { createServerStore } from '../../platform/page/server-store.ts'

/** Delay before a choice (the terms that the broker tries out) is written, so that dragging a slider causes only one write. */
const REST_MS = 400

let openDeal = ''
/** Choices of the broker, in any deal, that main has not stored yet. */
const pending = new Map<string, { deal_id: string; timer: number }>()

/** The broker's work on the offers of the open deal: scenarios (other terms to try out) and acceptances. */
export const useOffers = createServerStore<OffersView>({
  initial: null,
  read: () => call('offers.view', { deal_id: openDeal }),
})

/** The rhythm to which the cards and the comparison convert all payments, or null for that of each offer. */
export const useRhythm = create<{ rhythm: Frequency | null }>(() => ({ rhythm: null }))

/**
 * Loads the offers of a deal. Sends no request while a choice of the open deal is unwritten, because the screen shows newer data than main
 * has. After the choice is written, the offers are loaded again.
 */
export async function loadOffers(deal_id: string): Promise<void> {
  const isOpen = openDeal === deal_id
  openDeal = deal_id
  if (!isOpen) useOffers.setState({ value: null, error: null })
  else if ([...pending.values()].some((choice) => choice.deal_id === deal_id)) return
  await useOffers.getState().load()
}

export async function refreshOffers(deal_id: string): Promise<Result<unknown>> {
  const read = await call('offers.refresh', { deal_id })
  if (read.ok) await useDeal.getState().reload()
  return read
}

/**
 * Shows the chosen terms of an offer immediately. Saves them when `REST_MS` have passed without another choice. Null restores the terms of
 * the partner's offer.
 */
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

/** Accepts an offer, and returns the offers of its deal, even if the broker has opened another deal before the response arrives. */
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

/** Stores the broker's answer to whether the partner received an acceptance whose response never arrived. */
export function resolveUnknownAcceptance(
  deal_id: string,
  offer_id: string,
  accepted: boolean,
): Promise<Result<OffersView>> {
  return noted(deal_id, call('offers.resolve_unknown', { deal_id, offer_id, accepted }))
}

export function setSent(
  deal_id: string,
  offer_ids: string[],
  sent: OfferScenario['sent'],
): Promise<Result<OffersView>> {
  return noted(deal_id, call('offers.set_sent', { deal_id, offer_ids, sent }))
}

export function setDeclined(
  deal_id: string,
  offer_id: string,
  declined: Omit<MerchantDecline, 'at'> | null,
): Promise<Result<OffersView>> {
  return noted(deal_id, call('offers.set_declined', { deal_id, offer_id, declined }))
}

async function noted(deal_id: string, writing: Promise<Result<OffersView>>): Promise<Result<OffersView>> {
  const written = await writing
  if (written.ok && openDeal === deal_id) useOffers.adopt(written.value)
  return written
}

function withChoice(
  own: readonly OfferScenario[],
  offer_id: string,
  choice: OfferScenario['choice'],
): OfferScenario[] {
  const known = own.find((one) => one.offer_id === offer_id) ?? untouchedOffer(offer_id)
  return [...own.filter((one) => one.offer_id !== offer_id), { ...known, choice }]
}
