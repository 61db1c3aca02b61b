import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Title,
  TextInput,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import type { AlertSettings, AlertsView } from '../../../src-shared/domain/notification.ts'
import { statusLabel } from '../../../src-shared/domain/status-labels.ts'
import { OFFER_STATUSES, APPLICATION_STATUSES } from '../../../src-shared/domain/vocabulary.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Reading } from '../../ui/reading.tsx'
import { notifyError } from '../../ui/notify-error.ts'

const STATUSES = [...OFFER_STATUSES, ...APPLICATION_STATUSES]

/** Settings of system notifications and quiet hours. Each choice is saved immediately. */
export function AlertsSection() {
  const [view, setView] = useState<AlertsView | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(load, [])
  if (error !== null) return <ErrorNote error={error} onAgain={load} />
  if (view === null) return <Reading lines={1} height={360} />

  function load() {
    setError(null)
    void call('alerts.get', {}).then((read) => (read.ok ? setView(read.value) : setError(read.error)))
  }
  async function save(changed: AlertsView) {
    setView(changed)
    const saved = await call('alerts.save', changed)
    if (saved.ok) return setView(saved.value)
    setView(view)
    notifyError(saved.error)
  }
  const change = (settings: Partial<AlertSettings>) =>
    void save({ ...view, settings: { ...view.settings, ...settings } })
  async function tryOne() {
    const shown = await call('alerts.try', {})
    if (!shown.ok) return notifyError(shown.error)
    notifications.show({
      message: messages().settings.testSent,
    })
  }

  const { announce, quiet, keep_listening } = view.settings
  const toggle = (kind: keyof typeof announce, on: boolean) =>
    change({ announce: { ...announce, [kind]: on } })
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="alerts-title">
      <Group justify="space-between" mb={4}>
        <Title order={2} id="alerts-title">
          {messages().settings.notifications}
        </Title>
        <Button variant="default" size="xs" onClick={() => void tryOne()}>
          {messages().settings.sendTest}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {messages().settings.alwaysInInbox}
      </Text>
      <Stack gap="md">
        <Fieldset legend={messages().settings.announce} variant="unstyled">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing="xs">
            {[...STATUSES, 'other' as const].map((kind) => (
              <Checkbox
                key={kind}
                label={kind === 'other' ? messages().settings.otherUpdates : statusLabel(kind)}
                checked={announce[kind]}
                onChange={(event) => toggle(kind, event.currentTarget.checked)}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
        <QuietHours quiet={quiet} onChange={(changed) => change({ quiet: changed })} />
        <Switch
          label={messages().settings.keepListening}
          description={messages().settings.trayNote}
          checked={keep_listening}
          onChange={(event) => change({ keep_listening: event.currentTarget.checked })}
        />
        <Switch
          label={messages().settings.startAtLogin}
          description={
            view.start_at_login === null
              ? messages().settings.onlyInstalled
              : messages().settings.withoutWindow
          }
          disabled={view.start_at_login === null}
          checked={view.start_at_login ?? false}
          onChange={(event) => void save({ ...view, start_at_login: event.currentTarget.checked })}
        />
      </Stack>
    </Paper>
  )
}

type Quiet = AlertSettings['quiet']

/** Sets the hours without notifications. A summary is shown when these hours end. */
function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
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

/** A field for a time. It calls its callback only with complete times. */
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
