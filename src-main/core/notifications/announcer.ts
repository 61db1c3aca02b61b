import type { ClickTarget } from '../../../src-shared/deep-link.ts'
import type { AlertSettings, Announcement } from '../../../src-shared/domain/notification.ts'
import { OFFER_STATUSES } from '../../../src-shared/domain/vocabulary.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { Emit } from '../ports/emit.ts'
import type { Notifier, SystemNotifications } from '../ports/notifier.ts'
import { isQuiet, quietFor } from './quiet-hours.ts'

/** What comes so soon after a notification becomes one with it. */
export const BURST_MS = 2_500
/** A burst that does not end is told at least this often. */
export const LONGEST_BURST_MS = 10_000
/** More names than this say less. */
const NAMES = 3

/** What is put together into one notification; what the partner has not confirmed is never mixed with what is certain. */
type Kind = 'offers' | 'updates' | 'unconfirmed'

/** Notifications that are shown as one. */
interface Burst {
  items: [Announcement, ...Announcement[]]
  /** How many of them the notification that is shown tells. */
  told: number
  shown: { close(): void }
  began: number
  end: () => void
  timer: NodeJS.Timeout
}

interface AnnouncerParts {
  system: SystemNotifications
  settings: () => AlertSettings
  /** Milliseconds since the epoch. */
  now: () => number
  emit: Emit
}

/**
 * Decides what the system shows of what happened. The first of several is shown at once; those that follow within seconds are
 * put together with it into one that says how many; offers apart from the rest, so that none waits for lesser news. In quiet hours
 * nothing is shown, and afterwards one notification tells what came, and another one what of it is unconfirmed. The inbox holds all of it in any case, so nothing is lost when this ends.
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
    const { status } = announcement
    if (!announce[Object.hasOwn(announce, status) ? (status as keyof typeof announce) : 'other']) return
    if (isQuiet(quiet, new Date(now())) && !(quiet.except_offers && isOffer(status))) {
      this.#held.push(announcement)
      this.wake()
      return
    }
    const burst = this.#bursts.get(kindOf(announcement))
    if (burst === undefined) this.#begin([announcement])
    else this.#join(burst, announcement)
  }

  /** The computer woke, or the settings changed: whether it is still quiet is looked at anew. */
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
    for (const { timer } of this.#bursts.values()) clearTimeout(timer)
    this.#bursts.clear()
  }

  #begin(items: [Announcement, ...Announcement[]]): void {
    const kind = kindOf(items[0])
    const end = () => {
      this.#bursts.delete(kind)
      this.#end(burst)
    }
    const burst: Burst = {
      items,
      told: items.length,
      shown: this.#show(items),
      began: this.#parts.now(),
      end,
      timer: setTimeout(end, BURST_MS),
    }
    this.#bursts.set(kind, burst)
  }

  #join(burst: Burst, announcement: Announcement): void {
    burst.items.push(announcement)
    clearTimeout(burst.timer)
    const left = Math.max(0, burst.began + LONGEST_BURST_MS - this.#parts.now())
    burst.timer = setTimeout(burst.end, Math.min(BURST_MS, left))
  }

  /** Where more came than what stands there tells, one notification takes its place. */
  #end({ items, told, shown }: Burst): void {
    if (items.length === told) return
    shown.close()
    this.#show(items, items[0].deal_id)
  }

  #show(items: [Announcement, ...Announcement[]], instead_of: string | null = null): { close(): void } {
    const { system, emit } = this.#parts
    const { title, body, opens } = inWords(items)
    const deal_id = opens === 'inbox' ? null : opens.deal_id
    emit('notification.shown', {
      deal_id,
      kind: isOfOffers(items[0]) ? 'offers' : 'updates',
      title,
      body,
      instead_of,
    })
    return system.show({ title, body, opens })
  }
}

/** One announcement is told as it is, several as a number with the names of the first few. */
function inWords(items: [Announcement, ...Announcement[]]): {
  title: string
  body: string
  opens: ClickTarget
} {
  const [first, ...more] = items
  const { deal_id, title, body } = first
  if (more.length === 0) return { title, body, opens: { deal_id } }
  const deals = new Map(items.map((item) => [item.deal_id, item.body]))
  if (deals.size === 1) return { title: titleOf(items, 1), body, opens: { deal_id } }
  const names = [...deals.values()]
  const others = names.length - NAMES
  const told = names.slice(0, NAMES).join(', ')
  return {
    title: titleOf(items, deals.size),
    body: others > 0 ? words().notifications.andMore(told, others) : told,
    opens: 'inbox',
  }
}

function titleOf(items: [Announcement, ...Announcement[]], deals: number): string {
  const { notifications } = words()
  const [{ status, title, unconfirmed }] = items
  // Each title of these says already that it is unconfirmed.
  if (unconfirmed === true && deals > 1) return notifications.unconfirmed(notifications.updates(items.length))
  const isOneStatus = items.every((item) => item.status === status)
  if (isOneStatus && status === 'offer_available' && unconfirmed !== true)
    return notifications.offersAvailable(items.length)
  if (deals === 1) return [...new Set(items.map((item) => item.title))].join(', ')
  return isOneStatus ? notifications.dealsWith(title, items.length) : notifications.updates(items.length)
}

function kindOf(announcement: Announcement): Kind {
  if (announcement.unconfirmed === true) return 'unconfirmed'
  return isOfOffers(announcement) ? 'offers' : 'updates'
}

function isOfOffers({ status }: Announcement): boolean {
  return status === 'offer_available'
}

function isOffer(status: string): boolean {
  return (OFFER_STATUSES as readonly string[]).includes(status)
}
