import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { MoneyChanges } from '../../../src-shared/domain/money.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { useMoney } from '../../stores/money-store.ts'
import { notifyError } from '../../ui/notify-error.ts'

const NOTE = 'money-changed'

/** Keeps a change and offers to take it back. False where it was not kept; that is told. */
export async function changeMoney(deal_id: string, changes: MoneyChanges, done: string): Promise<boolean> {
  const failed = await useMoney.getState().change(deal_id, changes)
  if (failed !== null) {
    notifyError(failed)
    return false
  }
  notifications.hide(NOTE)
  notifications.show({
    id: NOTE,
    color: 'teal',
    role: 'status',
    message: (
      <Group justify="space-between" gap="sm">
        {done}
        <Button size="compact-sm" variant="subtle" onClick={() => void undoMoney()}>
          {messages().money.undo}
        </Button>
      </Group>
    ),
  })
  return true
}

/** Takes back the last change that was made here. */
export async function undoMoney(): Promise<void> {
  if (useMoney.getState().steps.length === 0) return
  const failed = await useMoney.getState().undo()
  notifications.hide(NOTE)
  if (failed === null)
    notifications.show({ id: NOTE, message: messages().money.undone, color: 'teal', role: 'status' })
  else notifyError(failed)
}
