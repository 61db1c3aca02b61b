import { notifications } from '@mantine/notifications'
import { create } from 'zustand'
import type { InstalledBy, StartNote, UpdateView } from '../../src-shared/domain/update.ts'
import { messages } from '../../src-shared/messages/messages.ts'
import { call, on } from '../api/funding-desk.ts'
import { notifyError } from '../ui/notify-error.ts'

/** How the app's own updates stand; null until it is known. */
export const useUpdates = create<{ view: UpdateView | null }>()(() => ({ view: null }))

/** Follows them, and tells what this start has to tell; to be called once. */
export function followUpdates(): () => void {
  void call('updates.get', {}).then((got) => got.ok && adopt(got.value))
  return on('updates.changed', adopt)
}

export async function checkForUpdates(): Promise<void> {
  const checked = await call('updates.check', {})
  if (checked.ok) adopt(checked.value)
  else notifyError(checked.error)
}

export async function setAutomaticUpdates(automatic: boolean): Promise<void> {
  const kept = await call('updates.set_automatic', { automatic })
  if (kept.ok) adopt(kept.value)
  else notifyError(kept.error)
}

export async function restartNow(): Promise<void> {
  const restarted = await call('updates.restart', {})
  if (!restarted.ok) notifyError(restarted.error)
}

const NOTE = 'version-note'
const READY = 'update-ready'

function adopt(view: UpdateView): void {
  const before = useUpdates.getState().view
  useUpdates.setState({ view })
  if (view.note !== null && before?.note === undefined)
    notifications.show({
      id: NOTE,
      message: noteText(view.note, view.installed_by),
      color: view.note.kind === 'updated' ? 'teal' : 'yellow',
      // Trouble stays until it was read.
      autoClose: view.note.kind === 'updated' ? 8_000 : false,
      withBorder: true,
      role: 'status',
      onClose: () => void call('updates.dismiss_note', {}),
    })
  if (view.state.step !== 'ready') notifications.hide(READY)
  else if (before?.state.step === 'downloading')
    notifications.show({
      id: READY,
      message: messages().updates.readyToast[view.installed_by](view.state.version),
      color: 'teal',
      autoClose: 12_000,
      withBorder: true,
      role: 'status',
    })
}

/** What a start tells of versions, in words. */
export function noteText(note: StartNote, installed_by: InstalledBy): string {
  const text = messages().updates.notes
  switch (note.kind) {
    case 'updated':
      return text.updated(note.version)
    case 'rolled_back':
      return note.failed ? text.rolledBackFailed(note.from) : text.rolledBack(note.from)
    case 'did_not_start':
      return text.didNotStart(note.version)
    case 'not_installed':
      return text.notInstalled[installed_by](note.version)
  }
}
