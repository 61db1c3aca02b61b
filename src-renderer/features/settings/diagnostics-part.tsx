import { Button, Code, Group, Modal, Paper, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Diagnostics } from '../../../src-shared/domain/diagnostics.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** The bundle for whoever helps, shown in full before it is saved. */
export function DiagnosticsPart() {
  const [shown, setShown] = useState<Diagnostics | null>(null)
  const text = messages().shell
  async function show() {
    const collected = await call('diagnostics.view', {})
    if (collected.ok) setShown(collected.value)
    else notifyError(collected.error)
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="diagnostics-title">
      <Title order={2} id="diagnostics-title" mb={4}>
        {text.diagnostics}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.diagnosticsText}
      </Text>
      <Button variant="default" onClick={() => void show()}>
        {text.showDiagnostics}
      </Button>
      {shown !== null && <BundleDialog bundle={shown} onClose={() => setShown(null)} />}
    </Paper>
  )
}

function BundleDialog({ bundle, onClose }: { bundle: Diagnostics; onClose: () => void }) {
  const text = messages().shell
  async function save() {
    const saved = await call('diagnostics.save', {})
    if (!saved.ok) return notifyError(saved.error)
    if (saved.value.saved_as === null) return
    notifications.show({ message: text.diagnosticsSaved(saved.value.saved_as), color: 'teal' })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={text.diagnostics} size="xl">
      <Stack gap="sm">
        <ScrollArea h={420} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': text.diagnostics }}>
          <Code block data-testid="diagnostics">
            {JSON.stringify(bundle, null, 2)}
          </Code>
        </ScrollArea>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {messages().common.close}
          </Button>
          <Button onClick={() => void save()} data-autofocus>
            {text.saveDiagnostics}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
