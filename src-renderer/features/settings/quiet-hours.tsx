import { Checkbox, Fieldset, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AlertSettings } from '../../../src-shared/domain/notification.ts'

type Quiet = AlertSettings['quiet']

/** When nothing is announced; what came meanwhile is told in one at the end. */
export function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const change = (changes: Partial<Quiet>) => onChange({ ...quiet, ...changes })
  return (
    <Fieldset legend="Quiet hours" variant="unstyled">
      <Stack gap="xs">
        <Switch
          label="Announce nothing in these hours, and tell at their end what came"
          checked={quiet.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        {quiet.enabled && (
          <>
            <Group gap="sm">
              <Time label="From" value={quiet.from} onChange={(from) => change({ from })} />
              <Time label="To" value={quiet.to} onChange={(to) => change({ to })} />
            </Group>
            <Checkbox
              label="All day on Saturday and Sunday"
              checked={quiet.weekends}
              onChange={(event) => change({ weekends: event.currentTarget.checked })}
            />
            <Checkbox
              label="Announce offers all the same"
              checked={quiet.except_offers}
              onChange={(event) => change({ except_offers: event.currentTarget.checked })}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}

/** Kept when it is a time; one that is half typed changes nothing. */
function Time({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (time: string) => void
}) {
  const [typed, setTyped] = useState(value)
  return (
    <TextInput
      type="time"
      label={label}
      value={typed}
      w={140}
      onChange={(event) => {
        const time = event.currentTarget.value
        setTyped(time)
        if (/^\d\d:\d\d$/.test(time)) onChange(time)
      }}
      onBlur={() => setTyped(value)}
    />
  )
}
