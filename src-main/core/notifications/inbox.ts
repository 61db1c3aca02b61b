import type { InboxItem } from '../../../src-shared/domain/notification.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { Workspace } from '../workspace.ts'

export function viewInbox({ vault }: Workspace): Promise<Result<{ items: InboxItem[]; unread: number }>> {
  return vault.listInbox()
}

export async function readInbox(
  workspace: Workspace,
  deal_id: string | undefined,
): Promise<Result<{ unread: number }>> {
  const { vault, clock } = workspace
  const read = await vault.commit([{ write: 'read_inbox', deal_id: deal_id ?? null, read_at: clock.now() }])
  return read.ok ? tellUnread(workspace) : read
}

/** Sends the number of unread items to the windows, the tray, and the badge. */
export async function tellUnread({ vault, emit }: Workspace): Promise<Result<{ unread: number }>> {
  const unread = await vault.countUnread()
  if (!unread.ok) return unread
  emit('inbox.changed', { unread: unread.value })
  return ok({ unread: unread.value })
}
