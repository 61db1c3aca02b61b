import { notifications } from '@mantine/notifications'
import { messages } from '../../../src-shared/messages/messages.ts'

const NOTE = 'attaching-at-close'

/** How many hold the window now. */
let holders = 0
/** Whether the broker pressed Close, and was told that files are still on their way. */
let isClosing = false
let refusedBefore: readonly string[] = []

/**
 * Keeps the window from closing while files are on their way into a deal, since only its page knows them; the answer lets it go.
 * Who presses Close meanwhile is told, and the window closes by itself when the last file is there; who presses once more means it.
 * Where a file was refused the window stays, so that it is read which one. `refused` names those.
 */
export function holdWindow(refused: () => readonly string[]): () => void {
  if (holders++ === 0) {
    refusedBefore = refused()
    window.addEventListener('beforeunload', onClose)
  }
  return () => {
    if (--holders > 0) return
    window.removeEventListener('beforeunload', onClose)
    if (!isClosing) return
    isClosing = false
    notifications.hide(NOTE)
    const fresh = refused().filter((file_id) => !refusedBefore.includes(file_id))
    if (fresh.length === 0) return window.close()
    const message = messages().documents.attaching.refused(fresh.length)
    notifications.show({ message, color: 'red', autoClose: false })
  }
}

function onClose(event: BeforeUnloadEvent): void {
  if (isClosing) return
  event.preventDefault()
  isClosing = true
  const { closing, closesWhenDone } = messages().documents.attaching
  notifications.show({ id: NOTE, title: closing, message: closesWhenDone, color: 'orange', autoClose: false })
}
