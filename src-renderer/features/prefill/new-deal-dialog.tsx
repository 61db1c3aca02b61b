import { Button, Group, List, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { attachFiles } from '../../stores/attach-store.ts'

/** Asks whether to create a deal from PDFs, and attaches them to the new deal. */
export function NewDealDialog({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const text = messages().prefill.newDeal
  async function create() {
    setBusy(true)
    const created = await call('deals.create', {})
    setBusy(false)
    onClose()
    if (created.ok) attachFiles(created.value.deal_id, files)
    else notifyError(created.error)
  }
  return (
    <Modal opened onClose={onClose} title={text.title} transitionProps={{ duration: 0 }}>
      <List size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {files.slice(0, 10).map((file, at) => (
          <List.Item key={at}>{file.name}</List.Item>
        ))}
        {files.length > 10 && <List.Item>…</List.Item>}
      </List>
      <Text size="sm" c="dimmed">
        {text.text(files.length)}
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {messages().common.cancel}
        </Button>
        <Button data-autofocus loading={isBusy} onClick={() => void create()}>
          {text.create}
        </Button>
      </Group>
    </Modal>
  )
}
