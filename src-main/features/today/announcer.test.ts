import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_ALERTS, type AlertSettings } from '../../../src-shared/features/today/notification.ts'
import { statusLabel } from '../../../src-shared/platform/words/status-labels.ts'
import { Announcer, BURST_MS, GATHER_MS, MAX_BURST_MS } from './announcer.ts'

const deal = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const offer = (number: number, status = 'offer_available') => ({
  deal_id: deal(number),
  status,
  title: statusLabel(status),
  body: `Merchant ${number}`,
})

let settings: AlertSettings
let shown: { title: string; body: string; opens: unknown; closed: boolean; when_locked?: Message }[]
let inside: unknown[]
let announcer: Announcer

beforeEach(() => {
  // This date is a Tuesday.
  vi.useFakeTimers({ now: new Date(2026, 4, 5, 12, 0) })
  settings = structuredClone(DEFAULT_ALERTS)
  shown = []
  inside = []
  announcer = new Announcer({
    system: {
      show(notification) {
        const one = {
          ...notification,
          title: formatMessage(notification.title),
          body: formatMessage(notification.body),
          closed: false,
        }
        shown.push(one)
        return { close: () => void (one.closed = true) }
      },
    },
    settings: () => settings,
    now: Date.now,
    emit: (_, reported) => void inside.push(reported),
  })
})
afterEach(() => {
  announcer.stop()
  vi.useRealTimers()
})
/** Lets the announcer show what needs no wait. */
const soon = () => void vi.advanceTimersByTime(1)
const standing = () => shown.filter(({ closed }) => !closed).map(({ title, body }) => `${title} | ${body}`)

test('has a title without names and amounts for a locked app, which calls only a confirmed offer an offer', () => {
  const titles = () => shown.map(({ when_locked }) => formatMessage(when_locked ?? ''))
  announcer.notify(offer(1))
  soon()
  announcer.notify(offer(2))
  vi.advanceTimersByTime(BURST_MS)
  expect(titles()).toEqual(['An offer is available', '2 offers are available'])
  shown = []
  announcer.notify({ ...offer(3), unconfirmed: true })
  announcer.notify(offer(4, 'under_review'))
  soon()
  expect(titles()).toEqual(['There is news about your deals', 'There is news about your deals'])
})

describe('a burst of news', () => {
  test('is announced by its first item immediately, and later replaced by one notification with the count', () => {
    announcer.notify(offer(1))
    soon()
    expect(standing()).toEqual(['Offer available | Merchant 1'])
    for (const number of [2, 3, 4, 5]) announcer.notify(offer(number))
    expect(shown).toHaveLength(1)
    vi.advanceTimersByTime(BURST_MS)
    expect(standing()).toEqual(['5 offers available | Merchant 1, Merchant 2, Merchant 3, and 2 more'])
    expect(shown.at(-1)?.opens).toBe('today')
    expect(inside).toMatchObject([
      { deal_id: deal(1), kind: 'offers', instead_of: null },
      { deal_id: null, kind: 'offers', instead_of: deal(1) },
    ])
  })

  test('with only one item keeps the notification of that item, and the next item is announced immediately', () => {
    announcer.notify(offer(1))
    vi.advanceTimersByTime(BURST_MS)
    expect(shown).toHaveLength(1)
    announcer.notify(offer(2))
    soon()
    expect(standing()).toEqual(['Offer available | Merchant 1', 'Offer available | Merchant 2'])
    expect(shown[0]?.opens).toEqual({ deal_id: deal(1) })
  })

  test('that continues without a break is still replaced by one notification with the count', () => {
    for (let at = 0; at <= MAX_BURST_MS; at += BURST_MS / 2) {
      announcer.notify(offer(at))
      vi.advanceTimersByTime(BURST_MS / 2)
    }
    expect(standing()[0]).toMatch(/^\d+ offers available/)
  })

  test('is summarized by the statuses or number of offers of one deal, or by the number of updates of several deals', () => {
    announcer.notify(offer(1, 'app_final_approval'))
    announcer.notify(offer(1, 'app_funded'))
    vi.advanceTimersByTime(BURST_MS)
    expect(standing()).toEqual(['Final approval, Funded | Merchant 1'])
    announcer.notify(offer(2, 'app_final_approval'))
    announcer.notify(offer(3, 'app_funded'))
    vi.advanceTimersByTime(BURST_MS)
    expect(standing()[1]).toBe('2 updates | Merchant 2: Final approval, Merchant 3: Funded')
    for (let came = 0; came < 3; came++) announcer.notify(offer(4))
    vi.advanceTimersByTime(BURST_MS)
    expect(standing()[2]).toBe('3 offers available | Merchant 4')
  })

  test('of less important news does not delay the notification of an offer', () => {
    announcer.notify(offer(1, 'app_funded'))
    announcer.notify(offer(2))
    soon()
    expect(standing()).toEqual(['Funded | Merchant 1', 'Offer available | Merchant 2'])
  })
})

