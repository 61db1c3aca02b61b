import { notifications } from '@mantine/notifications'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { hasNoteDraft, dropStored, isAnyFormUnsaved } from '../../platform/page/unsaved-store.ts'
import { on, WINDOW_ID } from '../../platform/api/funding-desk.ts'
import { isAllWritten, useDeal, writeAll } from '../drafts/deal-store.ts'

/** If the broker clicks Close again within this time after the warning about unsaved work, the window closes. */
const WARNED_MS = 20_000

let wasWarned = false

/** From now on, the window may close without a warning, even with unwritten edits. */
export function release(): void {
  wasWarned = true
}

/** Returns a message about typed input that the broker has not saved or added yet, or null if there is no such input. */
function waiting(): string | null {
  if (hasNoteDraft()) return messages().timeline.noteNotAdded
  return isAnyFormUnsaved() ? messages().settings.unsaved.atClose : null
}

/** Subscribes to main's events about the open deal, and writes unwritten edits before the window closes. */
export function followOpenDeal(): () => void {
  wasWarned = false
  const stops = [
    on('deal.changed', ({ deal_id }) => {
      if (useDeal.getState().deal?.deal_id === deal_id) void useDeal.getState().reload()
    }),
    on('draft.changed', ({ deal_id, window_id }) => {
      const { deal, reload } = useDeal.getState()
      if (deal?.deal_id === deal_id && window_id !== WINDOW_ID) void reload()
    }),
    on('document.progress', ({ document_id, sent, total }) =>
      useDeal.setState(({ progress }) => ({ progress: { ...progress, [document_id]: { sent, total } } })),
    ),
  ]
  const beforeUnload = (event: BeforeUnloadEvent) => {
    if (wasWarned || (isAllWritten() && waiting() === null)) return
    event.preventDefault()
    void Promise.all([writeAll(), dropStored()]).then(([isWritten]) => {
      const unsaved = isWritten ? waiting() : messages().deal.notSavedAtClose
      if (unsaved === null) return window.close()
      // The broker confirms by closing the window again.
      wasWarned = true
      setTimeout(() => (wasWarned = false), WARNED_MS)
      notifications.show({
        title: unsaved,
        message: messages().deal.closeAgain,
        color: 'red',
        autoClose: WARNED_MS,
      })
    })
  }
  window.addEventListener('beforeunload', beforeUnload)
  return () => {
    window.removeEventListener('beforeunload', beforeUnload)
    for (const stop of stops) stop()
  }
}
