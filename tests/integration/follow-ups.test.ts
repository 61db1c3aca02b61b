import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { applyAnswer } from '../../src-main/features/events/apply-answer.ts'
import { endFollowUp, restoreFollowUp, setFollowUp } from '../../src-main/features/follow-ups/follow-ups.ts'
import { LOOK_EVERY_MS, Reminders } from '../../src-main/features/follow-ups/reminders.ts'
import { changeMoney } from '../../src-main/features/money/commissions.ts'
import { listDone, viewToday, viewTodayScreen } from '../../src-main/features/today/today.ts'
import { listDeals } from '../../src-main/features/pipeline/list-deals.ts'
import { Announcer, isQuiet } from '../../src-main/features/today/announcer.ts'
import { DEFAULT_ALERTS } from '../../src-shared/features/today/notification.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { Cleanup } from '../support/cleanup.ts'
import {
  addDeal,
  addDocument,
  composeApp,
  kindsOf,
  listing,
  memoryKeychain,
  value,
  type App,
} from '../support/core/composed-app.ts'
import { BEGIN, Computer, NO_QUIET } from '../support/core/computer.ts'
import { event, notify, notifyAs, SUBMITTED } from '../support/core/funded-deal.ts'
import { HostPool } from '../support/vault/host-pool.ts'
import { trashDeal } from '../../src-main/features/deals/load-deal.ts'
import { putBack, setAside } from '../../src-main/features/today/set-aside.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'

const cleanup = new Cleanup()
const pool = new HostPool()
afterEach(() => cleanup.run())
afterAll(() => pool.end())

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A deal that lacks no documents, because the funder has decided. */
const DECIDED = { ...SUBMITTED, application_status: 'app_declined_closed' }

interface Desk {
  app: App
  reminders: Reminders
  shown: string[]
}

let computer: Computer
let folder: string
let secrets: ReturnType<typeof memoryKeychain>
beforeEach(() => {
  computer = new Computer()
  folder = cleanup.folder()
  secrets = memoryKeychain()
})

/** Starts the app on the computer. `shown` collects the desktop notifications. */
async function start({ pooled = true } = {}): Promise<Desk> {
  const app = await composeApp(cleanup, { folder, secrets, ...(pooled && { start: pool.start }) })
  const shown: string[] = []
  Object.assign(app.context, {
    clock: { now: () => new Date(computer.now).toISOString() },
    zone: () => computer.zone,
    remindersChanged: () => reminders.changed(),
    notifier: {
      notify: (one: Parameters<App['context']['notifier']['notify']>[0]) => {
        app.notified.push(one)
        shown.push(`${formatMessage(one.title)} | ${formatMessage(one.body)}`)
      },
      offersRead: () => {},
    },
  })
  const reminders = new Reminders(app.context, computer, (now) => isQuiet(computer.quiet, now))
  computer.settle = () => reminders.settled()
  reminders.start()
  cleanup.add(() => reminders.stop())
  await computer.pass(MINUTE)
  return { app, reminders, shown }
}

const tomorrow9 = { wall: '2026-03-05T09:00' }
const untilTomorrow9 = Date.parse('2026-03-05T14:00:00.000Z') - BEGIN
const newsOf = async ({ app }: Desk) => value(await app.vault.unreadNews())
const titlesOf = async ({ app }: Desk, deal_id: string) =>
  value(await app.vault.listTimeline(deal_id)).map(({ title, detail }) =>
    [formatMessage(title), formatMessage(detail)].filter(Boolean).join(' / '),
  )

