import { Button, Group, PasswordInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { NewPassphraseFields, useNewPassphrase } from '../../ui/new-passphrase-fields.tsx'
import { useOpening } from './use-opening.ts'

/** Asked at each start where a passphrase holds the secrets. */
export function EnterPassphrase() {
  const [passphrase, setPassphrase] = useState('')
  const [isForgotten, setIsForgotten] = useState(false)
  const { error, isBusy, open } = useOpening()
  function submit(event: FormEvent) {
    event.preventDefault()
    void open(() => call('vault.enter_passphrase', { passphrase }))
  }
  if (isForgotten)
    return (
      <Stack gap="sm">
        <Text size="sm">{messages().vault.newPassphrase}</Text>
        <NewPassphrase channel="vault.replace_passphrase" onCancel={() => setIsForgotten(false)} />
      </Stack>
    )
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PasswordInput
          label={messages().vault.passphrase}
          description={messages().vault.askedEachStart}
          value={passphrase}
          onChange={({ currentTarget }) => setPassphrase(currentTarget.value)}
          autoComplete="current-password"
          autoFocus
        />
        {error !== null && <ErrorNote error={error} />}
        <Group>
          <Button type="submit" loading={isBusy} disabled={passphrase === ''}>
            {messages().vault.open}
          </Button>
          <Button variant="subtle" onClick={() => setIsForgotten(true)}>
            {messages().vault.forgotten}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface NewPassphraseProps {
  channel: 'vault.choose_passphrase' | 'vault.replace_passphrase'
  onCancel?: () => void
}

export function NewPassphrase({ channel, onCancel }: NewPassphraseProps) {
  const { typed, setTyped, isReady } = useNewPassphrase()
  const { error, isBusy, open } = useOpening()
  function submit(event: FormEvent) {
    event.preventDefault()
    void open(() => call(channel, { passphrase: typed.passphrase }))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <SimpleGrid cols={2}>
          <NewPassphraseFields label={messages().vault.passphrase} typed={typed} onChange={setTyped} />
        </SimpleGrid>
        {error !== null && <ErrorNote error={error} />}
        <Group>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {messages().vault.usePassphrase}
          </Button>
          {onCancel !== undefined && (
            <Button variant="subtle" onClick={onCancel}>
              {messages().vault.back}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
