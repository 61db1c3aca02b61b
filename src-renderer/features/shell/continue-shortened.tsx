import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { WINDOW_ID } from '../../api/window-id.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Opens data that lost changes after asking once more, and says where the copies of the damaged files are. */
export function ContinueShortened() {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [damagedFiles, setDamagedFiles] = useState<string | null>(null)
  const said = messages().vault

  async function proceed() {
    setIsBusy(true)
    const done = await call('vault.continue_shortened', { window_id: WINDOW_ID })
    setIsBusy(false)
    if (done.ok) setDamagedFiles(done.value.damaged_files)
    else notifyError(done.error)
  }

  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {said.continueMore}
      </Button>
      <Modal
        opened={isAsking && damagedFiles === null}
        onClose={() => setIsAsking(false)}
        title={said.continueWithout}
      >
        <Stack gap="sm">
          <Text size="sm">{said.continueWarning}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setIsAsking(false)} data-autofocus>
              {said.cancel}
            </Button>
            <Button onClick={() => void proceed()} loading={isBusy}>
              {said.continueNow}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <Modal
        opened={damagedFiles !== null}
        onClose={() => void useEnvironment.getState().load()}
        title={said.continued}
      >
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {said.damagedFilesIn(damagedFiles ?? '')}
          </Text>
          <Button onClick={() => void useEnvironment.getState().load()} w="fit-content">
            {said.continueToApp}
          </Button>
        </Stack>
      </Modal>
    </>
  )
}
