import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/funding-desk.ts'
import { useOffice } from '../../stores/office-store.ts'
import { tellError } from '../../ui/tell-error.ts'

/** Begins with an empty vault after asking once more, and tells where the old one lies. */
export function StartNew() {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [setAside, setSetAside] = useState<string | null>(null)

  async function begin() {
    setIsBusy(true)
    const begun = await call('vault.start_new', {})
    setIsBusy(false)
    if (!begun.ok) return tellError(begun.error)
    if (begun.value.set_aside === null) return useOffice.getState().load()
    setSetAside(begun.value.set_aside)
  }

  return (
    <>
      <Button variant="default" color="red" onClick={() => setIsAsking(true)}>
        Begin anew…
      </Button>
      <Modal
        opened={isAsking && setAside === null}
        onClose={() => setIsAsking(false)}
        title="Begin with no deals?"
      >
        <Stack gap="sm">
          <Text size="sm">
            The data that cannot be opened is moved aside as it is, with its key if there is one, and never
            touched again. Connection and relay have to be set up once more.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setIsAsking(false)} data-autofocus>
              Cancel
            </Button>
            <Button color="red" onClick={() => void begin()} loading={isBusy}>
              Begin anew
            </Button>
          </Group>
        </Stack>
      </Modal>
      <Modal
        opened={setAside !== null}
        onClose={() => void useOffice.getState().load()}
        title="You can begin"
      >
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            The old data lies in <b>{setAside}</b>. Keep this folder: with the right key it can still be
            opened.
          </Text>
          <Button onClick={() => void useOffice.getState().load()} w="fit-content">
            Go on
          </Button>
        </Stack>
      </Modal>
    </>
  )
}
