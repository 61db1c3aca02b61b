import type { Emit, Notifier, SystemNotifications } from '../../platform/base/system.ts'
import type { ClickTarget } from '../../../src-shared/platform/addresses/deep-link.ts'
import type { AlertSettings, Announcement } from '../../../src-shared/features/today/notification.ts'
import {
  type NewsTone,
  OFFER_STATUSES,
  rulesOf,
  toneOf,
} from '../../../src-shared/platform/words/vocabulary.ts'
import { joinMessages, type Message, uniqueMessages } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { type NewsAmount, nameAndAmount } from '../../../src-shared/features/today/news-amount.ts'

/** If more news arrives within this time after other news, the app combines both. */
export const BURST_MS = 2_500
/**
 * Maximum time that the first notification about an offer waits for the partner's list of offers, which has the offer's amount and further
 * offers.
 */
export const GATHER_MS = 600
/** Maximum time during which news is combined into one notification. If news keeps arriving, a new notification starts after this time. */
export const MAX_BURST_MS = 10_000
/** Maximum number of business names in a notification. */
const NAMES = 3

/** Kinds of notifications that combine several items. Unconfirmed news is never combined with confirmed news. */
type Kind = 'offers' | 'updates' | 'unconfirmed' | 'reminders'

interface Burst {
  items: [Announcement, ...Announcement[]]
  /** The events that the visible notification covers, by deal and status. */
  reported: Set<string>
  /** The visible notification, or null while the first one waits. */
  shown: { close(): void } | null
  /** Deals whose offers the app is reading from the partner, because the amount of an offer is unknown. */
  reading: Set<string>
  began: number
  /** Shows the first notification. */
  first: NodeJS.Timeout
  /** Ends the burst. */
  timer: NodeJS.Timeout
}

interface AnnouncerParts {
  system: SystemNotifications
  settings: () => AlertSettings
  now: () => number
  emit: Emit
}

/**
 * Decides which system notifications to show. The first item of news is shown immediately, or as soon as the amount of its offer is known.
 * What arrives together is shown together. If news of other deals follows within seconds, one notification with the number replaces the
 * first one. Another offer of the same deal changes only the toast in the app. News about offers has its own notifications, which do not
 * wait for less important news. In quiet hours, no notification is shown. After them, one notification summarizes the confirmed news, and
 * another one the unconfirmed news. The inbox contains all news, so nothing is lost when the app ends.
 */
export class Announcer implements Notifier {
  readonly #parts: AnnouncerParts
  readonly #bursts = new Map<Kind, Burst>()
  #held: Announcement[] = []
  #morning: NodeJS.Timeout | null = null

  constructor(parts: AnnouncerParts) {
    this.#parts = parts
  }

  notify(announcement: Announcement): void {
    const { settings, now } = this.#parts
    const { announce, quiet } = settings()
    const { status, reminder } = announcement
    if (endsOffers(announcement)) this.#withdrawOffers(announcement.deal_id)
    this.#dropOlder(announcement)
    const isWanted = announce[Object.hasOwn(announce, status) ? (status as keyof typeof announce) : 'other']
    if (!isWanted && reminder !== true) return
    const isExcepted = quiet.except_offers && isOffer(status) && reminder !== true
    if (isQuiet(quiet, new Date(now())) && !isExcepted) {
      this.#held.push(announcement)
      this.wake()
      return
    }
    const kind = kindOf(announcement)
    const burst = this.#bursts.get(kind)
    if (burst === undefined) this.#begin([announcement])
    else this.#join(kind, burst, announcement)
  }

