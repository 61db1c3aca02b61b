import { Checkbox, Fieldset, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AlertSettings } from '../../../src-shared/domain/notification.ts'
import { messages } from '../../../src-shared/messages/messages.ts'

type Quiet = AlertSettings['quiet']

/** When nothing is announced; what came meanwhile is told in one at the end. */
export function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const change = (changes: Partial<Quiet>) => onChange({ ...quiet, ...changes })
  return (
    <Fieldset legend={messages().settings.quietHours} variant="unstyled">
      <Stack gap="xs">
        <Switch
          label={messages().settings.quietAbout}
          checked={quiet.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        {quiet.enabled && (
          <>
            <Group gap="sm">
              <Time
                label={messages().settings.from}
                value={quiet.from}
                onChange={(from) => change({ from })}
              />
              <Time label={messages().settings.to} value={quiet.to} onChange={(to) => change({ to })} />
            </Group>
            <Checkbox
              label={messages().settings.weekends}
              checked={quiet.weekends}
              onChange={(event) => change({ weekends: event.currentTarget.checked })}
            />
            <Checkbox
              label={messages().settings.notifyOffersAnyway}
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
