import { afterEach, describe, expect, test } from 'vitest'
import { appError, fail, ok, type ErrorCode, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { ServiceAnswer } from '../../platform/relay/event-source.ts'
import type { PartnerApi } from '../../platform/partner/partner-api.ts'
import type { OpenDeal } from '../../platform/vault/records.ts'
import { PollingEventSource } from './polling-event-source.ts'

const NO_OFFERS = ok({ entries: [], unread: 0, has_more: false })
const START = Date.UTC(2026, 4, 4, 10)
const running: PollingEventSource[] = []
afterEach(() => Promise.all(running.splice(0).map((source) => source.stop())))

/** Starts an event source with a simulated clock. The clock advances only while the event source waits, up to `end`. */
function begin(
  open: OpenDeal[],
  api: Partial<Pick<PartnerApi, 'readApplication' | 'listOffers'>> = {},
  end = 3_600_000,
) {
  let now = START
  const asked: [deal: string, second: number][] = []
  const states: string[] = []
  /** Applications whose offers were requested, in order. */
  const offers: string[] = []
  let lookups = 0
  let over: () => void = () => {}
  const ended = new Promise<void>((resolve) => (over = resolve))
  const partner = {
    readApplication: async () => ok({ status: 'app_under_review', record: {} }),
    listOffers: async () => NO_OFFERS,
    ...api,
  } as unknown as PartnerApi
  const source = new PollingEventSource({
    partner: async () => ok(partner),
    intervalMinutes: async () => 1,
    now: () => now,
    random: () => 0.5,
    wait: async (ms, signal) => {
      if (now + ms > START + end) {
        over()
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      }
      now += ms
    },
  })
  running.push(source)
  source.start({
    openDeals: async () => {
      lookups += 1
      return ok([...open])
    },
    onAnswer: async ({ deal_id, offers: read }: ServiceAnswer): Promise<Result<void>> => {
      if (read !== null) offers.push(deal_id)
      asked.push([deal_id, Math.round((now - START) / 1000)])
      return ok(undefined)
    },
    onState: (state) => void states.push(state),
  })
  return {
    source,
    asked,
    states,
    offers,
    ended,
    lookups: () => lookups,
    setClockBack: (ms: number) => void (now -= ms),
    times: (deal: string) => asked.filter(([id]) => id === deal).length,
  }
}

test('an exception while reading one deal affects only that deal, and polling of the other deals continues', async () => {
  const { source, asked, states, ended } = begin(
    [],
    {
      readApplication: async (by) => {
        if (by.application_id === 'a') throw new RangeError('Invalid time value')
        return ok({ status: 'app_under_review', record: {} })
      },
    },
    120_000,
  )
  for (const deal_id of ['a', 'b', 'c']) source.ask({ deal_id, application_id: deal_id, about: 'all' })
  await ended
  expect(asked.map(([deal]) => deal)).toEqual(['b', 'c'])
  expect(states).toEqual(['fails', 'works', 'works'])
})

const openDeal = (deal_id: string, ageMs: number): OpenDeal => ({
  deal_id,
  application_id: deal_id,
  last_news_at: new Date(START - ageMs).toISOString(),
})
const failed = (code: ErrorCode) => fail(appError(code, 'It did not answer.', 'Wait.'))

describe('regular polling', () => {
  test('polls a deal with recent news often, and a deal without recent news rarely', async () => {
    const app = begin([openDeal('young', 0), openDeal('old', 60 * 86_400_000)])
    app.source.askRegularly(true)
    await app.ended
    expect(app.times('young')).toBeGreaterThan(20)
    expect(app.times('old')).toBe(1)
  })

  test('looks up the open deals once a minute, regardless of their number', async () => {
    const deals = Array.from({ length: 30 }, (_, at) => openDeal(`deal ${at}`, 60 * 86_400_000))
    const app = begin(deals, {}, 59_000)
    app.source.askRegularly(true)
    await app.ended
    expect(app.asked).toHaveLength(30)
    expect(app.lookups()).toBe(1)
  })

  test('looks for open deals at least once a minute while there are none', async () => {
    const app = begin([])
    app.source.askRegularly(true)
    await app.ended
    expect(app.lookups()).toBeGreaterThanOrEqual(60)
  })

  test('continues to poll known and new deals soon after the clock is set back by hours', async () => {
    const open = [openDeal('one', 0)]
    let answers = 0
    const app = begin(open, {
      listOffers: async () => {
        if (++answers === 3) {
          app.setClockBack(5 * 3_600_000)
          open.push(openDeal('new', 0))
        }
        return NO_OFFERS
      },
    })
    app.source.askRegularly(true)
    await app.ended
    const soonAfter = app.asked.filter(([, second]) => second < -5 * 3_600 + 600).map(([id]) => id)
    expect(soonAfter.filter((id) => id === 'one').length).toBeGreaterThan(3)
    expect(soonAfter).toContain('new')
  })

  test('polls only explicitly requested deals while it is turned off', async () => {
    const app = begin([openDeal('one', 0), openDeal('two', 0)])
    app.source.ask({ deal_id: 'two', application_id: 'two', about: 'all' })
    await app.ended
    expect(app.asked.map(([id]) => id)).toEqual(['two'])
  })

  test('waits longer after each failure of the partner, and polls the deal once the partner responds', async () => {
    let tries = 0
    const app = begin([openDeal('one', 0)], {
      listOffers: async () => (++tries > 6 ? NO_OFFERS : failed('PARTNER_UNREACHABLE')),
    })
    app.source.ask({ deal_id: 'one', application_id: 'one', about: 'offers' })
    await app.ended
    expect(app.states).toEqual([...Array(6).fill('fails'), 'works'])
    // 709 s is the sum of the six waits after failures: 15, 30, 60, 120, 240, and 480 s, each multiplied by 0.75.
    expect(app.asked).toEqual([['one', 709]])
  })

  test('stops a kind of read after the partner reports it as not offered for two deals, and reports when no kind remains', async () => {
    let tries = 0
    const notOffered = async () => {
      tries += 1
      return failed('PARTNER_NOT_OFFERED')
    }
    const app = begin([openDeal('one', 0), openDeal('two', 0)], {
      readApplication: notOffered,
      listOffers: notOffered,
    })
    app.source.askRegularly(true)
    await app.ended
    expect(tries).toBe(4)
    expect(app.states.at(-1)).toBe('not_offered')
    expect(app.times('two')).toBe(0)
  })

  test('continues to read the offers of other applications if the partner reports this read as not offered for one application', async () => {
    const app = begin([openDeal('unknown', 0), openDeal('two', 0), openDeal('three', 0)], {
      listOffers: async (application_id) =>
        application_id === 'unknown' ? failed('PARTNER_NOT_OFFERED') : NO_OFFERS,
    })
    app.source.askRegularly(true)
    await app.ended
    expect(app.offers.filter((id) => id === 'three').length).toBeGreaterThan(20)
    expect(app.offers.filter((id) => id === 'unknown').length).toBe(0)
  })

  test('continues to read offers after 404 responses for two applications without offers', async () => {
    const app = begin([openDeal('one', 0), openDeal('two', 0), openDeal('three', 0)], {
      listOffers: async (application_id) =>
        application_id === 'three' ? NO_OFFERS : failed('PARTNER_NOT_FOUND'),
    })
    app.source.askRegularly(true)
    await app.ended
    expect(app.offers.filter((id) => id === 'three').length).toBeGreaterThan(20)
    expect(app.states).not.toContain('not_offered')
  })

  test('reads the statuses even if the offers are unreadable, and reports the failure', async () => {
    const app = begin([openDeal('one', 0), openDeal('two', 0)], {
      listOffers: async () => failed('PARTNER_UNEXPECTED_RESPONSE'),
    })
    app.source.askRegularly(true)
    expect(await app.source.askAll()).toBe(false)
    await app.ended
    expect(app.times('one')).toBeGreaterThan(20)
    expect(app.times('two')).toBeGreaterThan(20)
    expect(new Set(app.states)).toEqual(new Set(['fails']))
  })

  test.each(['PARTNER_FORBIDDEN', 'PARTNER_UNAVAILABLE'] as const)(
    'continues for other deals if the partner always responds with %s for one deal',
    async (code) => {
      const app = begin([openDeal('bad', 0), openDeal('two', 0), openDeal('three', 0)], {
        readApplication: async (target) =>
          'application_id' in target && target.application_id === 'bad'
            ? failed(code)
            : ok({ status: null, record: {} }),
      })
      app.source.ask({ deal_id: 'bad', application_id: 'bad', about: 'all' })
      app.source.ask({ deal_id: 'two', application_id: 'two', about: 'all' })
      app.source.askRegularly(true)
      await app.ended
      expect(app.times('bad')).toBe(0)
      expect(app.times('two')).toBeGreaterThan(20)
      expect(app.times('three')).toBeGreaterThan(20)
    },
  )

  test('askAll returns false if the partner refused one deal, and still polls the others', async () => {
    const app = begin([openDeal('bad', 0), openDeal('two', 0)], {
      listOffers: async (application_id) =>
        application_id === 'bad' ? failed('PARTNER_FORBIDDEN') : NO_OFFERS,
    })
    expect(await app.source.askAll()).toBe(false)
    expect(app.asked.map(([id]) => id)).toEqual(['two'])
  })

  test('askAll succeeds even if the partner does not know one application', async () => {
    const app = begin([openDeal('one', 0), openDeal('two', 0)], {
      readApplication: async (target) =>
        'application_id' in target && target.application_id === 'one'
          ? failed('PARTNER_NOT_FOUND')
          : ok({ status: null, record: {} }),
    })
    expect(await app.source.askAll()).toBe(true)
    expect(app.asked.map(([id]) => id)).toEqual(['one', 'two'])
  })
})
