import {
  Button,
  Center,
  Paper,
  ScrollArea,
  Stack,
  Text,
  Title,
  Group,
  PasswordInput,
  SimpleGrid,
} from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { WaysBack } from '../../../src-shared/features/backup/vault-status.ts'
import type { AppError, ErrorCode, Result } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call, WINDOW_ID } from '../../platform/api/funding-desk.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { CodeField, RestoreBackup } from '../backup/restore-backup.tsx'
import { NewPassphraseFields, useNewPassphrase } from '../../platform/ui/new-passphrase-fields.tsx'
import { useBusy } from '../../platform/ui/command.tsx'
import { confirm } from '../../platform/ui/dialog.tsx'
import { useLoaded } from '../../platform/ui/loaded.tsx'

export function CannotOpen({ error }: { error: AppError }) {
  const { value: ways } = useLoaded(() => call('vault.recovery_options', {}))
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
        {messages().common.tryAgain}
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

/**
 * Offers the possible ways to continue: use the recovery code, restore a backup, open the remaining data, or start a new vault and keep the
 * old one.
 */
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
      <Text c="dimmed" mb="xs">
        {text}
      </Text>
      {children}
    </Paper>
  )
}

interface OpeningFormProps {
  work: () => Promise<Result<unknown>>
  label: string
  isReady: boolean
  /** Another way, beside the button. */
  other?: { label: string; run: () => void } | undefined
  children: ReactNode
}

/** A form that tries to open the vault, and shows the app after a success. */
function OpeningForm({ work, label, isReady, other, children }: OpeningFormProps) {
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  async function open() {
    setIsBusy(true)
    const done = await work()
    setIsBusy(false)
    setError(done.ok ? null : done.error)
    // Also load the environment after an error that has its own screen. Example: the passphrase was right, but the vault key is missing.
    if (done.ok || LOST.has(done.error.code)) await useEnvironment.getState().load()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
    >
      <Stack gap="xs">
        {children}
        {error !== null && <ErrorNote error={error} />}
        <Group>
          <Button variant="filled" type="submit" loading={isBusy} disabled={!isReady}>
            {label}
          </Button>
          {other !== undefined && (
            <Button variant="subtle" onClick={other.run}>
              {other.label}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

function EnterCode() {
  const [code, setCode] = useState('')
  return (
    <OpeningForm
      work={() => call('vault.unlock', { code })}
      label={messages().vault.openWithCode}
      isReady={code.trim() !== ''}
    >
      <CodeField value={code} onChange={setCode} />
    </OpeningForm>
  )
}

/** Asks for the passphrase. The app needs it at each start if a passphrase protects the secrets instead of the keychain. */
function EnterPassphrase() {
  const [passphrase, setPassphrase] = useState('')
  const [isForgotten, setIsForgotten] = useState(false)
  const text = messages().vault
  if (isForgotten)
    return (
      <Stack gap="sm">
        <Text>{text.newPassphrase}</Text>
        <NewPassphrase channel="vault.replace_passphrase" onCancel={() => setIsForgotten(false)} />
      </Stack>
    )
  return (
    <OpeningForm
      work={() => call('vault.enter_passphrase', { passphrase })}
      label={messages().common.open}
      isReady={passphrase !== ''}
      other={{ label: text.forgotten, run: () => setIsForgotten(true) }}
    >
      <PasswordInput
        label={text.passphrase}
        description={text.askedEachStart}
        value={passphrase}
        onChange={({ currentTarget }) => setPassphrase(currentTarget.value)}
        autoComplete="current-password"
        autoFocus
      />
    </OpeningForm>
  )
}

interface NewPassphraseProps {
  channel: 'vault.choose_passphrase' | 'vault.replace_passphrase'
  onCancel?: () => void
}

function NewPassphrase({ channel, onCancel }: NewPassphraseProps) {
  const { typed, setTyped, isReady } = useNewPassphrase()
  const text = messages().vault
  return (
    <OpeningForm
      work={() => call(channel, { passphrase: typed.passphrase })}
      label={text.usePassphrase}
      isReady={isReady}
      other={onCancel && { label: text.back, run: onCancel }}
    >
      <SimpleGrid cols={2}>
        <NewPassphraseFields label={text.passphrase} typed={typed} onChange={setTyped} />
      </SimpleGrid>
    </OpeningForm>
  )
}

function StartNew() {
  const { busy, run } = useBusy()
  const text = messages().vault
  async function begin() {
    const { startOverQuestion, startOverText, startOver } = text
    const asked = { title: startOverQuestion, text: startOverText, action: startOver }
    if (!(await confirm({ ...asked, isDangerous: true }))) return
    const begun = await run(call('vault.start_new', { window_id: WINDOW_ID }))
    if (begun === null) return
    const { archived_folder } = begun
    if (archived_folder !== null) await inform(text.ready, text.oldDataIn(archived_folder))
    await useEnvironment.getState().load()
  }
  return (
    <Button color="red" loading={busy} onClick={() => void begin()}>
      {text.startOverMore}
    </Button>
  )
}

/** Asks for confirmation, then opens a vault that lost its most recent changes. Shows where the app copied the damaged files. */
function ContinueShortened() {
  const { busy, run } = useBusy()
  const text = messages().vault
  async function proceed() {
    const { continueWithout, continueWarning, continueToApp } = text
    if (!(await confirm({ title: continueWithout, text: continueWarning, action: continueToApp }))) return
    const done = await run(call('vault.continue_shortened', { window_id: WINDOW_ID }))
    if (done === null) return
    await inform(text.continued, text.damagedFilesIn(done.damaged_files))
    await useEnvironment.getState().load()
  }
  return (
    <Button loading={busy} onClick={() => void proceed()}>
      {text.continueMore}
    </Button>
  )
}

const inform = (title: string, text: string) =>
  confirm({ title, text, action: messages().vault.continueToApp, cancel: null })

/** Errors after which the broker can continue only with the recovery code, a backup, or a new vault. */
const LOST: ReadonlySet<ErrorCode> = new Set([
  'VAULT_KEY_MISSING',
  'VAULT_KEY_WRONG',
  'VAULT_DAMAGED',
  'VAULT_SHORTENED',
])
