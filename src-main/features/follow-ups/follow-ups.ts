import {
  dueMs,
  type DueTime,
  dueTimeOf,
  type FollowUp,
  MOST_DAYS_AHEAD,
  type When,
} from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { timelineWrite, type VaultWrite } from '../../platform/vault/vault.ts'
import { failure } from '../../platform/base/failure.ts'

export interface ReminderNeeds extends Pick<Platform, 'vault' | 'clock' | 'zone' | 'emit' | 'log'> {
  /** Looks again which reminder is due next. Call this after each change of a follow-up or of snoozed news. */
  remindersChanged(): void
}

const DAY_MS = 86_400_000

/** Adds the instant of the due time in the time zone in which this computer is now. */
export function withInstant(
  { zone }: Pick<Platform, 'zone'>,
  follow_up: FollowUp,
): FollowUp & { due_at: string } {
  const { deal_id, wall, at, note, set_at, fired_at } = follow_up
  return {
    deal_id,
    wall,
    at,
    note,
    set_at,
    fired_at,
    due_at: new Date(dueMs(follow_up, zone())).toISOString(),
  }
}

/** Returns a deal's follow-up and name, for the dialog that sets a follow-up. */
export async function readFollowUp(
  context: Pick<Platform, 'vault' | 'zone'>,
  deal_id: string,
): Promise<{ name: string; follow_up: (FollowUp & { due_at: string }) | null }> {
  const [deal, follow_up] = await Promise.all([loadDeal(context, deal_id), context.vault.followUpOf(deal_id)])
  const { legal_name, reference } = deal
  const present = follow_up === null ? null : withInstant(context, follow_up)
  return { name: legal_name || reference, follow_up: present }
}

/** Sets the reminder for a deal, and replaces the deal's previous one, which it returns. */
export async function setFollowUp(
  context: ReminderNeeds,
  deal_id: string,
  when: When,
  note = '',
): Promise<{ name: string; before: FollowUp | null }> {
  const { name, follow_up: before } = await readFollowUp(context, deal_id)
  const due = dueIn(context, when)
  const set_at = context.clock.now()
  const follow_up: FollowUp = { deal_id, ...due, note, set_at, fired_at: null }
  const title = msg.history.followUpSet(due.wall ?? due.at)
  await commitReminders(context, [deal_id], set(follow_up, set_at, title))
  return { name, before }
}

/** Puts back a follow-up that the broker ended by mistake. If it was due, the app does not remind again. */
export async function restoreFollowUp(context: ReminderNeeds, follow_up: FollowUp): Promise<FollowUp> {
  await loadDeal(context, follow_up.deal_id)
  const title = msg.history.followUpRestored(follow_up.wall ?? follow_up.at)
  await commitReminders(context, [follow_up.deal_id], set(follow_up, context.clock.now(), title))
  return follow_up
}

/** Returns the writes that set a follow-up, and say so in the timeline. */
export function set(follow_up: FollowUp, at: string, title: Message): VaultWrite[] {
  const { deal_id, note } = follow_up
  return [{ write: 'put_follow_up', follow_up }, timelineWrite(deal_id, at, 'follow_up_set', title, note)]
}

/** Ends a deal's follow-up because the broker has followed up, or no longer wants the reminder. */
export function endFollowUp(context: ReminderNeeds, deal_id: string, as: 'done' | 'removed'): Promise<void> {
  const title = as === 'done' ? msg.history.followUpDone : msg.history.followUpRemoved
  return commitReminders(context, [deal_id], [ended(deal_id, context.clock.now(), title)])
}

/**
 * Returns the write that ends a deal's follow-up because confirmed news about the deal arrived. A follow-up with a note stays, because
 * news does not do what the note says.
 */
export function endedByNews(deal_id: string, at: string, news: Message): VaultWrite {
  return { ...ended(deal_id, at, msg.history.followUpResolved, news), unless_noted: true }
}

export function ended(deal_id: string, at: string, title: Message, detail: Message = '') {
  const entry = { deal_id, at, kind: 'follow_up_ended' as const, title, detail, verification: null }
  return { write: 'end_follow_up', deal_id, entry } satisfies VaultWrite
}

/** Commits, and updates the schedule of reminders, the windows, and the number of lines on the Today screen. */
export async function commitReminders(
  context: ReminderNeeds,
  deal_ids: readonly string[],
  writes: VaultWrite[],
): Promise<void> {
  await context.vault.commit(writes)
  context.remindersChanged()
  context.emit('today.changed', {})
  for (const deal_id of deal_ids) context.emit('deal.changed', { deal_id })
}

/** Converts the broker's choice to a due time. Fails if it is not in the future, or too far ahead. */
export function dueIn({ clock, zone }: Pick<Platform, 'clock' | 'zone'>, when: When): DueTime {
  const now = Date.parse(clock.now())
  const due = dueTimeOf(when, now, zone())
  const { past, tooFar } = msg.followUps.problems
  const ahead = Date.parse(due.at) - now
  if (ahead > 0 && ahead <= (MOST_DAYS_AHEAD + 1) * DAY_MS) return due
  throw failure('INVALID_INPUT', ahead > 0 ? tooFar : past, msg.followUps.chooseAnother)
}
