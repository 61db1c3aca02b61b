import { Button, Group, NumberInput, Paper, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ServiceSettingsView } from '../../../src-shared/domain/service-settings.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useService } from '../../stores/service-store.ts'
import { tellError } from '../../ui/tell-error.ts'
import { shownOffice } from '../../stores/shown-office.ts'
import { paceOf } from '../../stores/stored-settings.ts'
import { useUnsaved } from '../../stores/unsaved-store.ts'
import { UnsavedNote } from '../../ui/unsaved-note.tsx'

/** How fast the app may ask the service, and how often about one deal. */
export function PaceSection({ settings }: { settings: ServiceSettingsView }) {
  const form = useUnsaved('pace', paceOf(settings))
  const { rate, minutes } = form.value
  async function save() {
    const failed = await useService.getState().change(() =>
      call('service.save_pace', {
        requests_per_second: Number(rate),
        asking_interval_minutes: Number(minutes),
        shown: shownOffice(),
      }),
    )
    if (failed !== null) return tellError(failed)
    form.kept(form.value)
    notifications.show({ message: words().settings.paceKept, color: 'teal' })
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="pace-title">
      <Title order={2} id="pace-title" mb={4}>
        {words().settings.pace}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {words().settings.paceWhat}
      </Text>
      <Group align="flex-end">
        <NumberInput
          label={words().settings.paceMost}
          value={rate}
          onChange={(typed) => form.set({ ...form.value, rate: typed })}
          min={0}
          max={100}
          decimalScale={1}
          w={220}
        />
        <NumberInput
          label={words().settings.askingLeast}
          value={minutes}
          onChange={(typed) => form.set({ ...form.value, minutes: typed })}
          min={1}
          max={60}
          allowDecimal={false}
          w={260}
        />
        <Button variant="default" onClick={() => void save()} disabled={rate === '' || minutes === ''}>
          {words().settings.savePace}
        </Button>
        <UnsavedNote isChanged={form.isChanged} onDrop={form.drop} />
      </Group>
    </Paper>
  )
}
