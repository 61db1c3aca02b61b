import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { countEntry, isUnderstood } from '../../../src-shared/entry/number-entry.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useMoney } from '../../stores/money-store.ts'
import { NumberEntryInput } from '../../ui/number-entry-input.tsx'
import { notifyError } from '../../ui/notify-error.ts'

const DAYS = countEntry({ from: 0, to: 365 })

/** How long after funding a commission can be taken back, where a line says nothing else. */
export function ClawbackDays({ days }: { days: number }) {
  const [typed, setTyped] = useState(String(days))
  const text = messages().money.ledger
  async function keep() {
    const saved = await call('money.save_clawback_days', { days: Number(typed) })
    if (!saved.ok) return notifyError(saved.error)
    notifications.show({ message: text.clawbackSaved, color: 'teal', role: 'status' })
    // The dashboard's sums follow the same days.
    await useMoney.getState().load()
  }
  return (
    <Group align="flex-start" gap="sm">
      <NumberEntryInput
        label={text.clawbackDays}
        description={text.clawbackDaysHelp}
        entry={DAYS}
        value={typed}
        onChange={setTyped}
        w={320}
      />
      <Button
        mt={24}
        variant="default"
        disabled={!isUnderstood(DAYS, typed) || Number(typed) === days}
        onClick={() => void keep()}
      >
        {text.save}
      </Button>
    </Group>
  )
}
