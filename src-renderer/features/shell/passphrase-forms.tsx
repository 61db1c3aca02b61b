import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { SHORTEST_PASSPHRASE } from '../../../src-shared/domain/vault-care.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
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
        <Text size="sm">{words().vault.newPassphrase}</Text>
        <NewPassphrase channel="vault.replace_passphrase" onCancel={() => setIsForgotten(false)} />
      </Stack>
    )
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <PasswordInput
          label={words().vault.passphrase}
          description={words().vault.askedEachStart}
          value={passphrase}
          onChange={({ currentTarget }) => setPassphrase(currentTarget.value)}
          autoComplete="current-password"
          autoFocus
        />
        {error !== null && <ErrorNote error={error} />}
        <Group>
          <Button type="submit" loading={isBusy} disabled={passphrase === ''}>
            {words().vault.open}
          </Button>
          <Button variant="subtle" onClick={() => setIsForgotten(true)}>
            {words().vault.forgotten}
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
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const { error, isBusy, open } = useOpening()
  const isTooShort = passphrase !== '' && passphrase.length < SHORTEST_PASSPHRASE
  const isOther = again !== '' && again !== passphrase
  function submit(event: FormEvent) {
    event.preventDefault()
    void open(() => call(channel, { passphrase }))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group grow align="flex-start">
          <PasswordInput
            label={words().vault.passphrase}
            value={passphrase}
            onChange={({ currentTarget }) => setPassphrase(currentTarget.value)}
            autoComplete="new-password"
            error={isTooShort && words().vault.tooShort(SHORTEST_PASSPHRASE)}
          />
          <PasswordInput
            label={words().vault.sameAgain}
            value={again}
            onChange={({ currentTarget }) => setAgain(currentTarget.value)}
            autoComplete="new-password"
            error={isOther && words().vault.differ}
          />
        </Group>
        {error !== null && <ErrorNote error={error} />}
        <Group>
          <Button
            type="submit"
            loading={isBusy}
            disabled={isTooShort || passphrase === '' || again !== passphrase}
          >
            {words().vault.usePassphrase}
          </Button>
          {onCancel !== undefined && (
            <Button variant="subtle" onClick={onCancel}>
              {words().vault.back}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
