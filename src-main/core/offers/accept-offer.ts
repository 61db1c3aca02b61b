import type { OffersView } from '../../../src-shared/domain/own-offer.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { loadDeal } from '../drafts/load-deal.ts'
import { readServiceSettings } from '../environments/service-settings.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { judgeFailure } from '../submission/submission-machine.ts'
import type { Workspace } from '../workspace.ts'
import { answered, leaving, mayAccept } from './decide-acceptance.ts'
import { BROKER_NAME } from './print-comparison.ts'
import { refreshOffers } from './refresh-offers.ts'

/** Names the operation that the service did not have, so that another one in the profile is tried again. */
const NOT_OFFERED = 'offer_accept_not_offered'

/** Acceptances that this process has under way; one that is stored as leaving and is not here was cut off. */
const underWay = new Set<string>()

/** What the screen of a deal's offers shows beside them. */
export async function viewOffers(workspace: Workspace, deal_id: string): Promise<Result<OffersView>> {
  const { vault } = workspace
  const cut = await markCutOff(workspace, deal_id)
  if (!cut.ok) return cut
  const [own, refused, operation, name] = await Promise.all([
    vault.ownOffers(deal_id),
    vault.getSetting(NOT_OFFERED),
    acceptOperation(workspace),
    vault.getSetting(BROKER_NAME),
  ])
  if (!own.ok) return own
  if (!refused.ok) return refused
  if (!operation.ok) return operation
  if (!name.ok) return name
  const isOffered = operation.value !== null && operation.value !== refused.value
  return ok({
    own: own.value,
    accepting: isOffered ? 'assumed' : 'not_offered',
    broker_name: name.value ?? '',
  })
}

/**
 * Accepts an offer at the service. What left and got no answer is looked for among the offers at once, and else waits for a
 * later reading; it never leaves again without the broker's word (`again`).
 */
export function acceptOffer(
  workspace: Workspace,
  deal_id: string,
  offer_id: string,
  again: boolean,
): Promise<Result<OffersView>> {
  return oneAtATime(`accept ${deal_id}`, async () => {
    const { vault, clock, emit } = workspace
    const cut = await markCutOff(workspace, deal_id)
    if (!cut.ok) return cut
    const [deal, own] = await Promise.all([loadDeal(workspace, deal_id), vault.ownOffers(deal_id)])
    if (!deal.ok) return deal
    if (!own.ok) return own
    const at = clock.now()
    const { offers } = deal.value
    const offer = mayAccept({ deal_id, offers, own: own.value }, offer_id, at, again)
    if (!offer.ok) return offer
    const partner = await workspace.partner()
    if (!partner.ok) return partner
    underWay.add(keyOf(deal_id, offer_id))
    try {
      const stored = await vault.commit(leaving(deal_id, offer.value, at))
      if (!stored.ok) return stored
      emit('deal.changed', { deal_id })
      const answer = await truthOf(partner.value.acceptOffer(offer_id))
      const writes = answered(deal_id, offer.value, answer, at, clock.now())
      const operation = await acceptOperation(workspace)
      if (!answer.ok && answer.error.code === 'PARTNER_NOT_OFFERED' && operation.ok)
        writes.push({ write: 'set_setting', key: NOT_OFFERED, value: operation.value })
      // That it was not offered once was said of an offer that the service did not know.
      if (answer.ok) writes.push({ write: 'set_setting', key: NOT_OFFERED, value: null })
      const kept = await vault.commit(writes)
      if (!kept.ok) return kept
      emit('deal.changed', { deal_id })
      // The list shows what the acceptance changed, and whether one without an answer arrived.
      const isSettled = !answer.ok && judgeFailure(answer.error) !== 'unknown'
      if (isSettled) return answer
      await refreshOffers(workspace, deal_id)
    } finally {
      underWay.delete(keyOf(deal_id, offer_id))
    }
    return viewOffers(workspace, deal_id)
  })
}

/** The operation as the profile has it, as text; null where it has none. */
async function acceptOperation({ vault }: Workspace): Promise<Result<string | null>> {
  const settings = await readServiceSettings(vault)
  if (!settings.ok) return settings
  const operation = settings.value.endpoints.endpoints['offer.accept']
  return ok(operation === undefined ? null : JSON.stringify(operation))
}

/** What was leaving when the app ended may have arrived. */
async function markCutOff({ vault }: Workspace, deal_id: string): Promise<Result<void>> {
  const own = await vault.ownOffers(deal_id)
  if (!own.ok) return own
  const writes = own.value.flatMap(({ offer_id, acceptance }) =>
    acceptance?.state === 'sending' && !underWay.has(keyOf(deal_id, offer_id))
      ? [
          {
            write: 'put_acceptance' as const,
            deal_id,
            offer_id,
            acceptance: { ...acceptance, state: 'unknown' as const },
          },
        ]
      : [],
  )
  if (writes.length === 0) return ok(undefined)
  const marked = await vault.commit(writes)
  return marked.ok ? ok(undefined) : marked
}

const keyOf = (deal_id: string, offer_id: string) => `${deal_id} ${offer_id}`

/** A client that fails in a way it should not may have sent all the same. */
async function truthOf<T>(sending: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await sending
  } catch {
    return fail(
      appError('INTERNAL', 'Something went wrong in the app while this was sent.', 'Read the offers again.', {
        outcome: 'unknown',
      }),
    )
  }
}