describe('a notification', () => {
  const requested = { cents: 35_000_00, of: 'requested' } as const
  const offered = (cents: number) => ({ cents, of: 'offer' }) as const

  test('says the business, the event, and the amount, also for several deals', () => {
    announcer.notify({ ...offer(1), amount: offered(32_500_00) })
    soon()
    announcer.notify({ ...offer(2), amount: requested })
    announcer.notify(offer(3))
    vi.advanceTimersByTime(BURST_MS)
    expect(shown.map(({ title, body }) => `${title} | ${body}`)).toEqual([
      'Offer available | Merchant 1 · $32,500',
      '3 offers available | Merchant 1 · $32,500, Merchant 2 · $35,000 requested, Merchant 3',
    ])
  })

  test('about an offer without an amount waits a moment for it, and is then shown without it', () => {
    announcer.notify({ ...offer(1), amount: requested })
    vi.advanceTimersByTime(GATHER_MS - 1)
    expect(shown).toEqual([])
    soon()
    expect(standing()).toEqual(['Offer available | Merchant 1 · $35,000 requested'])
  })

  test('about an offer is shown without the amount as soon as the list of offers arrives without the offer', () => {
    announcer.notify({ ...offer(1), amount: requested })
    announcer.notify({ ...offer(2), amount: requested })
    announcer.offersRead(deal(1), [])
    expect(shown).toEqual([])
    announcer.offersRead(deal(2), [32_500_00])
    expect(standing()).toEqual(['2 offers available | Merchant 1 · $35,000 requested, Merchant 2 · $32,500'])
  })

  test('about several offers of a deal is a single one with the best amount, as soon as all amounts are known', () => {
    announcer.notify({ ...offer(1), amount: requested })
    announcer.notify({ ...offer(1), amount: offered(30_000_00) })
    announcer.offersRead(deal(1), [32_500_00])
    expect(standing()).toEqual(['2 offers available | Merchant 1 · $32,500'])
    announcer.notify({ ...offer(1), amount: offered(40_000_00) })
    vi.advanceTimersByTime(MAX_BURST_MS)
    expect(shown).toHaveLength(1)
    expect(inside).toMatchObject([
      { title: '2 offers available', body: 'Merchant 1 · $32,500', instead_of: null },
      { title: '3 offers available', body: 'Merchant 1 · $40,000', instead_of: deal(1) },
    ])
  })

  test('in the app gets the amount of the offer when the app learns it late, without a second system notification', () => {
    announcer.notify({ ...offer(1), amount: requested })
    vi.advanceTimersByTime(GATHER_MS)
    announcer.offersRead(deal(1), [32_500_00])
    announcer.offersRead(deal(2), [1_00])
    vi.advanceTimersByTime(MAX_BURST_MS)
    expect(shown.map(({ body }) => body)).toEqual(['Merchant 1 · $35,000 requested'])
    expect(inside).toMatchObject([
      { body: 'Merchant 1 · $35,000 requested', instead_of: null },
      { body: 'Merchant 1 · $32,500', instead_of: deal(1), tone: 'good' },
    ])
  })

  test.each([
    ['app_declined_closed', 'bad'],
    ['offer_rescinded', 'bad'],
    ['app_incomplete_info', 'attention'],
    ['app_funded', 'good'],
    ['app_under_review', 'neutral'],
    ['app_on_the_moon', 'neutral'],
  ])('about the status %s has the tone “%s”', (status, tone) => {
    settings.announce.app_under_review = true
    announcer.notify(offer(1, status))
    soon()
    expect(inside).toMatchObject([{ tone }])
  })

  test('has the tone of the newest news of a deal, and is neutral about good and bad news of two deals and about unconfirmed news', () => {
    announcer.notify(offer(1, 'app_declined_closed'))
    announcer.notify(offer(1, 'app_funded'))
    soon()
    announcer.notify(offer(2, 'app_declined_closed'))
    vi.advanceTimersByTime(BURST_MS)
    announcer.notify({ ...offer(3), unconfirmed: true })
    soon()
    expect(inside).toMatchObject([{ tone: 'good' }, { tone: 'neutral' }, { tone: 'neutral' }])
  })
})

describe('news that ends the offers of a deal', () => {
  const requested = { cents: 35_000_00, of: 'requested' } as const

  test('drops a waiting notification about the offers of this deal, but not of others', () => {
    announcer.notify({ ...offer(1), amount: requested })
    announcer.notify({ ...offer(2), amount: requested })
    announcer.notify(offer(1, 'offer_rescinded'))
    vi.advanceTimersByTime(MAX_BURST_MS)
    expect(standing()).toEqual([
      'Offer rescinded | Merchant 1',
      'Offer available | Merchant 2 · $35,000 requested',
    ])
  })

  test('closes the notification about the offer, and drops one that waits for the end of quiet hours', () => {
    announcer.notify(offer(1))
    soon()
    announcer.notify(offer(1, 'offer_rescinded'))
    soon()
    expect(standing()).toEqual(['Offer rescinded | Merchant 1'])
    settings.quiet = { ...settings.quiet, enabled: true, except_offers: false }
    vi.setSystemTime(new Date(2026, 4, 5, 23, 0))
    announcer.notify(offer(2))
    announcer.notify(offer(2, 'offer_rescinded'))
    vi.advanceTimersByTime(9 * 3_600_000)
    soon()
    expect(standing().at(-1)).toBe('Offer rescinded | Merchant 2')
  })

  test('keeps the notification if the news is unconfirmed', () => {
    announcer.notify(offer(1))
    announcer.notify({ ...offer(1, 'offer_rescinded'), unconfirmed: true })
    soon()
    expect(standing()).toContain('Offer available | Merchant 1')
  })
})

