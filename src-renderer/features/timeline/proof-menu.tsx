import { Button, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileCertificate, IconFileCode, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Saves the proof of submission of a deal of which something was sent. */
export function ProofMenu({ deal_id }: { deal_id: string }) {
  const [saving, setSaving] = useState(false)

  async function save(as: 'pdf' | 'json') {
    setSaving(true)
    const saved = await call('proof.export', { deal_id, as })
    setSaving(false)
    if (!saved.ok) return notifyError(saved.error)
    if (saved.value.saved_as !== null)
      notifications.show({ message: messages().timeline.savedAs(saved.value.saved_as) })
  }

  const said = messages().timeline
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} width={270}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconFileCertificate size={15} />}
          loading={saving}
          title={said.proofHint}
        >
          {said.proof}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => void save('pdf')}>
          {said.proofPdf}
          <Text size="xs" c="dimmed">
            {said.proofPdfHint}
          </Text>
        </Menu.Item>
        <Menu.Item leftSection={<IconFileCode size={16} />} onClick={() => void save('json')}>
          {said.proofJson}
          <Text size="xs" c="dimmed">
            {said.proofJsonHint}
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
