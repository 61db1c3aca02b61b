import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/funding-desk.ts'
import { WINDOW_ID } from '../../api/window-id.ts'
import { useOffice } from '../../stores/office-store.ts'
import { tellError } from '../../ui/tell-error.ts'
import { words } from '../../../src-shared/messages/messages.ts'

/** Begins with an empty vault after asking once more, and tells where the old one lies. */
export function StartNew() {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [setAside, setSetAside] = useState<string | null>(null)

  async function begin() {
    setIsBusy(true)
    const begun = await call('vault.start_new', { window_id: WINDOW_ID })
    setIsBusy(false)
    if (!begun.ok) return tellError(begun.error)
    if (begun.value.set_aside === null) return useOffice.getState().load()
    setSetAside(begun.value.set_aside)
  }

  return (
    <>
      <Button variant="default" color="red" onClick={() => setIsAsking(true)}>
        {words().vault.beginAnewMore}
      </Button>
      <Modal
        opened={isAsking && setAside === null}
        onClose={() => setIsAsking(false)}
        title={words().vault.beginEmpty}
      >
        <Stack gap="sm">
          <Text size="sm">{words().vault.movedAside}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setIsAsking(false)} data-autofocus>
              {words().vault.cancel}
            </Button>
            <Button color="red" onClick={() => void begin()} loading={isBusy}>
              {words().vault.beginAnew}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <Modal
        opened={setAside !== null}
        onClose={() => void useOffice.getState().load()}
        title={words().vault.canBegin}
      >
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {words().vault.oldDataIn(setAside ?? '')}
          </Text>
          <Button onClick={() => void useOffice.getState().load()} w="fit-content">
            {words().vault.goOn}
          </Button>
        </Stack>
      </Modal>
    </>
  )
}
