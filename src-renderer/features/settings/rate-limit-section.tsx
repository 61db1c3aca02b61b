import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ServiceSettingsView } from '../../../src-shared/domain/service-settings.ts'
import { countEntry, decimalEntry, isUnderstood } from '../../../src-shared/entry/number-entry.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useService } from '../../stores/server-stores.ts'
import { NumberEntryInput } from '../../ui/number-entry-input.tsx'
import { notifyError } from '../../ui/notify-error.ts'
import { rateLimitOf } from '../../stores/stored-settings.ts'
import { useUnsaved } from '../../stores/unsaved-store.ts'
import { UnsavedNote } from '../../ui/unsaved-note.tsx'

const RATE = decimalEntry({ from: 0, to: 100, decimals: 1 })
const MINUTES = countEntry({ from: 1, to: 60 })

/** How fast the app may ask the service, and how often about one deal. */
export function RateLimitSection({ settings }: { settings: ServiceSettingsView }) {
  const form = useUnsaved('pace', rateLimitOf(settings))
  const { rate, minutes } = form.value
  async function save() {
    const failed = await useService.getState().change(() =>
      call('service.save_rate_limit', {
        requests_per_second: Number(rate),
        asking_interval_minutes: Number(minutes),
      }),
    )
    if (failed !== null) return notifyError(failed)
    form.kept(form.value)
    notifications.show({ message: messages().settings.rateLimitSaved, color: 'teal' })
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="pace-title">
      <Title order={2} id="pace-title" mb={4}>
        {messages().settings.rateLimit}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {messages().settings.rateLimitAbout}
      </Text>
      <Group align="flex-end">
        <NumberEntryInput
          label={messages().settings.maxRequests}
          entry={RATE}
          value={rate}
          onChange={(kept) => form.set({ ...form.value, rate: kept })}
          w={220}
        />
        <NumberEntryInput
          label={messages().settings.pollingMinimum}
          entry={MINUTES}
          value={minutes}
          onChange={(kept) => form.set({ ...form.value, minutes: kept })}
          w={260}
        />
        <Button
          variant="default"
          onClick={() => void save()}
          disabled={!isUnderstood(RATE, rate) || !isUnderstood(MINUTES, minutes)}
        >
          {messages().settings.saveRateLimit}
        </Button>
        <UnsavedNote isChanged={form.isChanged} onDrop={form.drop} />
      </Group>
    </Paper>
  )
}
