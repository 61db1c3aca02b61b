import { dueMs, type FollowUp, type When } from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { SetAsideKind } from '../../../src-shared/features/today/today.ts'
import type { Nothing } from '../../../src-shared/platform/ipc/parts.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { loadDeal } from '../deals/load-deal.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import { commitReminder, dueIn, type ReminderNeeds } from '../inbox/inbox.ts'

/** Adds the instant of the due time in the time zone in which this computer is now. */
export function withInstant(
  { zone }: Pick<Platform, 'zone'>,
  follow_up: FollowUp,
): FollowUp & { due_at: string } {
  const { deal_id, wall, at, set_at, fired_at } = follow_up
  return { deal_id, wall, at, set_at, fired_at, due_at: new Date(dueMs(follow_up, zone())).toISOString() }
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

/** Sets the reminder for a deal if no news comes before it is due. Replaces the deal's previous one. */
export async function setFollowUp(context: ReminderNeeds, deal_id: string, when: When): Promise<FollowUp> {
  await loadDeal(context, deal_id)
  const due = dueIn(context, when)
  const set_at = context.clock.now()
  const follow_up: FollowUp = { deal_id, ...due, set_at, fired_at: null }
  const title = msg.history.followUpSet(due.wall ?? due.at)
  return putFollowUp(context, follow_up, set_at, title)
}

/** Puts back a follow-up that the broker ended by mistake. If it was due, the app does not remind again. */
export async function restoreFollowUp(context: ReminderNeeds, follow_up: FollowUp): Promise<FollowUp> {
  await loadDeal(context, follow_up.deal_id)
  const title = msg.history.followUpRestored(follow_up.wall ?? follow_up.at)
  return putFollowUp(context, follow_up, context.clock.now(), title)
}

async function putFollowUp(
  context: ReminderNeeds,
  follow_up: FollowUp,
  at: string,
  title: Message,
): Promise<FollowUp> {
  const { deal_id } = follow_up
  const entry = { deal_id, at, kind: 'follow_up_set' as const, title, detail: '', verification: null }
  await commitReminder(context, deal_id, [
    { write: 'put_follow_up', follow_up },
    { write: 'append_timeline', entry },
  ])
  return follow_up
}

/** Ends a deal's follow-up because the broker has followed up, or no longer wants the reminder. */
export function endFollowUp(
  context: ReminderNeeds,
  deal_id: string,
  as: 'done' | 'removed',
): Promise<Nothing> {
  const title = as === 'done' ? msg.history.followUpDone : msg.history.followUpRemoved
  return commitReminder(context, deal_id, [endOf(deal_id, context.clock.now(), title, '')])
}

/** Returns the write that ends a deal's follow-up because confirmed news about the deal arrived. */
export function endedByNews(deal_id: string, at: string, news: Message): VaultWrite {
  return endOf(deal_id, at, msg.history.followUpResolved, news)
}

function endOf(deal_id: string, at: string, title: Message, detail: Message): VaultWrite {
  const entry = { deal_id, at, kind: 'follow_up_ended' as const, title, detail, verification: null }
  return { write: 'end_follow_up', deal_id, entry }
}

/** Hides a line of the Today screen until a time, or until its fact changes if `when` is null. */
export async function setAsideLine(
  context: ReminderNeeds,
  line: { deal_id: string; kind: SetAsideKind; fact: string },
  when: When | null,
): Promise<Nothing> {
  await loadDeal(context, line.deal_id)
  const until = when === null ? { wall: null, at: null } : dueIn(context, when)
  return commitReminder(context, null, [{ write: 'set_aside', line: { ...line, ...until } }])
}

/** Shows a line of the Today screen again that was set aside. */
export function putBackLine(
  context: ReminderNeeds,
  line: { deal_id: string; kind: SetAsideKind },
): Promise<Nothing> {
  return commitReminder(context, null, [{ write: 'put_back', ...line }])
}
