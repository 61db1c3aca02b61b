import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Offer } from '../../../src-shared/features/offers/offer.ts'
import { bareOffer } from '../../../src-shared/features/offers/offer.ts'
import { formatMessage, msg } from '../../../src-shared/platform/texts/msg.ts'
import { NO_OFFER_NEWS } from '../../../src-shared/platform/webhook/event.ts'
import { decideEvent } from './decide-event.ts'
import type { ServiceAnswer } from '../../platform/relay/event-source.ts'
import type { Hint, InboxEvent, NewsDeal } from '../../platform/vault/records.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import { decideAnswer } from './decide-answer.ts'

const deal = (more: Partial<NewsDeal> = {}): NewsDeal => ({
  deal_id: 'd1',
  application_id: '77',
  legal_name: 'Juniper Bakery LLC',
  reference: '',
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
/** State of a hint (unverified event) about which the app asks the partner. */
const ASKING = { state: 'asking', taken_at: '2026-05-04T10:00:00.000Z' } as const

const decide = (known: NewsDeal, event: InboxEvent) => decideEvent(known, event, event.received_at)
const offer = (offer_id: string, status: string | null = 'offer_available'): Offer => ({
  ...bareOffer(offer_id),
  status,
  amount_cents: 100,
})
const instant = (minute: number) => new Date(Date.UTC(2026, 4, 4, 10, minute)).toISOString()
const answer = (minute: number, more: Partial<ServiceAnswer> = {}): ServiceAnswer => ({
  deal_id: 'd1',
  application_id: '77',
  asked_at: instant(minute),
  status: null,
  offers: null,
  ...more,
})
const whole = (...entries: Offer[]) => ({ entries, unread: 0, has_more: false })
const reported = (event_id: string, minute: number, status = 'offer_available'): InboxEvent => ({
  event_id,
  seq: 1,
  received_at: instant(minute),
  message_type: status.startsWith('offer_') ? 'offer_event' : 'application_event',
  status,
  application_id: '77',
  timestamp: instant(minute),
  verification: 'body',
  raw_body: '',
  signature: '',
  state: 'waiting',
})

/** Applies writes to a deal in the same way as the vault. */
function after(before: NewsDeal, writes: VaultWrite[]): NewsDeal {
  const end = { ...before }
  for (const write of writes) {
    if (write.write === 'update_deal') Object.assign(end, write.changes)
    if (write.write === 'set_offer_news') end.offer_news = write.news
  }
  return end
}

describe('a polled response of the partner', () => {
  test('without news changes nothing', () => {
    const known = deal({ application_status: 'app_under_review', application_status_at: instant(1) })
    expect(
      decideAnswer(known, [], [], answer(5, { status: 'app_under_review', offers: whole() }), true),
    ).toEqual({
      writes: [],
      announcements: [],
      amounts_cents: [],
      is_news: false,
      is_held: false,
    })
  })

  test('with a new status has the effect of an event, and the timeline says that polling found the status', () => {
    const decision = decideAnswer(deal(), [], [], answer(5, { status: 'app_funded' }), true)
    expect(decision.writes).toMatchObject([
      {
        write: 'update_deal',
        changes: { application_status: 'app_funded', application_status_at: instant(5) },
      },
      {
        write: 'append_timeline',
        entry: {
          kind: 'found',
          title: 'Funded',
          detail: 'Found by checking with the funding partner.',
          verification: null,
        },
      },
      { write: 'insert_news' },
      { write: 'reach_milestone', milestone: 'funded' },
    ])
    expect(decision.announcements).toMatchObject([{ status: 'app_funded' }])
  })

  test('gives the inbox the amounts of offers that events announced, and announces other offers with their amounts', () => {
    const told = decide(deal(), reported('e1', 1))
    const known = after(deal(), told.writes)
    const priced = (offer_id: string, amount_cents: number) => ({ ...offer(offer_id), amount_cents })
    const decision = decideAnswer(
      known,
      [],
      [],
      answer(2, { offers: whole(priced('o1', 32_500_00), priced('o2', 40_000_00)) }),
      true,
    )
    expect(decision.amounts_cents).toEqual([32_500_00])
    expect(decision.writes).toContainEqual({
      write: 'set_news_amounts',
      deal_id: 'd1',
      amounts_cents: [32_500_00],
    })
    expect(decision.announcements).toMatchObject([
      { status: 'offer_available', amount: { cents: 40_000_00, of: 'offer' } },
    ])
    const details = decision.writes.flatMap((write) =>
      write.write === 'append_timeline' ? formatMessage(write.entry.detail) : [],
    )
    expect(details).toEqual(['$40,000. Found by checking with the funding partner.'])
  })

  test('that arrives right after an event updates the offers, but does not replace the status from the event', () => {
    const known = deal({ application_status: 'app_funded', application_status_at: instant(5) })
    const late = answer(5, { status: 'app_under_review', offers: whole(offer('o1')) })
    const { writes, is_held } = decideAnswer(known, [], [], late, false)
    expect(is_held).toBe(true)
    expect(after(known, writes)).toMatchObject({
      application_status: 'app_funded',
      offers: [{ offer_id: 'o1' }],
    })
  })

  test('notes that an offer came after the deal was funded, and does not announce it, as after an event', () => {
    const funded = deal({ application_status: 'app_funded', application_status_at: instant(1) })
    const { writes, announcements } = decideAnswer(
      funded,
      [],
      [],
      answer(5, { offers: whole(offer('o1')) }),
      true,
    )
    expect(announcements).toEqual([])
    const details = writes.flatMap((write) =>
      write.write === 'append_timeline' ? [formatMessage(write.entry.detail)] : [],
    )
    expect(details).toEqual([expect.stringContaining(formatMessage(msg.history.lateOffer))])
  })

  test('confirms a hint with the same status, but not a hint with another status', () => {
    const hints: Hint[] = [
      {
        event_id: 'h1',
        message_type: 'application_event',
        status: 'app_funded',
        received_at: instant(2),
        ...ASKING,
      },
      {
        event_id: 'h2',
        message_type: 'offer_event',
        status: 'offer_rescinded',
        received_at: instant(3),
        ...ASKING,
      },
    ]
    const funded = deal({ application_status: 'app_funded', application_status_at: instant(1) })
    const same = decideAnswer(funded, [], hints, answer(5, { status: 'app_funded', offers: whole() }), true)
    expect(same.writes).toEqual([
      { write: 'reach_milestone', deal_id: 'd1', milestone: 'funded', at: instant(2), reason: null },
      { write: 'confirm_events', event_ids: ['h1'], at: instant(5) },
      { write: 'settle_event', event_id: 'h2', state: 'contradicted' },
    ])
    const other = decideAnswer(funded, [], hints, answer(5, { status: 'app_under_review' }), true)
    expect(other.writes.map(({ write }) => write)).not.toContain('confirm_events')
    expect(other.writes.map(({ write }) => write)).not.toContain('reach_milestone')
  })

  test.each(['available', 'Offer Available', 'open', 'active', 'pending', 'new'])(
    'announces an open offer whose status in the list is “%s”',
    (status) => {
      const found = decideAnswer(deal(), [], [], answer(0, { offers: whole(offer('1', status)) }), true)
      expect(found.announcements).toHaveLength(1)
      expect(after(deal(), found.writes)).toMatchObject({ offer_status: 'offer_available' })
      const hint = {
        event_id: 'e1',
        message_type: 'offer_event',
        status: 'offer_available',
        received_at: instant(0),
        ...ASKING,
      }
      const seen = answer(1, { offers: whole(offer('1', status)) })
      expect(decideAnswer(deal(), [], [hint], seen, true).writes).toContainEqual({
        write: 'confirm_events',
        event_ids: ['e1'],
        at: instant(1),
      })
    },
  )

  describe('with an offer list that reports no statuses', () => {
    const silent = (...ids: string[]) => whole(...ids.map((id) => offer(id, null)))
    const decideFor = (known: NewsDeal, ids: string[], minute = 5) =>
      decideAnswer(known, [], [], answer(minute, { offers: silent(...ids) }), true)

    test('sets the offer status of the deal to available, and announces the offer only once', () => {
      const found = decideFor(deal(), ['o1'])
      expect(found.announcements).toMatchObject([{ status: 'offer_available' }])
      const state = after(deal(), found.writes)
      expect(state).toMatchObject({ offer_status: 'offer_available', offer_status_at: instant(5) })
      expect(decideFor(state, ['o1'], 6).announcements).toEqual([])
    })

    test.each([
      ['offer_accepted', ['o1', 'o2'], 'offer_accepted'],
      ['offer_rescinded', ['o1'], 'offer_rescinded'],
      ['offer_rescinded', ['o1', 'o2'], 'offer_available'],
      ['offer_in_orbit', ['o1'], 'offer_in_orbit'],
    ])(
      'if the previous offer status is %s and only the known offers %j are listed, the new status is %s',
      (offer_status, ids, expected) => {
        const offer_news = { ...NO_OFFER_NEWS, offer_ids: ids }
        const known = deal({ offer_status, offer_status_at: instant(1), offer_news })
        expect(after(known, decideFor(known, ids).writes)).toMatchObject({ offer_status: expected })
      },
    )

    test('sets the offer status to available for a new offer after the previous offer was rescinded', () => {
      const offer_news = { ...NO_OFFER_NEWS, offer_ids: ['o1'] }
      const known = deal({ offer_status: 'offer_rescinded', offer_status_at: instant(1), offer_news })
      const { writes, announcements } = decideFor(known, ['o2'])
      expect(after(known, writes)).toMatchObject({ offer_status: 'offer_available' })
      expect(announcements).toHaveLength(1)
    })
  })

  test("takes the offer status from the application's status if the offer list is empty", () => {
    const told_status = answer(5, { status: 'offer_available', offers: whole() })
    const { writes } = decideAnswer(deal(), [], [], told_status, true)
    expect(after(deal(), writes)).toMatchObject({ application_status: null, offer_status: 'offer_available' })
  })

  test('announces several new offers with one notification, and does not announce a rescinded offer as available', () => {
    const three = answer(5, { offers: whole(offer('o1'), offer('o2'), offer('o3')) })
    expect(decideAnswer(deal(), [], [], three, true).announcements).toMatchObject([
      { status: 'offer_available' },
    ])
    const gone = decideAnswer(deal(), [], [], answer(5, { offers: whole(offer('o1', 'rescinded')) }), true)
    expect(gone.announcements.map(({ status }) => status)).not.toContain('offer_available')
  })

  describe('with an offer list that may be incomplete', () => {
    const [first, second] = [offer('o1', 'offer_accepted'), offer('o2')]
    const known = deal({ offer_status: 'offer_accepted', offer_status_at: instant(1) })
    const about = (...entries: Offer[]) => answer(5, { offers: { entries, unread: 0, has_more: true } })

    test('changes nothing if the list is empty, as after a 204 response', () => {
      for (const offer_status of ['offer_accepted', 'offer_rescinded'])
        expect(decideAnswer({ ...known, offer_status }, [first, second], [], about(), true).writes).toEqual(
          [],
        )
    })

    test('adds or replaces the listed offers, but keeps the offer status if an offer outside the list determines it', () => {
      const seen = offer('o2', 'offer_rescinded')
      for (const partial of [about(seen, offer('o3')), about(offer('o3'), seen)]) {
        const { writes } = decideAnswer(known, [first, second], [], partial, true)
        expect(after(known, writes)).toMatchObject({
          offers: [first, seen, { offer_id: 'o3' }],
          offer_status: 'offer_accepted',
        })
      }
      const one = answer(5, { offers: { entries: [seen], unread: 1, has_more: false } })
      expect(after(known, decideAnswer(known, [first, second], [], one, true).writes)).toMatchObject({
        offers: [first, seen],
        offer_status: 'offer_accepted',
      })
    })

    test('stores an offer only once if it is listed twice, with the values of its last entry', () => {
      const moved = [offer('o3'), offer('o4'), offer('o3', 'offer_rescinded')]
      const { writes, announcements } = decideAnswer(deal(), [], [], about(...moved), true)
      expect(after(deal(), writes)).toMatchObject({
        offers: [{ offer_id: 'o3', status: 'offer_rescinded' }, { offer_id: 'o4' }],
      })
      expect(announcements).toHaveLength(1)
    })

    test('updates the status if the list shows an accepted offer', () => {
      const open = deal({ offer_status: 'offer_available', offer_status_at: instant(1) })
      const { writes } = decideAnswer(open, [offer('o1'), second], [], about(first), true)
      expect(after(open, writes)).toMatchObject({
        offer_status: 'offer_accepted',
        offers: [first, second],
      })
    })

    test('does not announce an offer a second time when it is listed again after an empty list', () => {
      const announced = deal({ offer_news: { ...NO_OFFER_NEWS, told: [instant(0)] } })
      const later = { ...about(), asked_at: instant(30) }
      const still = after(announced, decideAnswer(announced, [], [], later, true).writes)
      expect(still.offer_news.told).toEqual([instant(0)])
      expect(decideAnswer(still, [], [], answer(40, { offers: whole(second) }), true).announcements).toEqual(
        [],
      )
    })
  })

  test('is still missing when a hint arrives, so the hint changes only the timeline and the proof', () => {
    const hint: InboxEvent = { ...reported('e1', 1), verification: 'hint' }
    const decision = decide(deal(), hint)
    expect(decision.writes.map(({ write }) => write)).toEqual(['append_proof', 'append_timeline'])
    expect(decision).toMatchObject({ state: 'asking', announcement: null, deal: { offer_status: null } })
  })
})

test("limits the number of a deal's stored offers even if the partner lists new ones every time", () => {
  let [state, offers]: [NewsDeal, Offer[]] = [deal(), []]
  for (let minute = 0; minute < 30; minute++) {
    const entries = Array.from({ length: 100 }, (_, nth) => offer(`o${minute}-${nth}`))
    const listed = answer(minute, { offers: { entries, unread: 0, has_more: true } })
    const { writes } = decideAnswer(state, offers, [], listed, true)
    state = after(state, writes)
    for (const write of writes) if (write.write === 'update_deal') offers = write.changes.offers ?? offers
  }
  expect(offers).toHaveLength(500)
  expect(offers.at(-1)?.offer_id).toBe('o29-99')
  expect(state.offer_news.offer_ids).toHaveLength(1_000)
  expect(state.offer_news.found).toHaveLength(1_000)
})

describe('relay and polling together', () => {
  test('announce offers at least once, and never more often than there are offers', () => {
    // One offer appears per minute, and each offer causes an event. The app may read an offer list at any time after that.
    const happenings = fc.integer({ min: 1, max: 4 }).chain((offers) =>
      fc.shuffledSubarray(
        Array.from({ length: offers }, (_, at) => [
          { is: 'event' as const, at },
          { is: 'event' as const, at },
          { is: 'list' as const, at },
        ]).flat(),
        { minLength: offers },
      ),
    )
    fc.assert(
      fc.property(happenings, (order) => {
        let state = deal()
        const inbox = new Set<string>()
        const known = new Set<number>()
        let announced = 0
        for (const { is, at } of order) {
          if (is === 'event') {
            // Skip a repeated event, as the app does.
            if (inbox.has(`e${at}`)) continue
            inbox.add(`e${at}`)
            known.add(at)
            const decision = decide(state, reported(`e${at}`, at))
            state = decision.deal ?? state
            announced += decision.announcement === null ? 0 : 1
          } else {
            const offers = Array.from({ length: at + 1 }, (_, one) => offer(`o${one}`))
            for (let one = 0; one <= at; one++) known.add(one)
            const decision = decideAnswer(state, [], [], answer(at, { offers: whole(...offers) }), true)
            state = after(state, decision.writes)
            announced += decision.announcements.length
          }
        }
        // A list with several new offers causes a single announcement. There may therefore be fewer announcements than offers, but at least
        // one.
        expect(announced).toBeGreaterThanOrEqual(1)
        expect(announced).toBeLessThanOrEqual(known.size)
      }),
    )
  })

  test('do not announce an event if polling has already announced its status', () => {
    const found = decideAnswer(deal(), [], [], answer(5, { status: 'app_funded' }), true)
    const state = after(deal(), found.writes)
    // The partner's clock may differ from this computer's, so the event may seem slightly later or earlier.
    for (const minute of [3, 5, 8])
      expect(decide(state, reported('e1', minute, 'app_funded')).announcement).toBeNull()
  })

  test('announce an offer event that arrives after an offer list was read, even half an hour later', () => {
    const found = decideAnswer(deal(), [], [], answer(0, { offers: whole(offer('o1')) }), true)
    const state = after(deal(), found.writes)
    expect(decide(state, reported('e2', 30)).announcement).toMatchObject({ status: 'offer_available' })
  })
})
