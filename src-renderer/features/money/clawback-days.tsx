import { Button, Group, NumberInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { words } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useMoney } from '../../stores/money-store.ts'
import { tellError } from '../../ui/tell-error.ts'

/** How long after funding a commission can be taken back, where a line says nothing else. */
export function ClawbackDays({ days }: { days: number }) {
  const [typed, setTyped] = useState<string | number>(days)
  const text = words().money.ledger
  async function keep() {
    const saved = await call('money.save_clawback_days', { days: Number(typed) })
    if (!saved.ok) return tellError(saved.error)
    notifications.show({ message: text.clawbackSaved, color: 'teal', role: 'status' })
    // The dashboard's sums follow the same days.
    await useMoney.getState().load()
  }
  return (
    <Group align="flex-start" gap="sm">
      <NumberInput
        label={text.clawbackDays}
        description={text.clawbackDaysHelp}
        value={typed}
        onChange={setTyped}
        min={0}
        max={365}
        allowDecimal={false}
        w={320}
      />
      <Button
        mt={24}
        variant="default"
        disabled={typed === '' || Number(typed) === days}
        onClick={() => void keep()}
      >
        {text.save}
      </Button>
    </Group>
  )
}
