import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { call } from '../../api/funding-desk.ts'
import { tellError } from '../../ui/tell-error.ts'

/** Saves a draft as a file that the import reads. What identifies people stays here unless the broker says otherwise. */
export function ExportDialog({ deal_id, onClose }: { deal_id: string; onClose: () => void }) {
  const [as, setAs] = useState<'json' | 'csv'>('csv')
  const [with_sensitive, setWithSensitive] = useState(false)
  async function save() {
    const saved = await call('drafts.export', { deal_id, as, with_sensitive })
    if (!saved.ok) return tellError(saved.error)
    if (saved.value.saved_as === null) return
    onClose()
    notifications.show({ message: `Saved as ${saved.value.saved_as}` })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Save the form as a file"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label="Format"
          value={as}
          onChange={(next) => setAs(next)}
          data={[
            { value: 'csv', label: 'CSV, for spreadsheets' },
            { value: 'json', label: 'JSON' },
          ]}
        />
        <Checkbox
          label="With SSN and EIN"
          description="Anyone who has the file can read them. Without, they are left empty."
          checked={with_sensitive}
          onChange={(event) => setWithSensitive(event.currentTarget.checked)}
        />
        <Text size="xs" c="dimmed">
          The file is not encrypted. Documents are not in it.
        </Text>
        <Group justify="flex-end">
          <Button onClick={() => void save()}>Save…</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