describe('a follow-up', () => {
  test.each([
    ['', 'Follow up: still “Under review”'],
    ['Ask for the lease', 'Follow up: Ask for the lease'],
  ])('with the note “%s” reminds once when it is due, with unread news', async (note, title) => {
    const desk = await start()
    const deal_id = await addDeal(desk.app, { ...SUBMITTED, application_status: 'app_under_review' })
    value(await setFollowUp(desk.app.context, deal_id, tomorrow9, note))
    await computer.pass(untilTomorrow9 - 3 * MINUTE)
    expect(desk.shown).toEqual([])
    await computer.pass(5 * MINUTE)
    expect(desk.shown).toEqual([`${title} | Juniper Bakery LLC`])
    expect(desk.app.notified[0]).toMatchObject({ deal_id, reminder: true })
    expect((await newsOf(desk))[0]).toMatchObject({ deal_id, status: 'follow_up_due', read_at: null })
    await computer.pass(48 * HOUR)
    expect(desk.shown).toHaveLength(1)
    expect(value(await viewDeal(desk.app.context, deal_id)).follow_up).toMatchObject({
      due_at: '2026-03-05T14:00:00.000Z',
    })
    expect(await kindsOf(desk.app, deal_id)).toEqual(['follow_up_set', 'follow_up_due'])
  })

  test('ends when a verified status, an offer, or a request for documents arrives, and the timeline names the news', async () => {
    const desk = await start()
    const deal_id = await addDeal(desk.app, SUBMITTED)
    for (const [status, name] of [
      ['app_under_review', 'Under review'],
      ['offer_available', 'Offer available'],
      ['app_incomplete_info', 'More information needed'],
    ] as const) {
      value(await setFollowUp(desk.app.context, deal_id, tomorrow9))
      await notify(desk.app, event(status, new Date((computer.now += MINUTE)).toISOString()))
      expect(value(await desk.app.vault.followUpOf(deal_id))).toBeNull()
      expect(
        (await titlesOf(desk, deal_id)).filter((title) => title.startsWith('Reminder ended')).at(-1),
      ).toBe(`Reminder ended: news came / ${name}`)
    }
    await computer.pass(untilTomorrow9)
    expect(desk.shown.filter((text) => text.startsWith('Follow up'))).toEqual([])
  })

  test('ends when polling finds an offer, and stays when polling finds nothing', async () => {
    const desk = await start()
    const deal_id = await addDeal(desk.app, SUBMITTED)
    value(await setFollowUp(desk.app.context, deal_id, tomorrow9))
    const answer = (offers: string[]) => ({
      deal_id,
      application_id: '77',
      asked_at: new Date((computer.now += MINUTE)).toISOString(),
      status: null,
      offers: value(listing(offers.map((id) => ({ ...bareOffer(id), status: 'available' })))),
    })
    value(await applyAnswer(desk.app.context, answer([]), () => true))
    expect(value(await desk.app.vault.followUpOf(deal_id))).not.toBeNull()
    value(await applyAnswer(desk.app.context, answer(['o1']), () => true))
    expect(value(await desk.app.vault.followUpOf(deal_id))).toBeNull()
  })

  test('is not ended by a notification whose signature does not cover its text', async () => {
    const desk = await start()
    const deal_id = await addDeal(desk.app, SUBMITTED)
    value(await setFollowUp(desk.app.context, deal_id, tomorrow9))
    await notifyAs('hint', desk.app, [event('offer_available', '2026-03-04T15:30:00.000Z')])
    await computer.pass(untilTomorrow9)
    expect(desk.shown.at(-1)).toMatch(/^Follow up/)
  })

  test.each([
    ['with a wake event', 5_000],
    // Without a wake event, the next look is half a minute later. It notices the sleep, and waits too.
    ['without a wake event', LOOK_EVERY_MS + 5_000],
  ])('is not fired if the news of the sleep arrives soon after the computer woke, %s', async (how, after) => {
    const desk = await start()
    const deal_id = await addDeal(desk.app, SUBMITTED)
    value(await setFollowUp(desk.app.context, deal_id, tomorrow9))
    await computer.pass(MINUTE)
    computer.sleep(2 * 24 * HOUR)
    if (how === 'with a wake event') desk.reminders.wake()
    await computer.pass(after)
    await notify(desk.app, event('app_under_review', '2026-03-04T18:00:00.000Z'))
    await computer.pass(HOUR)
    expect(desk.shown.filter((text) => text.startsWith('Follow up'))).toEqual([])
  })

  test.each(['with wake events', 'without a wake event'])(
    'reminds within 60 seconds after the computer wakes, %s',
    async (how) => {
      const desk = await start()
      const deal_id = await addDeal(desk.app, SUBMITTED)
      value(await setFollowUp(desk.app.context, deal_id, tomorrow9))
      await computer.pass(MINUTE)
      computer.sleep(3 * 24 * HOUR)
      // A network that comes and goes wakes the app several times.
      for (let second = 0; second < 60; second += 10) {
        if (how === 'with wake events') desk.reminders.wake()
        await computer.pass(10_000)
      }
      expect(desk.shown).toHaveLength(1)
      await computer.pass(24 * HOUR)
      expect(desk.shown).toHaveLength(1)
    },
  )

  test('typed as a time of day follows the clock when the time zone changes, and an elapsed time does not', async () => {
    const desk = await start()
    const [byClock, elapsed] = [
      await addDeal(desk.app, { ...SUBMITTED, legal_name: 'By the clock' }),
      await addDeal(desk.app, { legal_name: 'Elapsed' }),
    ]
    value(await setFollowUp(desk.app.context, byClock, tomorrow9))
    value(await setFollowUp(desk.app.context, elapsed, { minutes: 23 * 60 }))
    await computer.pass(HOUR)
    // The broker flies to Los Angeles, where nine in the morning is three hours later.
    computer.zone = 'America/Los_Angeles'
    await computer.pass(untilTomorrow9 - HOUR + MINUTE)
    expect(desk.shown).toEqual(['Follow up | Elapsed'])
    await computer.pass(3 * HOUR)
    expect(desk.shown).toEqual(['Follow up | Elapsed', 'Follow up | By the clock'])
  })

  test('reminds immediately if the computer moved to a zone in which its time has passed', async () => {
    const desk = await start()
    const deal_id = await addDeal(desk.app, SUBMITTED)
    value(await setFollowUp(desk.app.context, deal_id, { wall: '2026-03-04T16:00' }))
    computer.zone = 'Europe/Paris'
    await computer.pass(MINUTE)
    expect(desk.shown).toHaveLength(1)
  })

  test('set before the clocks change is due at its time of day after the change', async () => {
    computer.now = Date.parse('2026-03-07T15:00:00.000Z')
    const desk = await start()
    const deal_id = await addDeal(desk.app, SUBMITTED)
    value(await setFollowUp(desk.app.context, deal_id, { wall: '2026-03-08T09:00' }))
    // In winter, nine in the morning is 14:00 UTC. Since the night before, it is 13:00 UTC.
    await computer.pass(Date.parse('2026-03-08T13:01:00.000Z') - computer.now)
    expect(desk.shown).toHaveLength(1)
  })

  test('survives a kill of the app, and reminds within a minute after the next start, only once', async () => {
    const killed = await start({ pooled: false })
    const deal_id = await addDeal(killed.app, SUBMITTED)
    value(await setFollowUp(killed.app.context, deal_id, tomorrow9))
    await killed.reminders.stop()
    await killed.app.crash()
    computer.sleep(3 * 24 * HOUR)
    const desk = await start()
    expect(desk.shown).toHaveLength(1)
    await desk.reminders.stop()
    const again = await start()
    await computer.pass(HOUR)
    expect(again.shown).toEqual([])
  })

  test('keeps its desktop notification for after the quiet hours, even if the app is killed in between', async () => {
    const hours = { ...NO_QUIET, enabled: true, from: '00:00', to: '23:59', except_offers: true }
    computer.quiet = hours
    const killed = await start({ pooled: false })
    const deal_id = await addDeal(killed.app, SUBMITTED)
    value(await setFollowUp(killed.app.context, deal_id, { minutes: 5 }))
    await computer.pass(10 * MINUTE)
    expect(killed.shown).toEqual([])
    expect(await newsOf(killed)).toMatchObject([{ status: 'follow_up_due' }])
    await killed.reminders.stop()
    await killed.app.crash()
    const desk = await start()
    expect(desk.shown).toEqual([])
    computer.quiet = NO_QUIET
    await computer.pass(MINUTE)
    expect(desk.shown).toHaveLength(1)
    expect(await newsOf(desk)).toMatchObject([{ status: 'follow_up_due' }])
  })

  test('is announced together with others that are due at the same time, for all settings of statuses', async () => {
    const desk = await start()
    const settings = { ...DEFAULT_ALERTS, announce: { ...DEFAULT_ALERTS.announce, other: false } }
    const shown: { title: string; closed: boolean }[] = []
    const announcer = new Announcer({
      settings: () => settings,
      now: () => computer.now,
      emit: () => {},
      system: {
        show: ({ title, body }) => {
          const one = { title: `${formatMessage(title)} | ${formatMessage(body)}`, closed: false }
          shown.push(one)
          return { close: () => void (one.closed = true) }
        },
      },
    })
    cleanup.add(() => announcer.stop())
    Object.assign(desk.app.context, { notifier: announcer })
    for (const legal_name of ['A', 'B', 'C', 'D']) {
      const deal_id = await addDeal(desk.app, { legal_name })
      value(await setFollowUp(desk.app.context, deal_id, tomorrow9))
    }
    await computer.pass(untilTomorrow9)
    await expect
      .poll(() => shown.filter(({ closed }) => !closed).map(({ title }) => title))
      .toEqual([
        '4 reminders | A · $35,000 requested, B · $35,000 requested, C · $35,000 requested, and 1 more',
      ])
  })

  test('of a deal in the trash does not remind, and reminds when the deal is restored', async () => {
    const desk = await start()
    const deal_id = await addDeal(desk.app, SUBMITTED)
    value(await setFollowUp(desk.app.context, deal_id, tomorrow9))
    value(await trashDeal(desk.app.context, deal_id, true))
    await computer.pass(untilTomorrow9 + HOUR)
    expect(desk.shown).toEqual([])
    expect(value(await desk.app.vault.followUpOf(deal_id))?.fired_at).toBeNull()
    expect(await resultOf(setFollowUp(desk.app.context, deal_id, tomorrow9))).toMatchObject({ ok: false })
    value(await trashDeal(desk.app.context, deal_id, false))
    await computer.pass(MINUTE)
    expect(desk.shown).toHaveLength(1)
  })

  test('is recorded as due only once, and not at all after it was changed', async () => {
    const { app } = await start()
    const deal_id = await addDeal(app, SUBMITTED)
    const fire = async (at: string) => {
      const item = { deal_id, at, status: 'follow_up_due', title: 'Due', body: 'Name', amount: null }
      const kind = 'follow_up_due' as const
      const entry = { deal_id, at, kind, title: 'Due', detail: '', verification: null }
      value(await app.vault.commit([{ write: 'fire_follow_up', at, item, entry }]))
    }
    const set = async (minutes: number) => {
      value(await setFollowUp(app.context, deal_id, { minutes }))
      return value(await app.vault.followUpOf(deal_id))?.at ?? ''
    }
    const [before, at] = [await set(5), await set(10)]
    for (const one of [before, at, at]) await fire(one)
    expect(value(await app.vault.unreadNews())).toHaveLength(1)
    expect((await kindsOf(app, deal_id)).filter((kind) => kind === 'follow_up_due')).toHaveLength(1)
  })

  test('is deleted with its deal', async () => {
    const desk = await start()
    const deal_id = await addDeal(desk.app)
    value(await setFollowUp(desk.app.context, deal_id, tomorrow9))
    value(await setAside(desk.app.context, [{ deal_id, kind: 'need', fact: 'x', until: null }], null))
    value(await trashDeal(desk.app.context, deal_id, true))
    expect(value(await desk.app.vault.eraseDeals([deal_id]))).toBe(1)
    expect(value(await desk.app.vault.followUpOf(deal_id))).toBeNull()
    expect(value(await desk.app.vault.setAside())).toEqual([])
  })

  test('is replaced by the next one, and ends when the broker followed up, which can be undone', async () => {
    const desk = await start()
    const { context, vault } = desk.app
    const deal_id = await addDeal(desk.app, DECIDED)
    value(await setFollowUp(context, deal_id, { minutes: 5 }))
    value(await setFollowUp(context, deal_id, { minutes: 10 }))
    await computer.pass(12 * MINUTE)
    expect(desk.shown).toHaveLength(1)
    const due = value(await vault.followUpOf(deal_id))
    value(await endFollowUp(context, deal_id, 'done'))
    expect(await newsOf(desk)).toEqual([])
    expect(value(await viewToday(context)).count).toBe(0)
    if (due === null) throw new Error('no follow-up')
    value(await restoreFollowUp(context, due))
    await computer.pass(HOUR)
    expect(value(await viewToday(context)).count).toBe(1)
    expect(desk.shown).toHaveLength(1)
  })

  test('is refused for a time that has passed, for a time too far ahead, and for a deal that does not exist', async () => {
    const { app } = await start()
    const deal_id = await addDeal(app)
    for (const when of [{ wall: '2026-03-04T09:00' }, { wall: '2029-01-01T09:00' }])
      expect(await resultOf(setFollowUp(app.context, deal_id, when))).toMatchObject({
        error: { code: 'INVALID_INPUT' },
      })
    expect(await resultOf(setFollowUp(app.context, randomUUID(), tomorrow9))).toMatchObject({
      error: { code: 'DEAL_NOT_FOUND' },
    })
    expect(value(await app.vault.followUps())).toEqual([])
  })
})

