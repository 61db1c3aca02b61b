import {
  dueMs,
  dueTimeOf,
  type DueTime,
  type FollowUp,
  MOST_DAYS_AHEAD,
  type When,
} from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { SetAsideKind } from '../../../src-shared/features/today/today.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { Nothing } from '../../../src-shared/platform/ipc/parts.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { notifyUnread } from '../inbox/inbox.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'

const DAY_MS = 86_400_000

/** Adds the instant of the due time in the time zone in which this computer is now. */
export function withInstant(
  { zone }: Pick<EnvironmentContext, 'zone'>,
  follow_up: FollowUp,
): FollowUp & { due_at: string } {
  const { deal_id, wall, at, set_at, fired_at } = follow_up
  return { deal_id, wall, at, set_at, fired_at, due_at: new Date(dueMs(follow_up, zone())).toISOString() }
}

/** Returns a deal's follow-up and name, for the dialog that sets a follow-up. */
export async function readFollowUp(
  context: EnvironmentContext,
  deal_id: string,
): Promise<Result<{ name: string; follow_up: (FollowUp & { due_at: string }) | null }>> {
  const [deal, follow_up] = await Promise.all([loadDeal(context, deal_id), context.vault.followUpOf(deal_id)])
  if (!deal.ok) return deal
  if (!follow_up.ok) return follow_up
  const { legal_name, reference } = deal.value
  const present = follow_up.value === null ? null : withInstant(context, follow_up.value)
  return ok({ name: legal_name || reference, follow_up: present })
}

/** Sets the reminder for a deal if no news comes before it is due. Replaces the deal's previous one. */
export async function setFollowUp(
  context: EnvironmentContext,
  deal_id: string,
  when: When,
): Promise<Result<FollowUp>> {
  const found = await loadDeal(context, deal_id)
  if (!found.ok) return found
  const due = dueIn(context, when)
  if (!due.ok) return due
  const set_at = context.clock.now()
  const follow_up: FollowUp = { deal_id, ...due.value, set_at, fired_at: null }
  const title = msg.history.followUpSet(due.value.wall ?? due.value.at)
  return putFollowUp(context, follow_up, set_at, title)
}

/** Puts back a follow-up that the broker ended by mistake. If it was due, the app does not remind again. */
export async function restoreFollowUp(
  context: EnvironmentContext,
  follow_up: FollowUp,
): Promise<Result<FollowUp>> {
  const found = await loadDeal(context, follow_up.deal_id)
  if (!found.ok) return found
  const title = msg.history.followUpRestored(follow_up.wall ?? follow_up.at)
  return putFollowUp(context, follow_up, context.clock.now(), title)
}

async function putFollowUp(
  context: EnvironmentContext,
  follow_up: FollowUp,
  at: string,
  title: Message,
): Promise<Result<FollowUp>> {
  const { deal_id } = follow_up
  const entry = { deal_id, at, kind: 'follow_up_set' as const, title, detail: '', verification: null }
  const done = await commit(context, deal_id, [
    { write: 'put_follow_up', follow_up },
    { write: 'append_timeline', entry },
  ])
  return done.ok ? ok(follow_up) : done
}

/** Ends a deal's follow-up because the broker has followed up, or no longer wants the reminder. */
export function endFollowUp(
  context: EnvironmentContext,
  deal_id: string,
  as: 'done' | 'removed',
): Promise<Result<Nothing>> {
  const title = as === 'done' ? msg.history.followUpDone : msg.history.followUpRemoved
  return commit(context, deal_id, [endOf(deal_id, context.clock.now(), title, '')])
}

/** Returns the write that ends a deal's follow-up because confirmed news about the deal arrived. */
export function endedByNews(deal_id: string, at: string, news: Message): VaultWrite {
  return endOf(deal_id, at, msg.history.followUpResolved, news)
}

function endOf(deal_id: string, at: string, title: Message, detail: Message): VaultWrite {
  const entry = { deal_id, at, kind: 'follow_up_ended' as const, title, detail, verification: null }
  return { write: 'end_follow_up', deal_id, entry }
}

/** Hides an inbox item until a time, or shows it again immediately if `when` is null. */
export async function snoozeInboxItem(
  context: EnvironmentContext,
  number: number,
  when: When | null,
): Promise<Result<Nothing>> {
  const until = when === null ? ok(null) : dueIn(context, when)
  if (!until.ok) return until
  const read_at = context.clock.now()
  return commit(context, null, [{ write: 'snooze_inbox_item', number, until: until.value, read_at }])
}

/** Marks one inbox item as read. */
export function readInboxItem(context: EnvironmentContext, number: number): Promise<Result<Nothing>> {
  return commit(context, null, [{ write: 'read_inbox_item', number, read_at: context.clock.now() }])
}

/** Hides a line of the Today screen until a time, or until its fact changes if `when` is null. */
export async function setAsideLine(
  context: EnvironmentContext,
  line: { deal_id: string; kind: SetAsideKind; fact: string },
  when: When | null,
): Promise<Result<Nothing>> {
  const found = await loadDeal(context, line.deal_id)
  if (!found.ok) return found
  const until = when === null ? ok({ wall: null, at: null }) : dueIn(context, when)
  return until.ok ? commit(context, null, [{ write: 'set_aside', line: { ...line, ...until.value } }]) : until
}

/** Shows a line of the Today screen again that was set aside. */
export function putBackLine(
  context: EnvironmentContext,
  line: { deal_id: string; kind: SetAsideKind },
): Promise<Result<Nothing>> {
  return commit(context, null, [{ write: 'put_back', ...line }])
}

/** Converts the broker's choice to a due time. Fails if it is not in the future, or too far ahead. */
function dueIn({ clock, zone }: EnvironmentContext, when: When): Result<DueTime> {
  const now = Date.parse(clock.now())
  const due = dueTimeOf(when, now, zone())
  const { past, tooFar } = msg.followUps.problems
  const ahead = Date.parse(due.at) - now
  if (ahead > 0 && ahead <= (MOST_DAYS_AHEAD + 1) * DAY_MS) return ok(due)
  return fail(appError('INVALID_INPUT', ahead > 0 ? tooFar : past, msg.followUps.chooseAnother))
}

/** Commits, and updates the schedule of reminders and the windows. */
async function commit(
  context: EnvironmentContext,
  deal_id: string | null,
  writes: VaultWrite[],
): Promise<Result<Nothing>> {
  const committed = await context.vault.commit(writes)
  if (!committed.ok) return committed
  context.remindersChanged()
  context.emit('reminders.changed', {})
  if (deal_id !== null) context.emit('deal.changed', { deal_id })
  await notifyUnread(context)
  return ok({})
}
