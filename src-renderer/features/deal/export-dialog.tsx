import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Saves a draft as a file that the import reads. What identifies people stays here unless the broker says otherwise. */
export function ExportDialog({ deal_id, onClose }: { deal_id: string; onClose: () => void }) {
  const [as, setAs] = useState<'json' | 'csv'>('csv')
  const [with_sensitive, setWithSensitive] = useState(false)
  async function save() {
    const saved = await call('drafts.export', { deal_id, as, with_sensitive })
    if (!saved.ok) return notifyError(saved.error)
    if (saved.value.saved_as === null) return
    onClose()
    notifications.show({ message: messages().deal.savedAs(saved.value.saved_as) })
  }
  const said = messages().deal.export
  return (
    <Modal opened onClose={onClose} title={said.title}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={said.format}
          value={as}
          onChange={(next) => setAs(next)}
          data={[
            { value: 'csv', label: said.csv },
            { value: 'json', label: said.json },
          ]}
        />
        <Checkbox
          label={said.withSensitive}
          description={said.withSensitiveHint}
          checked={with_sensitive}
          onChange={(event) => setWithSensitive(event.currentTarget.checked)}
        />
        <Text size="xs" c="dimmed">
          {said.notEncrypted}
        </Text>
        <Group justify="flex-end">
          <Button onClick={() => void save()}>{said.save}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
