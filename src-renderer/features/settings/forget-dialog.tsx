import { Button, Group, Modal, Text } from '@mantine/core'
import type { EnvironmentStatus } from '../../../src-shared/domain/environment.ts'
import type { Result } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { notifyError } from '../../ui/notify-error.ts'

const FORGET = {
  credentials: {
    said: () => messages().settings.forgetting.credentials,
    run: () => call('environment.forget_credentials', {}),
  },
  relay: {
    said: () => messages().settings.forgetting.relay,
    run: () => call('relay.forget', {}),
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
    if (done.ok) useEnvironment.getState().update(done.value)
    else notifyError(done.error)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <Text size="sm" mb="md">
        {body}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {messages().settings.keep}
        </Button>
        <Button color="red.9" onClick={() => void forget()}>
          {messages().settings.forget}
        </Button>
      </Group>
    </Modal>
  )
}