  offersRead(deal_id: string, amounts_cents: readonly number[]): void {
    addAmounts(this.#held, deal_id, amounts_cents)
    const burst = this.#bursts.get('offers')
    if (burst === undefined) return
    const isChanged = addAmounts(burst.items, deal_id, amounts_cents)
    const wasReading = burst.reading.delete(deal_id)
    if (burst.shown !== null) {
      if (isChanged) this.#showInside(burst.items, burst.items[0].deal_id)
    } else if (wasReading && burst.reading.size === 0) this.#showFirst(burst)
  }

  /** Checks again whether it is quiet hours, after the computer wakes up or the settings change. */
  wake(): void {
    if (this.#morning !== null) clearTimeout(this.#morning)
    this.#morning = null
    if (this.#held.length === 0) return
    const { settings, now } = this.#parts
    const { quiet } = settings()
    const today = new Date(now())
    if (isQuiet(quiet, today)) {
      this.#morning = setTimeout(() => this.wake(), quietFor(quiet, today))
      return
    }
    const held = this.#held
    this.#held = []
    const certain = held.filter(({ unconfirmed: is }) => is !== true)
    const unconfirmed = held.filter(({ unconfirmed: is }) => is === true)
    for (const items of [certain, unconfirmed]) {
      const [first, ...more] = items
      if (first !== undefined) this.#begin([first, ...more])
    }
  }

  stop(): void {
    if (this.#morning !== null) clearTimeout(this.#morning)
    for (const { first, timer } of this.#bursts.values()) for (const one of [first, timer]) clearTimeout(one)
    this.#bursts.clear()
  }

  #begin(items: [Announcement, ...Announcement[]]): void {
    const kind = kindOf(items[0])
    const reading = new Set(items.filter(lacksAmount).map(({ deal_id }) => deal_id))
    const burst: Burst = {
      items,
      reported: new Set(),
      shown: null,
      reading,
      began: this.#parts.now(),
      first: setTimeout(() => this.#showFirst(burst), reading.size > 0 ? GATHER_MS : 0),
      timer: setTimeout(() => this.#end(kind, burst), BURST_MS),
    }
    this.#bursts.set(kind, burst)
  }

  #join(kind: Kind, burst: Burst, announcement: Announcement): void {
    burst.items.push(announcement)
    if (lacksAmount(announcement)) burst.reading.add(announcement.deal_id)
    clearTimeout(burst.timer)
    const left = Math.max(0, burst.began + MAX_BURST_MS - this.#parts.now())
    burst.timer = setTimeout(() => this.#end(kind, burst), Math.min(BURST_MS, left))
    if (burst.shown !== null && burst.reported.has(eventOf(announcement)))
      this.#showInside(burst.items, burst.items[0].deal_id)
  }

  /** Drops the held news of a deal after which other confirmed news of the deal came. Several offers of a deal are all news. */
  #dropOlder({ deal_id, status, reminder, unconfirmed }: Announcement): void {
    if (reminder === true || unconfirmed === true) return
    this.#held = this.#held.filter(
      (item) =>
        item.deal_id !== deal_id ||
        item.status === status ||
        item.reminder === true ||
        item.unconfirmed === true,
    )
  }

  /** Drops the news about offers of a deal that are no longer open, and closes a notification that still collects news. */
  #withdrawOffers(deal_id: string): void {
    const stays = (item: Announcement) => !isOfOffers(item) || item.deal_id !== deal_id
    this.#held = this.#held.filter(stays)
    const burst = this.#bursts.get('offers')
    if (burst === undefined || burst.items.every(stays)) return
    for (const one of [burst.first, burst.timer]) clearTimeout(one)
    this.#bursts.delete('offers')
    burst.shown?.close()
    const [first, ...more] = burst.items.filter(stays)
    if (first !== undefined) this.#begin([first, ...more])
  }

  #showFirst(burst: Burst): void {
    clearTimeout(burst.first)
    burst.shown = this.#show(burst.items)
    for (const item of burst.items) burst.reported.add(eventOf(item))
  }

  /** Ends a burst (news in quick succession). If it has events that its notification does not show, replaces the notification. */
  #end(kind: Kind, { items, reported, shown }: Burst): void {
    this.#bursts.delete(kind)
    if (items.every((item) => reported.has(eventOf(item)))) return
    shown?.close()
    this.#show(items, items[0].deal_id)
  }

  #show(items: [Announcement, ...Announcement[]], instead_of: string | null = null): { close(): void } {
    this.#showInside(items, instead_of)
    const isAllOffers = items.every((item) => isOfOffers(item) && item.unconfirmed !== true)
    const deals = new Set(items.map((item) => item.deal_id)).size
    const when_locked = isAllOffers ? msg.lock.offers(deals) : msg.lock.news
    return this.#parts.system.show({ ...notificationText(items), when_locked })
  }

  /** Shows the notification as a toast in the windows of the app. */
  #showInside(items: [Announcement, ...Announcement[]], instead_of: string | null): void {
    const { title, body, opens } = notificationText(items)
    this.#parts.emit('notification.shown', {
      deal_id: opens === 'today' ? null : opens.deal_id,
      kind: isOfOffers(items[0]) ? 'offers' : 'updates',
      tone: toneOfAll(items),
      title,
      body,
      instead_of,
    })
  }
}

/** Returns the text of a notification: the item's own text for a single item, or a summary for several items. */
function notificationText(items: [Announcement, ...Announcement[]]): {
  title: Message
  body: Message
  opens: ClickTarget
} {
  const [first, ...more] = items
  const { deal_id, title } = first
  const body = nameAndAmount(first.body, amountOfDeal(items, deal_id))
  if (more.length === 0) return { title, body, opens: { deal_id } }
  const deals = newestOfDeals(items)
  if (deals.length === 1) return { title: titleOf(items, 1), body, opens: { deal_id } }
  const isOneEvent =
    first.unconfirmed === true ||
    first.reminder === true ||
    deals.every(({ status }) => status === first.status)
  const names = deals.map((item) =>
    isOneEvent
      ? nameAndAmount(item.body, amountOfDeal(items, item.deal_id))
      : msg.notifications.withEvent(item.body, item.title),
  )
  const others = names.length - NAMES
  const reported = joinMessages(names.slice(0, NAMES), ', ')
  return {
    title: titleOf(items, deals.length),
    body: others > 0 ? msg.notifications.andMore(reported, others) : reported,
    opens: 'today',
  }
}