describe('snoozed news', () => {
  test('returns at its time as the newest and unread news, with a notification', async () => {
    const desk = await start()
    const { context } = desk.app
    await addDeal(desk.app, SUBMITTED)
    await notify(
      desk.app,
      event('app_under_review', '2026-03-04T15:30:00.000Z'),
      event('offer_available', '2026-03-04T15:40:00.000Z'),
    )
    const [offer, review] = await newsOf(desk)
    if (offer === undefined || review === undefined) throw new Error('no news')
    const of = ({ number }: { number: number }) => [{ kind: 'news' as const, number, until: null }]
    value(await setAside(context, of(review), tomorrow9))
    value(await setAside(context, of(offer), null))
    expect(await newsOf(desk)).toEqual([])
    expect(await context.vault.snoozedItems()).toMatchObject([
      { number: review.number, wall: tomorrow9.wall },
    ])
    desk.shown.length = 0
    await computer.pass(untilTomorrow9)
    expect(await newsOf(desk)).toMatchObject([{ status: 'app_under_review', at: review.at }])
    expect(desk.shown).toEqual(['Under review | Juniper Bakery LLC'])
    await computer.pass(24 * HOUR)
    expect(desk.shown).toHaveLength(1)
  })
})

describe('the Today screen', () => {
  const linesOf = async ({ app }: Desk) =>
    value(await viewToday(app.context)).lines.map(
      ({ reasons, name }) => `${reasons.map(({ kind }) => kind).join(' ')}: ${name}`,
    )

  test('lists due follow-ups, expiring offers, deals that lack documents, renewals, and unread news', async () => {
    const desk = await start()
    const { app } = desk
    const late = await addDeal(app, { ...DECIDED, application_id: '75', legal_name: 'Late LLC' })
    value(await setFollowUp(app.context, late, { minutes: 1 }))
    const coming = await addDeal(app, { ...DECIDED, application_id: '76', legal_name: 'Coming LLC' })
    value(await setFollowUp(app.context, coming, tomorrow9))
    await addDeal(app, {
      ...SUBMITTED,
      application_id: '78',
      legal_name: 'Expiring LLC',
      application_status: 'app_final_approval',
      offers: [{ ...bareOffer('o1'), status: 'available', expires_at: '2026-03-05T20:00:00.000Z' }],
      offer_status: 'offer_available',
    })
    const add = (application_id: string, legal_name: string, application_status: string) =>
      addDeal(app, { ...SUBMITTED, application_id, legal_name, application_status })
    await add('79', 'Asked LLC', 'app_incomplete_info')
    // After the merchant accepted an offer, the funder asks for documents. The checklist has no open line.
    const pending = await add('80', 'Pending LLC', 'app_documentation_pending')
    for (const kind of app.context.profile.expected_documents)
      await addDocument(app, cleanup, pending, { kind, state: 'received' })
    const complete = dealQuerySchema.parse({ where: { papers: 'complete' } })
    expect(value(await listDeals(app.context, complete)).rows).toMatchObject([{ legal_name: 'Pending LLC' }])
    const deal_id = await add('81', 'Renewal LLC', 'app_funded')
    const at = '2026-01-05T12:00:00.000Z'
    const funded = { write: 'reach_milestone', deal_id, milestone: 'funded', at, reason: null } as const
    value(await app.vault.commit([funded]))
    value(await changeMoney(app.context, deal_id, { renewal_on: '2026-03-04' }))
    await addDeal(app, { ...SUBMITTED, legal_name: 'News LLC' })
    await notify(app, event('app_declined_closed', '2026-03-04T15:30:00.000Z'))
    await computer.pass(5 * MINUTE)
    expect(await linesOf(desk)).toEqual([
      'follow_up: Late LLC',
      'offer need: Expiring LLC',
      'need: Pending LLC',
      'need: Asked LLC',
      'renewal: Renewal LLC',
      'news: News LLC',
    ])
    const view = value(await viewToday(app.context))
    expect(view).toMatchObject({ count: 5, updates: 1 })
    expect(view.coming.map(({ name }) => name)).toEqual(['Coming LLC'])
  })

  test('shows a deal once with all its reasons, and ends, snoozes, and brings back all of them at once', async () => {
    const desk = await start()
    const { context } = desk.app
    const deal_id = await addDeal(desk.app, { ...SUBMITTED, values: { company: { phone: '541 555 0142' } } })
    await notify(desk.app, event('app_incomplete_info', '2026-03-04T15:30:00.000Z'))
    value(await setFollowUp(context, deal_id, { minutes: 1 }, 'Call Maria about May'))
    await computer.pass(5 * MINUTE)
    const view = await viewTodayScreen(context)
    const all = ['follow_up need news: Juniper Bakery LLC']
    expect(await linesOf(desk)).toEqual(all)
    expect(view).toMatchObject({ count: 1, coming: [], dismissed: [] })
    const { reasons = [], phone } = view.lines[0] ?? {}
    expect(phone).toBe('(541) 555-0142')
    expect(reasons[0]).toMatchObject({ follow_up: { note: 'Call Maria about May' } })
    value(await setAside(context, reasons, null))
    expect(await viewToday(context)).toMatchObject({ count: 0, lines: [], dismissed: [{ deal_id }] })
    expect((await listDone(context)).length).toBeGreaterThan(0)
    value(await putBack(context, reasons))
    expect(await linesOf(desk)).toEqual(all)
    expect(await listDone(context)).toEqual([])
    for (const comesBack of [() => putBack(context, reasons), () => computer.pass(untilTomorrow9)]) {
      value(await setAside(context, reasons, tomorrow9))
      const { lines, coming } = await viewToday(context)
      expect([lines, coming]).toMatchObject([[], [{ deal_id, reasons: [{}, {}, {}] }]])
      await comesBack()
      expect(await linesOf(desk)).toEqual(all)
    }
  })

  test('hides a dismissed line until its fact changes, and a snoozed line until its time', async () => {
    const desk = await start()
    const { app } = desk
    const deal_id = await addDeal(app, { ...SUBMITTED, application_status: 'app_incomplete_info' })
    const reasons = (await viewToday(app.context)).lines[0]?.reasons ?? []
    value(await setAside(app.context, reasons, null))
    expect(await linesOf(desk)).toEqual([])
    value(await putBack(app.context, reasons))
    expect(await linesOf(desk)).toHaveLength(1)
    value(await setAside(app.context, reasons, tomorrow9))
    expect(await linesOf(desk)).toEqual([])
    computer.sleep(untilTomorrow9)
    expect(await linesOf(desk)).toHaveLength(1)
    value(await setAside(app.context, reasons, null))
    expect(await linesOf(desk)).toEqual([])
    await addDocument(app, cleanup, deal_id)
    expect(await linesOf(desk)).toEqual(['need: Juniper Bakery LLC'])
  })
})
