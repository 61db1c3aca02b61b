import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { applyAnswer } from '../../../src-main/features/events/apply-answer.ts'
import { createDeliveryCheck } from '../../../src-main/features/events/verify-event.ts'
import { receiveEvents } from '../../../src-main/features/events/receive-events.ts'
import { exportLedger } from '../../../src-main/features/money/commissions.ts'
import type { SaveFile } from '../../../src-main/platform/files/ports.ts'
import type { RelayEvent, Verification } from '../../../src-shared/platform/webhook/event.ts'
import { bareOffer, type Offer } from '../../../src-shared/features/offers/offer.ts'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import { addDeal, listing, value, type App } from './composed-app.ts'

/** Properties of a test deal that the partner has received but not yet decided. */
export const SUBMITTED = {
  state: 'received',
  application_id: '77',
  submitted_at: '2026-03-01T12:00:00.000Z',
} as const

let seq = 0
/** Creates an event (a notification from the partner) about the test deal, in the form in which the relay forwards events. */
export function event(status: string, timestamp: string, more: object = {}): RelayEvent {
  const event_id = randomUUID()
  const body = {
    message_type: status.startsWith('offer_') ? 'offer_event' : 'application_event',
    callback_path: 'https://partner.example/iso/api/v1/applications/77',
    status,
    application_id: '77',
    timestamp,
    event_id,
    ...more,
  }
  return {
    seq: ++seq,
    environment: 'sandbox',
    event_id,
    received_at: '2026-03-10T12:00:00.000Z',
    sender: '127.0.0.1',
    signature: 'any',
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
  }
}

/** Gives events to the app as if their signatures covered their bodies. The app trusts such events. */
export const notify = (app: App, ...events: RelayEvent[]) => notifyAs('body', app, events)

export async function notifyAs(verification: Verification, app: App, events: RelayEvent[]): Promise<void> {
  const { error } = await receiveEvents(
    app.context,
    createDeliveryCheck(async () => ok({ verification })),
    events,
  )
  expect(error).toBeNull()
}

export const acceptedOffer = {
  ...bareOffer('o1'),
  status: 'accepted',
  amount_cents: 3_500_000,
  commission_cents: 175_000,
  payments: 10,
  payment_frequency: 'weekly',
}

/** Exports the ledger (the list of commissions) and returns the content of the file. */
export async function exported(app: App): Promise<string> {
  let saved = ''
  const save: SaveFile = async (_, content) => {
    saved = Buffer.from(content).toString()
    return { saved_as: 'commissions.csv' }
  }
  value(await exportLedger(app.context, save, null))
  return saved
}

/**
 * Creates a deal that was offered, accepted, and funded. The app gets these three events at once, as after a night offline. It then also
 * gets the offers from the partner.
 */
export async function fundedDeal(
  app: App,
  accepted: Offer = acceptedOffer,
  others: Offer[] = [],
): Promise<string> {
  const deal_id = await addDeal(app, SUBMITTED)
  await notify(
    app,
    event('offer_available', '2026-03-01T16:00:00.000000+00:00'),
    event('offer_accepted', '2026-03-02T08:00:00.000000-05:00'),
    event('app_funded', '2026-03-03T17:00:00.000000+00:00'),
  )
  const offers = [{ ...bareOffer('o0'), status: 'available' }, accepted, ...others]
  const answer = {
    deal_id,
    application_id: '77',
    asked_at: '2026-03-03T17:00:05.000Z',
    status: null,
    offers: value(listing(offers)),
  }
  value(await applyAnswer(app.context, answer, () => true))
  return deal_id
}
