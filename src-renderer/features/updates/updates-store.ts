import { notifications } from '@mantine/notifications'
import type { InstalledBy, StartNote, UpdateView } from '../../../src-shared/features/updates/update.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { run } from '../../platform/ui/command.tsx'
import { createServerStore, type ServerStore } from '../../platform/page/server-store.ts'

export const useUpdates: ServerStore<UpdateView> = createServerStore<UpdateView>({
  initial: null,
  read: () => call('updates.get', {}),
  listen: ({ adopt }) => [
    on('updates.changed', adopt),
    useUpdates.subscribe(({ value }, before) => {
      if (value !== null && value !== before.value) notifyUpdate(value, before.value)
    }),
  ],
})

export const checkForUpdates = () => void run(useUpdates.getState().change(call('updates.check', {})))

export const setAutomaticUpdates = (automatic: boolean) =>
  void run(useUpdates.getState().change(call('updates.set_automatic', { automatic })))

const NOTE = 'version-note'
const READY = 'update-ready'

function notifyUpdate(view: UpdateView, before: UpdateView | null): void {
  if (view.note !== null && before?.note === undefined)
    notifications.show({
      id: NOTE,
      message: noteText(view.note, view.installed_by),
      color: view.note.kind === 'updated' ? 'teal' : 'yellow',
      // A note about a failed update stays until the broker closes the note.
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
