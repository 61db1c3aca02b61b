import { Button, Center, Paper, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import type { WaysBack } from '../../../src-shared/domain/vault-status.ts'
import type { AppError, ErrorCode } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { CodeField, RestoreBackup } from '../vault/restore-backup.tsx'
import { ContinueShortened } from './continue-shortened.tsx'
import { EnterPassphrase, NewPassphrase } from './passphrase-forms.tsx'
import { StartNew } from './start-new.tsx'
import { LOST, useOpening } from './use-opening.ts'

/** When the data cannot be opened: says why, that nothing was touched, and what leads back. */
export function CannotOpen({ error }: { error: AppError }) {
  const [ways, setWays] = useState<WaysBack | null>(null)
  useEffect(() => {
    void call('vault.recovery_options', {}).then((read) => setWays(read.ok ? read.value : null))
  }, [])
  if (error.code === 'PASSPHRASE_NEEDED')
    return (
      <Frame title={messages().vault.welcomeBack}>
        <EnterPassphrase />
      </Frame>
    )
  const isLost = LOST.has(error.code)
  return (
    <Frame title={messages().vault.cannotBeOpened[ways?.environment ?? 'sandbox']}>
      <ErrorNote error={error} />
      {isLost && ways !== null && <WaysOut ways={ways} code={error.code} />}
      {error.code === 'KEYCHAIN_UNAVAILABLE' && ways?.may_choose_passphrase && (
        <Way title={messages().vault.passphraseInstead} text={messages().vault.keysInFile}>
          <NewPassphrase channel="vault.choose_passphrase" />
        </Way>
      )}
      <Button
        variant={isLost ? 'subtle' : 'filled'}
        onClick={() => void useEnvironment.getState().load()}
        w="fit-content"
      >
        {messages().vault.tryAgain}
      </Button>
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ScrollArea h="100%">
      <Center mih="100vh" p="md">
        <Stack maw={600} w="100%" component="main">
          <Title order={1}>{title}</Title>
          {children}
        </Stack>
      </Center>
    </ScrollArea>
  )
}

/** Code, backup, what is left, or a new vault beside the old one. */
function WaysOut({ ways, code }: { ways: WaysBack; code: ErrorCode }) {
  const isKeyLost = code === 'VAULT_KEY_MISSING' || code === 'VAULT_KEY_WRONG'
  return (
    <>
      {isKeyLost && ways.has_recovery_code && (
        <Way title={messages().vault.enterCode} text={messages().vault.nothingLost}>
          <EnterCode />
        </Way>
      )}
      <Way title={messages().vault.restoreBackup} text={messages().vault.missingSince}>
        <RestoreBackup label={messages().vault.chooseBackup} />
      </Way>
      {code === 'VAULT_SHORTENED' && (
        <Way title={messages().vault.continueHere} text={messages().vault.continueHereText}>
          <ContinueShortened />
        </Way>
      )}
      <Way title={messages().vault.startOver} text={messages().vault.startOverHint}>
        <StartNew />
      </Way>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {messages().vault.dataIn(ways.folder)}
      </Text>
    </>
  )
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h4" mb={2}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {text}
      </Text>
      {children}
    </Paper>
  )
}

function EnterCode() {
  const [code, setCode] = useState('')
  const { error, isBusy, open } = useOpening()
  function submit(event: FormEvent) {
    event.preventDefault()
    void open(() => call('vault.unlock', { code }))
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <CodeField value={code} onChange={setCode} />
        {error !== null && <ErrorNote error={error} />}
        <Button type="submit" loading={isBusy} disabled={code.trim() === ''} w="fit-content">
          {messages().vault.openWithCode}
        </Button>
      </Stack>
    </form>
  )
}
