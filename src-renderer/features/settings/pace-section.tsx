import { Button, Group, NumberInput, Paper, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ServiceSettingsView } from '../../../src-shared/domain/service-settings.ts'
import { call } from '../../api/funding-desk.ts'
import { useService } from '../../stores/service-store.ts'
import { tellError } from '../../ui/tell-error.ts'

/** How fast the app may ask the service. */
export function PaceSection({ settings }: { settings: ServiceSettingsView }) {
  const [rate, setRate] = useState<string | number>(settings.requests_per_second)
  async function save() {
    const failed = await useService
      .getState()
      .change(() => call('service.save_pace', { requests_per_second: Number(rate) }))
    if (failed === null) notifications.show({ message: 'The pace is kept.', color: 'teal' })
    else tellError(failed)
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="pace-title">
      <Title order={2} id="pace-title" mb={4}>
        Pace
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        How many requests a second the service takes is not published; one is assumed. What you wait for
        always goes first.
      </Text>
      <Group align="flex-end">
        <NumberInput
          label="Requests a second, at most"
          value={rate}
          onChange={setRate}
          min={0}
          max={100}
          decimalScale={1}
          w={240}
        />
        <Button variant="default" onClick={() => void save()} disabled={rate === ''}>
          Save the pace
        </Button>
      </Group>
    </Paper>
  )
}
