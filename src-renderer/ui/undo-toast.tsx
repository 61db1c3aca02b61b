import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { messages } from '../../src-shared/messages/messages.ts'
import type { Result } from '../../src-shared/errors.ts'
import { notifyFailure } from './notify-error.ts'

const TOAST = 'undo'

type Undo = () => Promise<Result<unknown>>

let last: Undo | null = null

/** Says what was done, and offers to undo it. The toast replaces the previous one. */
export function offerUndo(message: string, undo: Undo): void {
  last = undo
  notifications.hide(TOAST)
  notifications.show({
    id: TOAST,
    role: 'status',
    autoClose: 10_000,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        {message}
        <Button size="compact-sm" variant="default" flex="none" onClick={() => void undoLast()}>
          {messages().common.undo}
        </Button>
      </Group>
    ),
  })
}

/** Undoes what the last toast said. Does nothing if it was undone already. */
export async function undoLast(): Promise<void> {
  const undo = last
  last = null
  notifications.hide(TOAST)
  if (undo !== null) await notifyFailure(undo())
}
