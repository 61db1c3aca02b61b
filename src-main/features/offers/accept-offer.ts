import { Failure, failureOf, must, resultOf } from '../../platform/base/failure.ts'
import { z } from 'zod'
import type { OffersView } from '../../../src-shared/features/offers/offer-scenario.ts'
import { fail, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { readServiceSettings } from '../connection/service-settings.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { Pause } from '../../platform/base/system.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { PartnerAccess } from '../connection/partner-link.ts'
import type { Offer } from '../../../src-shared/features/offers/offer.ts'
import { acceptanceUnknown, answered, leaving, mayAccept, resolved } from './decide-acceptance.ts'
import { BROKER_NAME } from '../merchant-page/print-comparison.ts'
import { classifyFailure, retryUntilStored, sendOrUnknown } from '../../platform/partner/classify-failure.ts'

export interface AcceptNeeds extends Pick<Platform, 'vault' | 'clock' | 'emit' | 'log'>, PartnerAccess {
  /** Fetches a deal's offers from the partner now, stores them, and returns them. */
  refreshOffers(deal_id: string): Promise<Offer[]>
  /**
   * Runs a task outside the submission queue, such as accepting an offer. While the task runs, the app neither installs an update nor
   * closes the vault. Refuses the task if this environment is already being closed.
   */
  runExclusive<T>(work: (pause: Pause) => Promise<T>): Promise<T>
}

/**
 * Name of a setting. It stores the last request that the app tried for accepting an offer (`offer.accept` in the endpoint profile), and
 * whether the request worked. If the profile contains another request now, that request counts as untried.
 */
const OPERATION_TRIED = 'offer_accept_tried'

const triedSchema = z.object({
  operation: z.string(),
  has_worked: z.boolean(),
  is_missing: z.boolean(),
})
type Tried = z.infer<typeof triedSchema>

/**
 * The acceptances that the app is sending now. If the vault contains an acceptance in the state `sending` that is not in this set, the app
 * ended while it was being sent.
 */
const underWay = new Set<string>()

/** Returns the data that a deal's offer screen needs in addition to the offers. */
export async function viewOffers(context: Pick<Platform, 'vault'>, deal_id: string): Promise<OffersView> {
  const { vault } = context
  await markCutOff(context, deal_id)
  const [own, tried, name] = await Promise.all([
    vault.offerScenarios(deal_id),
    operationTried(context),
    vault.getSetting(BROKER_NAME),
  ])
  return {
    own,
    accepting: tried === null || tried.is_missing ? 'not_offered' : 'assumed',
    broker_name: name ?? '',
  }
}

/**
 * Accepts an offer at the partner. If the partner accepts or does not respond, the app immediately fetches the partner's list of offers,
 * which shows the outcome. If this fails, a later refresh of the list shows the outcome. The app never sends an acceptance again unless the
 * broker requests it (`again`). If the vault cannot store the response, the app tells the broker that the outcome is unknown, and continues
 * trying to store it.
 */
export function acceptOffer(
  context: AcceptNeeds,
  deal_id: string,
  offer_id: string,
  again: boolean,
): Promise<OffersView> {
  return oneAtATime(`accept ${deal_id}`, () => {
    let notifyUnknown = () => {}
    const notStored = new Promise<OffersView>((_, reject) => {
      notifyUnknown = () => reject(new Failure(acceptanceUnknown('unknown')))
    })
    const accepted = async () => {
      const view = await context.runExclusive((pause) =>
        accept(context, { deal_id, offer_id, again, pause, notifyUnknown }),
      )
      // The list of offers shows what the acceptance changed. If the partner did not respond, the list also shows whether it received the
      // acceptance. The vault can be closed without waiting for this request.
      await resultOf(context.refreshOffers(deal_id))
      const after = await resultOf(viewOffers(context, deal_id))
      return after.ok ? after.value : view
    }
    return Promise.race([accepted(), notStored])
  })
}

/** Stores what the broker learned from the partner about an acceptance to which the partner did not respond. Sends nothing. */
export function resolveAcceptance(
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  deal_id: string,
  offer_id: string,
  accepted: boolean,
): Promise<OffersView> {
  return oneAtATime(`accept ${deal_id}`, async () => {
    const { vault, clock, emit } = context
    await markCutOff(context, deal_id)
    const own = await vault.offerScenarios(deal_id)
    const writes = resolved({ deal_id, own }, offer_id, accepted, clock.now())
    await vault.commit(writes)
    emit('deal.changed', { deal_id })
    return viewOffers(context, deal_id)
  })
}

interface Acceptance {
  deal_id: string
  offer_id: string
  again: boolean
  pause: Pause
  notifyUnknown(): void
}

async function accept(
  context: AcceptNeeds,
  { deal_id, offer_id, again, pause, notifyUnknown }: Acceptance,
): Promise<OffersView> {
  const { vault, clock, emit } = context
  await markCutOff(context, deal_id)
  const [deal, own] = await Promise.all([loadDeal(context, deal_id), vault.offerScenarios(deal_id)])
  const at = clock.now()
  const { offers } = deal
  const offer = mayAccept({ deal_id, offers, own }, offer_id, at, again)
  const partner = must(await context.partner())
  underWay.add(keyOf(deal_id, offer_id))
  try {
    await vault.commit(leaving(deal, offer, at))
    emit('deal.changed', { deal_id })
    const answer = ofOffer(
      await sendOrUnknown(context.log, partner.acceptOffer(offer_id), msg.errorsDeals.refreshOffers),
    )
    const writes = answered(deal, offer, answer, at, clock.now())
    const tried = await resultOf(operationTried(context))
    if (tried.ok && tried.value !== null) {
      const found = afterAnswer(tried.value, answer)
      writes.push({ write: 'set_setting', key: OPERATION_TRIED, value: JSON.stringify(found) })
    }
    const kept = await resultOf(
      retryUntilStored({ pause, context }, () => vault.commit(writes), notifyUnknown),
    )
    // Do not return the vault's own error, which would suggest accepting the offer again.
    if (!kept.ok) throw new Failure(acceptanceUnknown('unknown'))
    emit('deal.changed', { deal_id })
    const isSettled = !answer.ok && classifyFailure(answer.error) !== 'unknown'
    if (isSettled) throw failureOf(answer.error)
    const view = await resultOf(viewOffers(context, deal_id))
    if (view.ok) return view.value
    if (!answer.ok) throw new Failure(acceptanceUnknown('unknown'))
    throw new Failure({ ...view.error, outcome: 'received', advice: msg.errorsDeals.refreshOffers })
  } finally {
    underWay.delete(keyOf(deal_id, offer_id))
  }
}

/**
 * Returns the request for accepting offers from the endpoint profile, and whether it is known to work. Returns null if the profile has no
 * such request.
 */
async function operationTried({ vault }: Pick<Platform, 'vault'>): Promise<Tried | null> {
  const [settings, kept] = await Promise.all([readServiceSettings(vault), vault.getSetting(OPERATION_TRIED)])
  const endpoint = settings.endpoints.endpoints['offer.accept']
  if (endpoint === undefined) return null
  const operation = JSON.stringify(endpoint)
  const tried = kept === null ? null : triedSchema.parse(JSON.parse(kept))
  return tried?.operation === operation ? tried : { operation, has_worked: false, is_missing: false }
}

function afterAnswer(tried: Tried, answer: Result<unknown>): Tried {
  if (answer.ok) return { ...tried, has_worked: true, is_missing: false }
  const isMissing = answer.error.code === 'PARTNER_NOT_OFFERED'
  return isMissing && !tried.has_worked ? { ...tried, is_missing: true } : tried
}

/** Converts a 404 response to an error that says that the offer is unknown, not that the address is wrong. */
function ofOffer<T>(answer: Result<T>): Result<T> {
  if (answer.ok || answer.error.code !== 'PARTNER_NOT_FOUND') return answer
  const { offerUnknown: message, refreshOffers: advice } = msg.errorsDeals
  return fail({ ...answer.error, message, advice })
}

/** Marks an acceptance as unknown if the app ended while it was being sent, because the partner may have received it. */
async function markCutOff({ vault }: Pick<Platform, 'vault'>, deal_id: string): Promise<void> {
  const own = await vault.offerScenarios(deal_id)
  const writes = own.flatMap(({ offer_id, acceptance }) =>
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
  if (writes.length === 0) return
  await vault.commit(writes)
}

const keyOf = (deal_id: string, offer_id: string) => `${deal_id} ${offer_id}`
