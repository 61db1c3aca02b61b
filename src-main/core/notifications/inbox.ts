import type { InboxItem } from '../../../src-shared/domain/notification.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { EnvironmentContext } from '../environment-context.ts'

export function viewInbox({
  vault,
}: EnvironmentContext): Promise<Result<{ items: InboxItem[]; unread: number }>> {
  return vault.listInbox()
}

export async function readInbox(
  context: EnvironmentContext,
  deal_id: string | undefined,
): Promise<Result<{ unread: number }>> {
  const { vault, clock } = context
  const read = await vault.commit([{ write: 'read_inbox', deal_id: deal_id ?? null, read_at: clock.now() }])
  return read.ok ? notifyUnread(context) : read
}

/** Sends the number of unread items to the windows, the tray, and the badge. */
export async function notifyUnread({ vault, emit }: EnvironmentContext): Promise<Result<{ unread: number }>> {
  const unread = await vault.countUnread()
  if (!unread.ok) return unread
  emit('inbox.changed', { unread: unread.value })
  return ok({ unread: unread.value })
}
