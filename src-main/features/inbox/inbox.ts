import { logged } from '../../platform/base/log-lines.ts'
import { Failure } from '../../platform/base/failure.ts'
import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import {
  type When,
  type DueTime,
  dueTimeOf,
  MOST_DAYS_AHEAD,
} from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { Nothing } from '../../../src-shared/platform/ipc/parts.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

export interface ReminderNeeds extends Pick<Platform, 'vault' | 'clock' | 'zone' | 'emit' | 'log'> {
  /** Looks again which reminder is due next. Call this after each change of a follow-up or of a snoozed item. */
  remindersChanged(): void
}

const DAY_MS = 86_400_000

export function viewInbox({
  vault,
}: Pick<Platform, 'vault'>): Promise<{ items: InboxItem[]; unread: number }> {
  return vault.listInbox()
}

/** Marks inbox items as read: those with the given numbers, those of a deal, or all of them if neither is given. */
export async function readInbox(
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  { deal_id, numbers }: { deal_id?: string | undefined; numbers?: number[] | undefined },
): Promise<{ unread: number }> {
  const { vault, clock } = context
  const read_at = clock.now()
  await vault.commit([
    numbers === undefined
      ? { write: 'read_inbox', deal_id: deal_id ?? null, read_at }
      : { write: 'read_inbox_items', numbers, read_at },
  ])
  return notifyUnread(context)
}

/** Sends the number of unread items to the windows, the tray, and the badge. */
export async function notifyUnread({
  vault,
  emit,
}: Pick<Platform, 'vault' | 'emit'>): Promise<{ unread: number }> {
  const unread = await vault.countUnread()
  emit('inbox.changed', { unread })
  return { unread }
}

/** Hides an inbox item until a time, or shows it again immediately if `when` is null. */
export async function snoozeInboxItem(
  context: ReminderNeeds,
  number: number,
  when: When | null,
): Promise<Nothing> {
  const until = when === null ? null : dueIn(context, when)
  const read_at = context.clock.now()
  return commitReminder(context, null, [{ write: 'snooze_inbox_item', number, until, read_at }])
}

/** Marks one inbox item as read. */
export function readInboxItem(context: ReminderNeeds, number: number): Promise<Nothing> {
  return commitReminder(context, null, [{ write: 'read_inbox_item', number, read_at: context.clock.now() }])
}

/** Commits, and updates the schedule of reminders and the windows. */
export async function commitReminder(
  context: ReminderNeeds,
  deal_id: string | null,
  writes: VaultWrite[],
): Promise<Nothing> {
  await context.vault.commit(writes)
  context.remindersChanged()
  context.emit('reminders.changed', {})
  if (deal_id !== null) context.emit('deal.changed', { deal_id })
  await logged(context.log, notifyUnread(context))
  return {}
}

/** Converts the broker's choice to a due time. Fails if it is not in the future, or too far ahead. */
export function dueIn({ clock, zone }: Pick<Platform, 'clock' | 'zone'>, when: When): DueTime {
  const now = Date.parse(clock.now())
  const due = dueTimeOf(when, now, zone())
  const { past, tooFar } = msg.followUps.problems
  const ahead = Date.parse(due.at) - now
  if (ahead > 0 && ahead <= (MOST_DAYS_AHEAD + 1) * DAY_MS) return due
  throw new Failure(appError('INVALID_INPUT', ahead > 0 ? tooFar : past, msg.followUps.chooseAnother))
}