describe('reminders', () => {
  const reminder = (of: number, status = 'follow_up_due') => ({ ...offer(of, status), reminder: true })

  test('are combined with each other, but not with news', () => {
    announcer.notify(reminder(1))
    announcer.notify(offer(2, 'app_funded'))
    announcer.notify(reminder(3))
    announcer.notify(reminder(4, 'offer_available'))
    vi.advanceTimersByTime(BURST_MS)
    expect(standing()).toEqual(['3 reminders | Merchant 1, Merchant 3, Merchant 4', 'Funded | Merchant 2'])
  })

  test('are shown even if notifications for their status are turned off, and wait for the end of quiet hours', () => {
    settings.announce.other = false
    settings.announce.offer_available = false
    announcer.notify(reminder(1))
    soon()
    expect(shown).toHaveLength(1)
    settings.quiet = { ...settings.quiet, enabled: true, except_offers: true }
    vi.setSystemTime(new Date(2026, 4, 5, 23, 0))
    announcer.notify(reminder(2, 'offer_available'))
    soon()
    expect(shown).toHaveLength(1)
  })
})

describe("the broker's notification settings", () => {
  test('suppress notifications for a status that is turned off, and treat an unknown status by the setting for other statuses', () => {
    settings.announce.app_funded = false
    settings.announce.other = false
    announcer.notify(offer(1, 'app_funded'))
    announcer.notify(offer(2, 'app_on_the_moon'))
    soon()
    expect(shown).toEqual([])
    settings.announce.other = true
    announcer.notify(offer(3, 'app_on_the_moon'))
    soon()
    expect(shown).toHaveLength(1)
  })
})

describe('quiet hours', () => {
  beforeEach(() => {
    settings.quiet = { ...settings.quiet, enabled: true, except_offers: false }
    vi.setSystemTime(new Date(2026, 4, 5, 23, 0))
  })

  test('hold all notifications back until they end, then show one notification', () => {
    announcer.notify(offer(1))
    announcer.notify(offer(2))
    vi.advanceTimersByTime(9 * 3_600_000 - 60_000)
    expect(shown).toEqual([])
    vi.advanceTimersByTime(60_000)
    soon()
    expect(standing()).toEqual(['2 offers available | Merchant 1, Merchant 2'])
  })

  test('show confirmed and unconfirmed news separately when they end', () => {
    announcer.notify(offer(1))
    announcer.notify({ ...offer(2), title: 'Offer available (unconfirmed)', unconfirmed: true })
    announcer.notify(offer(3, 'app_funded'))
    vi.advanceTimersByTime(9 * 3_600_000)
    soon()
    expect(standing()).toEqual([
      '2 updates | Merchant 1: Offer available, Merchant 3: Funded',
      'Offer available (unconfirmed) | Merchant 2',
    ])
  })

  test('let only offers through if the broker chose this', () => {
    settings.quiet.except_offers = true
    announcer.notify(offer(1, 'app_funded'))
    announcer.notify(offer(2))
    soon()
    expect(standing()).toEqual(['Offer available | Merchant 2'])
  })

  test('drop held news of a deal after which other news of it came, and keep all of its offers', () => {
    settings.quiet.except_offers = true
    announcer.notify(offer(1, 'app_incomplete_info'))
    announcer.notify(offer(2, 'app_incomplete_info'))
    announcer.notify(offer(1))
    soon()
    settings.quiet.except_offers = false
    announcer.notify(offer(3))
    announcer.notify(offer(3))
    vi.advanceTimersByTime(BURST_MS)
    shown = []
    settings.quiet.enabled = false
    announcer.wake()
    soon()
    expect(standing()).toEqual([
      '3 updates | Merchant 2: More information needed, Merchant 3: Offer available',
    ])
  })

  test('end immediately when the broker turns them off', () => {
    announcer.notify(offer(1))
    settings.quiet.enabled = false
    announcer.wake()
    soon()
    expect(standing()).toEqual(['Offer available | Merchant 1'])
  })

  test('last through the weekend if the broker chose this', () => {
    settings.quiet.weekends = true
    // This time is on a Friday night, before a quiet weekend.
    vi.setSystemTime(new Date(2026, 4, 8, 20, 0))
    announcer.notify(offer(1))
    vi.advanceTimersByTime(new Date(2026, 4, 11, 7, 59).getTime() - Date.now())
    expect(shown).toEqual([])
    vi.advanceTimersByTime(60_000)
    soon()
    expect(shown).toHaveLength(1)
  })
})