/** Returns the amount to show for a deal: the highest amount of its offers or, if none is known, the requested amount. */
function amountOfDeal(items: readonly Announcement[], deal_id: string): NewsAmount | null {
  const amounts = items.flatMap((item) => (item.deal_id === deal_id ? (item.amount ?? []) : []))
  const offered = amounts.filter(({ of }) => of === 'offer')
  return (offered.length > 0 ? offered : amounts).toSorted((one, other) => other.cents - one.cents)[0] ?? null
}

/** Adds the amounts of offers to the news about offers of this deal that lack them. Returns true if an amount was added. */
function addAmounts(items: Announcement[], deal_id: string, amounts_cents: readonly number[]): boolean {
  const lacking = items.filter(
    (item) => item.deal_id === deal_id && item.status === 'offer_available' && item.amount?.of !== 'offer',
  )
  const amounts = amounts_cents.slice(0, lacking.length)
  for (const [at, cents] of amounts.entries()) {
    const item = lacking[at] as Announcement
    items[items.indexOf(item)] = { ...item, amount: { cents, of: 'offer' } }
  }
  return amounts.length > 0
}

/** Returns the newest item of each deal, in the order in which the deals came. */
function newestOfDeals(items: readonly Announcement[]): Announcement[] {
  return [...new Map(items.map((item) => [item.deal_id, item])).values()]
}

/** Returns the common tone of the newest news of each deal. Different tones, and news without a confirmation, are neutral. */
function toneOfAll(items: readonly Announcement[]): NewsTone {
  const tones = new Set(
    newestOfDeals(items).map(({ status, unconfirmed: is }) => (is === true ? 'neutral' : toneOf(status))),
  )
  const [tone = 'neutral'] = tones
  return tones.size === 1 ? tone : 'neutral'
}

function titleOf(items: [Announcement, ...Announcement[]], deals: number): Message {
  const { notifications } = msg
  const [{ status, title, unconfirmed, reminder }] = items
  // Use a title with the number of items that says only once that they are unconfirmed. The items' own titles would each say it again.
  if (unconfirmed === true && deals > 1) return notifications.unconfirmed(notifications.updates(items.length))
  const isOneStatus = items.every((item) => item.status === status)
  if (isOneStatus && status === 'offer_available' && unconfirmed !== true && reminder !== true)
    return notifications.offersAvailable(items.length)
  if (deals === 1) return joinMessages(uniqueMessages(items.map((item) => item.title)), ', ')
  if (reminder === true) return notifications.reminders(items.length)
  return isOneStatus ? notifications.dealsWith(title, items.length) : notifications.updates(items.length)
}

/** Offers of the same deal, or repetitions of a status, count as one event. */
function eventOf({ deal_id, status }: Announcement): string {
  return `${deal_id} ${status}`
}

/** True if the amount of the offer is still unknown. The partner's list of offers contains it. */
function lacksAmount(item: Announcement): boolean {
  return isOfOffers(item) && item.unconfirmed !== true && item.amount?.of === 'requested'
}

function kindOf(announcement: Announcement): Kind {
  if (announcement.unconfirmed === true) return 'unconfirmed'
  if (announcement.reminder === true) return 'reminders'
  return isOfOffers(announcement) ? 'offers' : 'updates'
}

function isOfOffers({ status, reminder }: Announcement): boolean {
  return status === 'offer_available' && reminder !== true
}

/** True for confirmed news after which no offer of the deal is open. */
function endsOffers({ status, reminder, unconfirmed }: Announcement): boolean {
  return rulesOf(status)?.next_step?.step === 'over' && reminder !== true && unconfirmed !== true
}

function isOffer(status: string): boolean {
  return (OFFER_STATUSES as readonly string[]).includes(status)
}

type QuietHours = AlertSettings['quiet']

const MINUTE_MS = 60_000
const MINUTES_A_DAY = 24 * 60

export function isQuiet({ enabled, from, to, weekends }: QuietHours, now: Date): boolean {
  if (!enabled) return false
  if (weekends && (now.getDay() === 0 || now.getDay() === 6)) return true
  const [start, end, minute] = [minutes(from), minutes(to), now.getHours() * 60 + now.getMinutes()]
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end
}

/** Returns the milliseconds until the quiet hours end. A quiet weekend and the quiet nights next to it count as one period. */
export function quietFor(quiet: QuietHours, now: Date): number {
  // Go to the next full minute, and then forward minute by minute. A quiet period lasts at most three days. This loop is also correct if
  // daylight saving time begins or ends.
  const next = new Date(Math.ceil((now.getTime() + 1) / MINUTE_MS) * MINUTE_MS)
  for (let step = 0; step < 4 * MINUTES_A_DAY && isQuiet(quiet, next); step++)
    next.setTime(next.getTime() + MINUTE_MS)
  return next.getTime() - now.getTime()
}

function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number)
  return hours * 60 + rest
}
