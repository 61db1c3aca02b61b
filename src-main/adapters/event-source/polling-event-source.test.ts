import { afterEach, describe, expect, test } from 'vitest'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import type { ServiceAnswer } from '../../core/ports/event-source.ts'
import type { PartnerApi } from '../../core/ports/partner-api.ts'
import type { OpenDeal } from '../../core/ports/vault.ts'
import { PollingEventSource } from './polling-event-source.ts'

const START = Date.UTC(2026, 4, 4, 10)
const running: PollingEventSource[] = []
afterEach(() => Promise.all(running.splice(0).map((source) => source.stop())))

/** A source whose time passes only where it waits, up to `end`; then it stands still. */
function begin(
  open: OpenDeal[],
  api: Partial<Pick<PartnerApi, 'readApplication' | 'listOffers'>> = {},
  end = 3_600_000,
) {
  let now = START
  const asked: [deal: string, second: number][] = []
  const states: string[] = []
  let lookups = 0
  let over: () => void = () => {}
  const ended = new Promise<void>((resolve) => (over = resolve))
  const partner = {
    readApplication: async () => ok({ status: 'app_under_review', record: {} }),
    listOffers: async () => ok([]),
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
      return ok(open)
    },
    onAnswer: async ({ deal_id }: ServiceAnswer): Promise<Result<void>> => {
      asked.push([deal_id, Math.round((now - START) / 1000)])
      return ok(undefined)
    },
    onState: (state) => void states.push(state),
  })
  return {
    source,
    asked,
    states,
    ended,
    lookups: () => lookups,
    times: (deal: string) => asked.filter(([id]) => id === deal).length,
  }
}

const openDeal = (deal_id: string, ageMs: number): OpenDeal => ({
  deal_id,
  application_id: deal_id,
  last_news_at: new Date(START - ageMs).toISOString(),
})
const failed = (code: 'PARTNER_UNREACHABLE' | 'PARTNER_NOT_OFFERED' | 'PARTNER_NOT_FOUND') =>
  fail(appError(code, 'It did not answer.', 'Wait.'))

describe('asking regularly', () => {
  test('asks about a young deal often and about an old one rarely', async () => {
    const desk = begin([openDeal('young', 0), openDeal('old', 60 * 86_400_000)])
    desk.source.askRegularly(true)
    await desk.ended
    expect(desk.times('young')).toBeGreaterThan(20)
    expect(desk.times('old')).toBe(1)
  })

  test('the open deals are looked up once a minute, however many there are to ask about', async () => {
    const deals = Array.from({ length: 30 }, (_, at) => openDeal(`deal ${at}`, 60 * 86_400_000))
    const desk = begin(deals, {}, 59_000)
    desk.source.askRegularly(true)
    await desk.ended
    expect(desk.asked).toHaveLength(30)
    expect(desk.lookups()).toBe(1)
  })

  test('not wanted, it asks about nobody, but about who is asked for by name', async () => {
    const desk = begin([openDeal('one', 0), openDeal('two', 0)])
    desk.source.ask({ deal_id: 'two', application_id: 'two', about: 'all' })
    await desk.ended
    expect(desk.asked.map(([id]) => id)).toEqual(['two'])
  })

  test('a service that fails is tried ever less often, and the deal is asked about once it answers', async () => {
    let tries = 0
    const desk = begin([openDeal('one', 0)], {
      listOffers: async () => (++tries > 6 ? ok([]) : failed('PARTNER_UNREACHABLE')),
    })
    desk.source.ask({ deal_id: 'one', application_id: 'one', about: 'offers' })
    await desk.ended
    expect(desk.states).toEqual([...Array(6).fill('fails'), 'works'])
    // 15, 30, 60, 120, 240, 480 s, each three quarters of it.
    expect(desk.asked).toEqual([['one', 709]])
  })

  test('a read that the service does not have is asked for once; with neither it stops, and says so', async () => {
    let tries = 0
    const notOffered = async () => {
      tries += 1
      return failed('PARTNER_NOT_OFFERED')
    }
    const desk = begin([openDeal('one', 0), openDeal('two', 0)], {
      readApplication: notOffered,
      listOffers: notOffered,
    })
    desk.source.askRegularly(true)
    await desk.ended
    expect(tries).toBe(2)
    expect(desk.states).toEqual(['not_offered'])
    expect(desk.asked).toEqual([])
  })

  test('an application that the service does not know holds up nobody', async () => {
    const desk = begin([openDeal('one', 0), openDeal('two', 0)], {
      readApplication: async (target) =>
        'application_id' in target && target.application_id === 'one'
          ? failed('PARTNER_NOT_FOUND')
          : ok({ status: null, record: {} }),
    })
    expect(await desk.source.askAll()).toBe(true)
    expect(desk.asked.map(([id]) => id)).toEqual(['one', 'two'])
  })
})
