import { resultOf } from '../../platform/base/failure.ts'
import { dueMs, FOLLOW_UP_DUE } from '../../../src-shared/features/follow-ups/follow-up.ts'
import { newestStatus } from '../../../src-shared/features/offers/offer-status.ts'
import { statusMessage } from '../../../src-shared/platform/words/status-labels.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { Timers } from '../../platform/base/system.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { StoredFollowUp } from './reminder-rows.ts'

type DueNeeds = Pick<Platform, 'vault' | 'clock' | 'zone' | 'emit' | 'notifier' | 'log'>

/**
 * Maximum time between two looks at the clock. A timer may stand still while the computer sleeps, and the clock or the time zone may
 * change. A look costs nothing: it reads the vault only if something is due.
 */
export const LOOK_EVERY_MS = 30_000
/**
 * Delay after the start and after a sleep. It gives event sync the time to bring the news that makes a reminder unnecessary. Together with
 * `LOOK_EVERY_MS`, it keeps a reminder within a minute after the computer wakes.
 */
export const NEWS_FIRST_MS = 20_000
/** If a look comes this much later than planned, the computer slept. */
const SLEPT_MS = 15_000

/**
 * Reminds the broker of due follow-ups and returns snoozed news, while an environment is open. Each is recorded in the vault before
 * its notification is shown. A reminder therefore survives a crash and never comes twice. In quiet hours, due reminders are on the Today screen,
 * and their notifications wait.
 */
export class Reminders {
  readonly #context: DueNeeds
  readonly #timers: Timers
  readonly #quietAt: (now: Date) => boolean
  /** The instant at which something is due next, in the time zone `#zone`. Null if nothing is scheduled. */
  #next: number | null = null
  #zone = ''
  /** True if notifications wait for the end of the quiet hours. */
  #isHolding = false
  /** True if the vault must be read again, even if nothing is due. */
  #isStale = false
  /** True from a wake-up until the look after it, so that further wake-ups do not delay this look. */
  #isWaking = false
  #planned = 0
  #cancel = () => {}
  #stopped = true
  /** The looks, one after another. */
  #running: Promise<unknown> = Promise.resolve()

  constructor(context: DueNeeds, timers: Timers, quietAt: (now: Date) => boolean) {
    this.#context = context
    this.#timers = timers
    this.#quietAt = quietAt
  }

  start(): void {
    this.#stopped = false
    this.wake()
  }

  /** Stops the reminders, and waits for a running look. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel()
    await this.settled()
  }

  /** Resolves when no look is running. */
  async settled(): Promise<void> {
    await this.#running
  }

  /** Looks again soon, because the computer woke up, or because its clock or time zone may have changed. */
  wake(): void {
    if (this.#stopped || this.#isWaking) return
    this.#isWaking = true
    this.#isStale = true
    this.#lookIn(NEWS_FIRST_MS)
  }

  /** Reads again what is due next, because a follow-up or snoozed news changed. */
  changed(): void {
    if (this.#stopped) return
    this.#isStale = true
    this.#lookIn(0)
  }

  #lookIn(after_ms: number): void {
    this.#cancel()
    this.#planned = this.#now() + after_ms
    this.#cancel = this.#timers.after(after_ms, () => {
      this.#running = this.#running.then(() => this.#look()).catch((thrown: unknown) => this.#broke(thrown))
    })
  }

  #now(): number {
    return Date.parse(this.#context.clock.now())
  }

  async #look(): Promise<void> {
    const { zone, log } = this.#context
    this.#isWaking = false
    if (this.#now() - this.#planned > SLEPT_MS) return this.wake()
    const isDue =
      this.#isStale ||
      (this.#next !== null && this.#now() >= this.#next) ||
      zone() !== this.#zone ||
      (this.#isHolding && !this.#isQuiet())
    if (isDue && !this.#stopped) {
      const done = await resultOf(this.#remind())
      if (!done.ok) log.warn('reminders', { code: done.error.code })
    }
    if (this.#stopped) return
    const next = this.#next === null ? LOOK_EVERY_MS : Math.max(0, this.#next - this.#now())
    this.#lookIn(this.#isStale ? 0 : Math.min(LOOK_EVERY_MS, next))
  }

  /** Logs an unexpected exception, and looks again later, so that one reminder cannot stop all others. */
  #broke(thrown: unknown): void {
    this.#context.log.warn('reminders', { kind: thrown instanceof Error ? thrown.name : typeof thrown })
    if (!this.#stopped) this.#lookIn(LOOK_EVERY_MS)
  }

  #isQuiet(): boolean {
    return this.#quietAt(new Date(this.#now()))
  }

  /** Records what is due, shows the notifications if it is not quiet, and finds what is due next. */
  async #remind(): Promise<void> {
    const { vault, zone, clock } = this.#context
    this.#zone = zone()
    this.#isStale = false
    // If the vault cannot be read now, look again later.
    this.#next = this.#now() + LOOK_EVERY_MS
    const [followUps, snoozed] = await Promise.all([vault.followUps(), vault.snoozedItems()])
    const at = clock.now()
    const instant = (due: { wall: string | null; at: string }) => dueMs(due, this.#zone)
    const isDue = (due: { wall: string | null; at: string }) => instant(due) <= Date.parse(at)
    const open = followUps.filter(({ fired_at }) => fired_at === null)
    const writes = [
      ...open.filter(isDue).map((followUp) => fired(followUp, at)),
      ...snoozed
        .filter(isDue)
        .map((item): VaultWrite => ({ write: 'return_news', number: item.number, at: item.at })),
    ]
    if (writes.length > 0) {
      await vault.commit(writes)
    }
    await this.#announce()
    if (writes.length > 0) this.#report(open.filter(isDue))
    const waiting = [...open, ...snoozed].filter((due) => !isDue(due)).map(instant)
    this.#next = waiting.length === 0 ? null : Math.min(...waiting)
  }

  /** Shows the notifications that were not shown yet. Stores first that they are shown, so that none comes twice. */
  async #announce(): Promise<void> {
    const { vault, notifier } = this.#context
    const waiting = await vault.unannounced()
    this.#isHolding = waiting.length > 0 && this.#isQuiet()
    if (waiting.length === 0 || this.#isHolding) return
    const numbers = waiting.map(({ number }) => number)
    await vault.commit([{ write: 'mark_announced', numbers }])
    for (const { deal_id, status, title, body, amount } of waiting)
      notifier.notify({ deal_id, status, title, body, amount: amount ?? null, reminder: true })
  }

  #report(due: StoredFollowUp[]): void {
    const { emit } = this.#context
    emit('today.changed', {})
    for (const { deal_id } of due) emit('deal.changed', { deal_id })
  }
}

/** Returns the write for a due follow-up: its news, which is also the text of its notification, and its timeline entry. */
function fired(followUp: StoredFollowUp, at: string): VaultWrite {
  const { deal_id, legal_name, reference, note } = followUp
  const status = newestStatus(followUp)
  const { due, dueWithNote, dueWithStatus } = msg.followUps
  const withoutNote = status === null ? due : dueWithStatus(statusMessage(status))
  const title = note === '' ? withoutNote : dueWithNote(note)
  return {
    write: 'fire_follow_up',
    at: followUp.at,
    item: {
      deal_id,
      at,
      status: FOLLOW_UP_DUE,
      title,
      body: legal_name || reference || msg.history.unnamedDeal,
      amount: null,
    },
    entry: {
      deal_id,
      at,
      kind: 'follow_up_due',
      title: msg.history.followUpDue,
      detail: '',
      verification: null,
    },
  }
}
