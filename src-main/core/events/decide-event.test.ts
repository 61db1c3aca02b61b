import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PARTNER_STATUSES } from '../../../src-shared/domain/vocabulary.ts'
import { NO_OFFER_NEWS } from '../../../src-shared/domain/offer-news.ts'
import type { InboxEvent, NewsDeal } from '../ports/vault.ts'
import { decideEvent } from './decide-event.ts'

const deal = (more: Partial<NewsDeal> = {}): NewsDeal => ({
  deal_id: 'd1',
  application_id: '77',
  legal_name: 'Juniper Bakery LLC',
  reference: 'R-1',
  partner_status: null,
  partner_status_at: null,
  offer_status: null,
  offer_status_at: null,
  deleted_at: null,
  offer_news: NO_OFFER_NEWS,
  ...more,
})

const event = (more: Partial<InboxEvent> = {}): InboxEvent => ({
  event_id: 'e1',
  seq: 1,
  received_at: '2026-05-04T10:00:01.000Z',
  message_type: 'offer_event',
  status: 'offer_available',
  application_id: '77',
  timestamp: '2026-05-04T10:00:00.000000+00:00',
  verification: 'body',
  raw_body: '',
  signature: '',
  state: 'waiting',
  ...more,
})

const changesOf = (decision: ReturnType<typeof decideEvent>) =>
  decision.writes.flatMap((write) => (write.write === 'update_deal' ? [write.changes] : []))

describe('decideEvent', () => {
  test('an offer is kept with the deal and announced by the name of the merchant', () => {
    const decision = decideEvent(deal(), event())
    expect(decision.state).toBe('applied')
    expect(changesOf(decision)[0]).toMatchObject({
      offer_status: 'offer_available',
      offer_status_at: event().timestamp,
    })
    expect(decision.announcement).toEqual({
      deal_id: 'd1',
      status: 'offer_available',
      title: 'Offer available',
      body: 'Juniper Bakery LLC',
    })
  })

  test('an event without its deal waits, changes nothing and tells nobody', () => {
    expect(decideEvent(null, event())).toEqual({
      deal: null,
      writes: [],
      state: 'waiting',
      announcement: null,
    })
  })

  test('an offer that was rescinded meanwhile is not announced by its late arrival', () => {
    const rescinded = deal({ offer_status: 'offer_rescinded', offer_status_at: '2026-05-04T11:00:00+00:00' })
    const decision = decideEvent(rescinded, event())
    expect(decision.state).toBe('superseded')
    expect(decision.announcement).toBeNull()
    expect(changesOf(decision)).toEqual([])
    expect(decision.writes.map(({ write }) => write)).toEqual([
      'append_proof',
      'append_timeline',
      'set_offer_news',
    ])
  })

  test('compares instants, not texts', () => {
    const known = deal({ offer_status: 'offer_accepted', offer_status_at: '2026-05-04T12:30:00+02:00' })
    expect(decideEvent(known, event({ timestamp: '2026-05-04T10:45:00+00:00' })).state).toBe('applied')
    expect(decideEvent(known, event({ timestamp: '2026-05-04T10:15:00+00:00' })).state).toBe('superseded')
  })

  test('a status nobody knows yet is shown and kept', () => {
    const decision = decideEvent(
      deal(),
      event({ message_type: 'application_event', status: 'app_on_the_moon' }),
    )
    expect(changesOf(decision)[0]).toMatchObject({ partner_status: 'app_on_the_moon' })
    expect(decision.writes).toContainEqual(
      expect.objectContaining({
        entry: expect.objectContaining({ title: 'app_on_the_moon', verification: 'body' }),
      }),
    )
    expect(decision.announcement).toMatchObject({ status: 'app_on_the_moon', title: 'app_on_the_moon' })
  })

  test('whatever the order of arrival, the newest event decides the status', () => {
    const arrival = fc.shuffledSubarray(
      PARTNER_STATUSES.map((status, index) =>
        event({
          event_id: `e${index}`,
          status,
          message_type: status.startsWith('offer') ? 'offer_event' : 'application_event',
          timestamp: new Date(Date.UTC(2026, 4, 4, 10, index)).toISOString(),
        }),
      ),
      { minLength: PARTNER_STATUSES.length },
    )
    fc.assert(
      fc.property(arrival, (events) => {
        const end = events.reduce(
          (at, one) => Object.assign({}, at, ...changesOf(decideEvent(at, one))),
          deal(),
        )
        expect(end.partner_status).toBe('app_declined_closed')
        expect(end.offer_status).toBe('offer_rescinded')
      }),
    )
  })

  test('a deal in the bin gets its status, but no notification', () => {
    const decision = decideEvent(deal({ deleted_at: '2026-05-04T09:00:00Z' }), event())
    expect(decision.state).toBe('applied')
    expect(decision.announcement).toBeNull()
    expect(decision.writes.map(({ write }) => write)).not.toContain('insert_inbox_item')
  })
})
