import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import type { AppError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { call } from '../../api/funding-desk.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { NewPassphraseFields, useNewPassphrase } from '../../ui/new-passphrase-fields.tsx'

/** Puts another passphrase in the place of the one that is known. */
export function ChangePassphrase({ onClose }: { onClose: () => void }) {
  const [present, setPresent] = useState('')
  const { typed, setTyped, isReady } = useNewPassphrase()
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isWrong = error?.code === 'PASSPHRASE_WRONG'
  const said = messages().vault
  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    const changed = await call('vault.change_passphrase', { present, passphrase: typed.passphrase })
    setIsBusy(false)
    if (!changed.ok) return setError(changed.error)
    notifications.show({ message: said.passphraseChanged, color: 'teal' })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={said.changePassphrase} centered>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <Text size="sm">{said.changeKeeps}</Text>
          <PasswordInput
            label={said.currentPassphrase}
            value={present}
            onChange={({ currentTarget }) => {
              setPresent(currentTarget.value)
              setError(null)
            }}
            autoComplete="current-password"
            error={isWrong && formatMessage(error.message)}
            data-autofocus
          />
          <NewPassphraseFields label={said.nextPassphrase} typed={typed} onChange={setTyped} />
          {error !== null && !isWrong && <ErrorNote error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {messages().common.cancel}
            </Button>
            <Button type="submit" loading={isBusy} disabled={present === '' || !isReady}>
              {said.changePassphrase}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
