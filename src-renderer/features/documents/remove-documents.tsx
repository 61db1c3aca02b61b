import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Takes documents off their deal and offers to put them back. False where one stayed; that is told. */
export async function removeDocuments(documents: readonly DealDocument[]): Promise<boolean> {
  const removed: DealDocument[] = []
  for (const document of documents) {
    // oxlint-disable-next-line no-await-in-loop
    const done = await call('documents.remove', { document_id: document.document_id })
    if (!done.ok) {
      notifyError(done.error)
      break
    }
    removed.push(document)
  }
  if (removed.length > 0) offerUndo(removed)
  return removed.length === documents.length
}

function offerUndo(removed: readonly DealDocument[]): void {
  const t = messages().documents
  const [first, ...others] = removed
  const id = notifications.show({
    role: 'status',
    message: (
      <Group justify="space-between">
        <span style={{ overflowWrap: 'anywhere' }}>
          {first !== undefined && others.length === 0 ? t.removed(first.name) : t.removedMany(removed.length)}
        </span>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            notifications.hide(id)
            void putBack(removed)
          }}
        >
          {messages().common.undo}
        </Button>
      </Group>
    ),
    autoClose: 10_000,
  })
}

/** One after another, in the order they had; where one cannot come back, the others do. */
async function putBack(removed: readonly DealDocument[]): Promise<void> {
  for (const { document_id } of removed) {
    // oxlint-disable-next-line no-await-in-loop
    const done = await call('documents.restore', { document_id })
    if (!done.ok) notifyError(done.error)
  }
}
