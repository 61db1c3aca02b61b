import { notifications } from '@mantine/notifications'
import type { DraftEdit } from '../../src-shared/domain/deal.ts'
import type { AppError } from '../../src-shared/errors.ts'
import { messages } from '../../src-shared/messages/messages.ts'
import { formatMessage } from '../../src-shared/messages/msg.ts'
import { call } from '../api/funding-desk.ts'
import { WINDOW_ID } from '../api/window-id.ts'

/** So many edits go with one call. */
export const EDITS_A_CALL = 200

interface Unwritten {
  legal_name: string
  edits: DraftEdit[]
}

/** What could not be written before its deal was left, by deal. It is tried again until it is written. */
const kept = new Map<string, Unwritten>()

export function keepUnwritten(deal_id: string, unwritten: Unwritten): void {
  if (unwritten.edits.length > 0) kept.set(deal_id, unwritten)
}

/** What waits of a deal that is opened again; from here on it is the open form's. */
export function takeUnwritten(deal_id: string): DraftEdit[] {
  const edits = kept.get(deal_id)?.edits ?? []
  kept.delete(deal_id)
  return edits
}

export const isAnyUnwritten = () => kept.size > 0

/** Writes what waits, and answers whether nothing does any more. */
export async function writeUnwritten(): Promise<boolean> {
  for (const [deal_id, unwritten] of kept) {
    const edits = unwritten.edits.slice(0, EDITS_A_CALL)
    // One deal after another: where one fails, the disk fails.
    // oxlint-disable-next-line no-await-in-loop
    const saved = await call('drafts.save', { deal_id, window_id: WINDOW_ID, edits })
    if (!saved.ok && !isFinal(saved.error)) return false
    // Opened again meanwhile: the form writes it.
    if (kept.get(deal_id) !== unwritten) continue
    if (!saved.ok) notifyUnwritten(deal_id, unwritten.legal_name, saved.error)
    const left = saved.ok ? unwritten.edits.slice(EDITS_A_CALL) : []
    kept.delete(deal_id)
    if (left.length > 0) kept.set(deal_id, { ...unwritten, edits: left })
    else if (saved.ok) notifications.hide(noteId(deal_id))
  }
  return kept.size === 0
}

/** Whether trying again leads to nothing: the deal cannot be changed any more. */
export function isFinal({ code }: AppError): boolean {
  return code === 'DEAL_NOT_EDITABLE' || code === 'INVALID_INPUT' || code === 'DEAL_NOT_FOUND'
}

/** Says of a deal that is not in sight, or not editable any more, that what was typed last is not saved. */
export function notifyUnwritten(deal_id: string, legal_name: string, error: AppError): void {
  const { deal } = messages()
  notifications.show({
    id: noteId(deal_id),
    title: deal.notSavedIn(legal_name || deal.newApplication, formatMessage(error.message)),
    message: isFinal(error) ? formatMessage(error.advice) : deal.savingRetried,
    color: 'red',
    autoClose: false,
  })
}

export function dismissUnwritten(deal_id: string): void {
  notifications.hide(noteId(deal_id))
}

const noteId = (deal_id: string) => `unwritten-${deal_id}`
