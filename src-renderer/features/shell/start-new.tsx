import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/funding-desk.ts'
import { WINDOW_ID } from '../../api/window-id.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { messages } from '../../../src-shared/messages/messages.ts'

/** Begins with an empty vault after asking once more, and tells where the old one lies. */
export function StartNew() {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [setAside, setSetAside] = useState<string | null>(null)

  async function begin() {
    setIsBusy(true)
    const begun = await call('vault.start_new', { window_id: WINDOW_ID })
    setIsBusy(false)
    if (!begun.ok) return notifyError(begun.error)
    if (begun.value.set_aside === null) return useEnvironment.getState().load()
    setSetAside(begun.value.set_aside)
  }

  return (
    <>
      <Button variant="default" color="red" onClick={() => setIsAsking(true)}>
        {messages().vault.startOverMore}
      </Button>
      <Modal
        opened={isAsking && setAside === null}
        onClose={() => setIsAsking(false)}
        title={messages().vault.startOverQuestion}
      >
        <Stack gap="sm">
          <Text size="sm">{messages().vault.startOverText}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setIsAsking(false)} data-autofocus>
              {messages().vault.cancel}
            </Button>
            <Button color="red" onClick={() => void begin()} loading={isBusy}>
              {messages().vault.startOver}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <Modal
        opened={setAside !== null}
        onClose={() => void useEnvironment.getState().load()}
        title={messages().vault.ready}
      >
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {messages().vault.oldDataIn(setAside ?? '')}
          </Text>
          <Button onClick={() => void useEnvironment.getState().load()} w="fit-content">
            {messages().vault.continueToApp}
          </Button>
        </Stack>
      </Modal>
    </>
  )
}
