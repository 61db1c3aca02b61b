import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { statusMessage } from '../../../src-shared/platform/words/status-labels.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  APPLICATION_STATUSES,
  OFFER_STATUSES,
  PARTNER_STATUSES,
} from '../../../src-shared/platform/words/vocabulary.ts'
import { NO_OFFER_NEWS } from '../../../src-shared/platform/webhook/event.ts'
import type { InboxEvent, NewsDeal } from '../../platform/vault/records.ts'
import { announce, decideEvent, type EventDecision } from './decide-event.ts'

const deal = (more: Partial<NewsDeal> = {}): NewsDeal => ({
  deal_id: 'd1',
  application_id: '77',
  legal_name: 'Juniper Bakery LLC',
  reference: 'R-1',
  application_status: null,
  application_status_at: null,
  offer_status: null,
  offer_status_at: null,
  amount_cents: 35_000_00,
  offer_cents: null,
  submitted_at: null,
  deleted_at: null,
  hints: 0,
  is_accepted_here: 0,
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

const decide = (known: NewsDeal | null, one: InboxEvent, now = one.received_at) =>
  decideEvent(known, one, now)

const changesOf = (decision: EventDecision) =>
  decision.writes.flatMap((write) => (write.write === 'update_deal' ? [write.changes] : []))

describe('decideEvent', () => {
  test('announces and lists an acceptance, but not one that the broker just sent himself', () => {
    const accepted = event({ status: 'offer_accepted' })
    expect(decide(deal(), accepted).announcement).toMatchObject({ status: 'offer_accepted' })
    const own = decide(deal({ is_accepted_here: 1 }), accepted)
    expect(own.announcement).toBeNull()
    expect(own.writes.map(({ write }) => write)).not.toContain('append_timeline')
    expect(changesOf(own)[0]).toMatchObject({ offer_status: 'offer_accepted' })
  })

  test("stores an offer with the deal and announces it with the merchant's name", () => {
    const decision = decide(deal(), event())
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
      amount: { cents: 35_000_00, of: 'requested' },
    })
  })

  test('lists an offer after the funding as late, and does not announce it', () => {
    const funded = deal({ application_status: 'app_funded', application_status_at: '2026-05-04T09:00:00Z' })
    const decision = decide(funded, event())
    expect(decision.announcement).toBeNull()
    expect(decision.writes).toContainEqual(
      expect.objectContaining({
        write: 'append_timeline',
        entry: expect.objectContaining({ detail: msg.history.lateOffer }),
      }),
    )
  })

  test('announces the amount of the accepted offer with the statuses that follow it, otherwise the requested amount', () => {
    const amountAt = (status: string, offer_cents: number | null) =>
      announce(deal({ offer_cents }), status)?.amount
    const [offered, requested] = [
      { cents: 32_500_00, of: 'offer' },
      { cents: 35_000_00, of: 'requested' },
    ]
    for (const status of ['offer_accepted', 'app_final_approval', 'app_funded'])
      expect([amountAt(status, 32_500_00), amountAt(status, null)]).toEqual([offered, requested])
    for (const status of ['app_declined_closed', 'offer_available', 'offer_rescinded', 'unheard_of'])
      expect(amountAt(status, 32_500_00)).toEqual(requested)
    expect(announce(deal({ amount_cents: null }), 'app_under_review')?.amount).toBeNull()
  })

  test('keeps an event waiting if its deal is unknown, changes nothing, and shows no notification', () => {
    expect(decide(null, event())).toEqual({
      deal: null,
      writes: [],
      state: 'waiting',
      announcement: null,
    })
  })

  test('shows and announces an event of an unknown type, without changing a status', () => {
    const known = deal({
      application_status: 'app_documentation_pending',
      application_status_at: '2026-05-04T09:00:00Z',
      offer_status: 'offer_accepted',
      offer_status_at: '2026-05-04T09:00:00Z',
    })
    for (const status of ['document_received', 'app_funded']) {
      const decision = decide(known, event({ message_type: 'document_event', status }))
      expect(decision).toMatchObject({ deal: known, state: 'applied', announcement: { status } })
      expect(decision.writes.map(({ write }) => write)).toEqual([
        'append_proof',
        'append_timeline',
        'insert_news',
      ])
    }
  })

  test('does not announce an offer event that arrives after the offer was rescinded', () => {
    const rescinded = deal({ offer_status: 'offer_rescinded', offer_status_at: '2026-05-04T11:00:00+00:00' })
    const decision = decide(rescinded, event())
    expect(decision.state).toBe('superseded')
    expect(decision.announcement).toBeNull()
    expect(changesOf(decision)).toEqual([])
    expect(decision.writes.map(({ write }) => write)).toEqual([
      'append_proof',
      'append_timeline',
      // The milestone records the offer's own time, even if the app learns of the offer late.
      'reach_milestone',
      'set_offer_news',
    ])
  })

  test('compares timestamps as times, not as text', () => {
    const known = deal({ offer_status: 'offer_accepted', offer_status_at: '2026-05-04T12:30:00+02:00' })
    expect(decide(known, event({ timestamp: '2026-05-04T10:45:00+00:00' })).state).toBe('applied')
    expect(decide(known, event({ timestamp: '2026-05-04T10:15:00+00:00' })).state).toBe('superseded')
  })

  test('stores, shows, and announces an unknown status unchanged', () => {
    const decision = decide(deal(), event({ message_type: 'application_event', status: 'app_on_the_moon' }))
    expect(changesOf(decision)[0]).toMatchObject({ application_status: 'app_on_the_moon' })
    expect(decision.writes).toContainEqual(
      expect.objectContaining({
        entry: expect.objectContaining({ title: statusMessage('app_on_the_moon'), verification: 'body' }),
      }),
    )
    expect(decision.announcement).toMatchObject({
      status: 'app_on_the_moon',
      title: statusMessage('app_on_the_moon'),
    })
  })

  test('derives the status from the newest event, regardless of the order of arrival', () => {
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
        const end = events.reduce((at, one) => Object.assign({}, at, ...changesOf(decide(at, one))), deal())
        expect(end.application_status).toBe(APPLICATION_STATUSES.at(-1))
        expect(end.offer_status).toBe(OFFER_STATUSES.at(-1))
      }),
    )
  })

  test('reaches the same state for any order and repetition of events, and announces no event twice', () => {
    const status = fc.constantFrom(...PARTNER_STATUSES, 'app_on_the_moon', 'offer_on_the_moon')
    const course = fc.array(fc.tuple(status, fc.integer({ min: 0, max: 59 })), { minLength: 1, maxLength: 8 })
    const arrivals = course.chain((steps) => {
      const events = steps.map(([one, minute], at) =>
        event({
          event_id: `e${at}`,
          status: one,
          message_type: one.startsWith('offer') ? 'offer_event' : 'application_event',
          timestamp: new Date(Date.UTC(2026, 4, 4, 10, minute)).toISOString(),
        }),
      )
      const repeated = fc.shuffledSubarray([...events, ...events, ...events], { minLength: events.length })
      return fc.tuple(
        fc.constant(events),
        repeated.filter((some) => new Set(some).size === events.length),
      )
    })
    const run = (events: InboxEvent[]) => {
      let state = deal()
      const inbox = new Set<string>()
      const announced: string[] = []
      for (const one of events) {
        // Ignores repeated events, as the vault's inbox does.
        if (inbox.has(one.event_id)) continue
        inbox.add(one.event_id)
        const decision = decide(state, one)
        state = decision.deal ?? state
        if (decision.announcement !== null) announced.push(one.event_id)
      }
      const { application_status, application_status_at, offer_status, offer_status_at } = state
      return { end: { application_status, application_status_at, offer_status, offer_status_at }, announced }
    }
    fc.assert(
      fc.property(arrivals, ([events, arrived]) => {
        const inOrder = run(events)
        const any = run(arrived)
        expect(any.end).toEqual(inOrder.end)
        expect(new Set(any.announced).size).toBe(any.announced.length)
        // The final status was announced, regardless of the order of arrival.
        const isFunded = events.some(({ status: one }) => one === 'app_funded')
        if (any.end.offer_status === 'offer_available' && !isFunded)
          expect(any.announced.map((id) => events.find((one) => one.event_id === id)?.status)).toContain(
            'offer_available',
          )
      }),
    )
  })

  test('announces every offer, regardless of the order of arrival', () => {
    const offers = [1, 2, 3].map((minute) =>
      event({ event_id: `e${minute}`, timestamp: new Date(Date.UTC(2026, 4, 4, 10, minute)).toISOString() }),
    )
    fc.assert(
      fc.property(fc.shuffledSubarray(offers, { minLength: 3 }), (order) => {
        let state = deal()
        let announced = 0
        for (const one of order) {
          const decision = decide(state, one)
          state = decision.deal ?? state
          announced += decision.announcement === null ? 0 : 1
        }
        expect(announced).toBe(3)
      }),
    )
  })

  test('ignores a status that is repeated within five minutes, but announces a status that is repeated later', () => {
    const application_status_at = '2026-05-04T10:00:00Z'
    const known = deal({ application_status: 'app_incomplete_info', application_status_at })
    const isNews = (timestamp: string) =>
      decide(known, event({ message_type: 'application_event', status: 'app_incomplete_info', timestamp }))
        .announcement !== null
    expect(['2026-05-04T10:04:50Z', '2026-05-04T10:05:10Z'].map(isNews)).toEqual([false, true])
  })

  test('updates a deal in the trash without a notification', () => {
    const decision = decide(deal({ deleted_at: '2026-05-04T09:00:00Z' }), event())
    expect(decision.state).toBe('applied')
    expect(decision.announcement).toBeNull()
    expect(decision.writes.map(({ write }) => write)).not.toContain('insert_news')
  })
})
