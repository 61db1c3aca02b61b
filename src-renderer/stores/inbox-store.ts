import { create } from 'zustand'
import type { InboxItem } from '../../src-shared/domain/notification.ts'
import type { AppError } from '../../src-shared/errors.ts'
import { call, on } from '../api/funding-desk.ts'

interface InboxState {
  /** Newest first; null until they were read. */
  items: InboxItem[] | null
  unread: number
  error: AppError | null
  load(): Promise<void>
  /** Marks as read what concerns a deal, or all. */
  read(deal_id?: string): Promise<AppError | null>
}

/** What was announced, and how much of it nobody has seen yet. */
export const useInbox = create<InboxState>()((set, get) => ({
  items: null,
  unread: 0,
  error: null,
  async load() {
    const listed = await call('inbox.list', {})
    set(listed.ok ? { ...listed.value, error: null } : { error: listed.error })
  },
  async read(deal_id) {
    const { items, unread } = get()
    const listed = items?.filter((item) => item.read_at === null)
    // Only the newest are listed: what is counted beside them may concern it.
    const isListedWhole = listed !== undefined && listed.length >= unread
    if (isListedWhole && !listed.some((item) => item.deal_id === (deal_id ?? item.deal_id))) return null
    const read = await call('inbox.read', deal_id === undefined ? {} : { deal_id })
    return read.ok ? null : read.error
  },
}))

/** Reads the inbox and follows what comes in. To be called once. */
export function followInbox(): () => void {
  void useInbox.getState().load()
  return on('inbox.changed', () => void useInbox.getState().load())
}
