import { Button, Group, Modal, Text } from '@mantine/core'
import type { EnvironmentStatus } from '../../../src-shared/domain/environment.ts'
import type { Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useOffice } from '../../stores/office-store.ts'
import { tellError } from '../../ui/tell-error.ts'
import { shownOffice } from '../../stores/shown-office.ts'

const FORGET = {
  credentials: {
    said: () => words().settings.forgetting.credentials,
    run: () => call('environment.forget_credentials', { shown: shownOffice() }),
  },
  relay: {
    said: () => words().settings.forgetting.relay,
    run: () => call('relay.forget', { shown: shownOffice() }),
  },
} satisfies Record<
  string,
  { said: () => { title: string; body: string }; run: () => Promise<Result<EnvironmentStatus>> }
>

/** Asks before a connection is forgotten, with what that means. */
export function ForgetDialog({ what, onClose }: { what: keyof typeof FORGET; onClose: () => void }) {
  const { said, run } = FORGET[what]
  const { title, body } = said()
  async function forget() {
    const done = await run()
    if (done.ok) useOffice.getState().update(done.value)
    else tellError(done.error)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <Text size="sm" mb="md">
        {body}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {words().settings.keep}
        </Button>
        <Button color="red.9" onClick={() => void forget()}>
          {words().settings.forget}
        </Button>
      </Group>
    </Modal>
  )
}
