import type { InboxItem } from '../../../src-shared/features/inbox/notification.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'

export function viewInbox({
  vault,
}: EnvironmentContext): Promise<Result<{ items: InboxItem[]; unread: number }>> {
  return vault.listInbox()
}

/** Marks inbox items as read: those with the given numbers, those of a deal, or all of them if neither is given. */
export async function readInbox(
  context: EnvironmentContext,
  { deal_id, numbers }: { deal_id?: string | undefined; numbers?: number[] | undefined },
): Promise<Result<{ unread: number }>> {
  const { vault, clock } = context
  const read_at = clock.now()
  const read = await vault.commit([
    numbers === undefined
      ? { write: 'read_inbox', deal_id: deal_id ?? null, read_at }
      : { write: 'read_inbox_items', numbers, read_at },
  ])
  return read.ok ? notifyUnread(context) : read
}

/** Sends the number of unread items to the windows, the tray, and the badge. */
export async function notifyUnread({ vault, emit }: EnvironmentContext): Promise<Result<{ unread: number }>> {
  const unread = await vault.countUnread()
  if (!unread.ok) return unread
  emit('inbox.changed', { unread: unread.value })
  return ok({ unread: unread.value })
}
