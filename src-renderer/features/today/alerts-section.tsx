import { Button, Checkbox, Fieldset, Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AlertSettings, AlertsView } from '../../../src-shared/features/today/notification.ts'
import { statusLabel } from '../../../src-shared/platform/words/status-labels.ts'
import { APPLICATION_STATUSES, OFFER_STATUSES } from '../../../src-shared/platform/words/vocabulary.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { run } from '../../platform/ui/command.tsx'
import { NotLoaded, useLoaded } from '../../platform/ui/loaded.tsx'
import { SettingsSection } from '../../platform/ui/settings-rows.tsx'

const STATUSES = [...OFFER_STATUSES, ...APPLICATION_STATUSES]

export function AlertsSection() {
  const alerts = useLoaded(() => call('alerts.get', {}))
  const view = alerts.value
  if (view === null) return <NotLoaded of={alerts} lines={1} height={360} />
  async function save(before: AlertsView, changed: AlertsView) {
    alerts.put(changed)
    alerts.put((await run(call('alerts.save', changed))) ?? before)
  }
  const change = (settings: Partial<AlertSettings>) =>
    void save(view, { ...view, settings: { ...view.settings, ...settings } })
  const text = messages().settings
  const { announce, quiet, keep_listening } = view.settings
  const announced = (
    <Fieldset legend={text.announce} variant="unstyled">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing="xs">
        {[...STATUSES, 'other' as const].map((kind) => (
          <Checkbox
            key={kind}
            label={kind === 'other' ? text.otherUpdates : statusLabel(kind)}
            checked={announce[kind]}
            onChange={({ currentTarget }) =>
              change({ announce: { ...announce, [kind]: currentTarget.checked } })
            }
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
  return (
    <SettingsSection
      id="alerts"
      title={messages().shell.sections.notifications}
      about={text.alwaysInToday}
      aside={
        <Button size="xs" onClick={() => void run(call('alerts.try', {}), text.testSent)}>
          {text.sendTest}
        </Button>
      }
      rows={[
        { content: announced },
        { content: <QuietHours quiet={quiet} onChange={(changed) => change({ quiet: changed })} /> },
        {
          switch: text.keepListening,
          hint: text.trayNote,
          value: keep_listening,
          set: (on) => change({ keep_listening: on }),
        },
        {
          switch: text.startAtLogin,
          hint: view.start_at_login === null ? text.onlyInstalled : text.withoutWindow,
          disabled: view.start_at_login === null,
          value: view.start_at_login ?? false,
          set: (start_at_login: boolean) => void save(view, { ...view, start_at_login }),
        },
      ]}
    />
  )
}

type Quiet = AlertSettings['quiet']

/** Sets the hours without notifications. A summary is shown when these hours end. */
function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const change = (changes: Partial<Quiet>) => onChange({ ...quiet, ...changes })
  const text = messages().settings
  const box = (label: string, name: 'weekends' | 'except_offers') => (
    <Checkbox
      label={label}
      checked={quiet[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
    />
  )
  return (
    <Fieldset legend={text.quietHours} variant="unstyled">
      <Stack gap="xs">
        <Switch
          label={text.quietAbout}
          checked={quiet.enabled}
          onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
        />
        {quiet.enabled && (
          <>
            <Group gap="sm">
              <Time label={text.from} value={quiet.from} onChange={(from) => change({ from })} />
              <Time label={text.to} value={quiet.to} onChange={(to) => change({ to })} />
            </Group>
            {box(text.weekends, 'weekends')}
            {box(text.notifyOffersAnyway, 'except_offers')}
          </>
        )}
      </Stack>
    </Fieldset>
  )
}

interface TimeProps {
  label: string
  value: string
  onChange: (time: string) => void
}

function Time({ label, value, onChange }: TimeProps) {
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
