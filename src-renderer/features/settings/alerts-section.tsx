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
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import type { AlertSettings, AlertsView } from '../../../src-shared/domain/notification.ts'
import { statusLabel } from '../../../src-shared/domain/status-labels.ts'
import { OFFER_STATUSES, APPLICATION_STATUSES } from '../../../src-shared/domain/vocabulary.ts'
import { call } from '../../api/funding-desk.ts'
import { tellError } from '../../ui/tell-error.ts'
import { QuietHours } from './quiet-hours.tsx'

const KINDS = [...OFFER_STATUSES, ...APPLICATION_STATUSES].map(
  (status) => [status, statusLabel(status)] as const,
)

/** What the system announces, and when it keeps still. Each choice is kept at once. */
export function AlertsSection() {
  const [view, setView] = useState<AlertsView | null>(null)
  useEffect(() => {
    void call('alerts.get', {}).then((read) => (read.ok ? setView(read.value) : tellError(read.error)))
  }, [])
  if (view === null) return null

  async function save(changed: AlertsView) {
    setView(changed)
    const saved = await call('alerts.save', changed)
    if (saved.ok) setView(saved.value)
    else tellError(saved.error)
  }
  const change = (settings: Partial<AlertSettings>) =>
    void save({ ...view, settings: { ...view.settings, ...settings } })
  async function tryOne() {
    const shown = await call('alerts.try', {})
    if (!shown.ok) return tellError(shown.error)
    notifications.show({
      message:
        'Your system was asked to show a notification. If none came, allow Funding Desk in its settings.',
    })
  }

  const { announce, quiet, keep_listening } = view.settings
  const toggle = (kind: keyof typeof announce, on: boolean) =>
    change({ announce: { ...announce, [kind]: on } })
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="alerts-title">
      <Group justify="space-between" mb={4}>
        <Title order={2} id="alerts-title">
          Notifications
        </Title>
        <Button variant="default" size="xs" onClick={() => void tryOne()}>
          Show one now
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        Whatever is not announced stands in the inbox all the same.
      </Text>
      <Stack gap="md">
        <Fieldset legend="Announce" variant="unstyled">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing="xs">
            {[...KINDS, ['other', 'Whatever else the service tells'] as const].map(([kind, label]) => (
              <Checkbox
                key={kind}
                label={label}
                checked={announce[kind]}
                onChange={(event) => toggle(kind, event.currentTarget.checked)}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
        <QuietHours quiet={quiet} onChange={(changed) => change({ quiet: changed })} />
        <Switch
          label="Keep listening when the window is closed"
          description="Funding Desk stays beside the clock; quit it there."
          checked={keep_listening}
          onChange={(event) => change({ keep_listening: event.currentTarget.checked })}
        />
        <Switch
          label="Start when I sign in to this computer"
          description={
            view.start_at_login === null
              ? 'Can be chosen in the installed app; this is a development build.'
              : 'It starts without a window.'
          }
          disabled={view.start_at_login === null}
          checked={view.start_at_login ?? false}
          onChange={(event) => void save({ ...view, start_at_login: event.currentTarget.checked })}
        />
      </Stack>
    </Paper>
  )
}
