import {
  Button,
  Group,
  Paper,
  Stack,
  Table,
  Text,
  Title,
  Modal,
  PasswordInput,
  List,
  Select,
} from '@mantine/core'
import { useEffect, useState, type ReactNode, type FormEvent } from 'react'
import {
  type OlderCopies as Copies,
  type Retention,
  RETENTION_YEARS,
  type VaultStatus,
} from '../../../src-shared/domain/vault-status.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useDemo } from '../../stores/demo-store.ts'
import { useVault } from '../../stores/server-stores.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatAgo, formatBytes, formatDay, formatInstant } from '../../ui/formats.ts'
import { Reading } from '../../ui/reading.tsx'
import { notifyError } from '../../ui/notify-error.ts'
import { RecoveryDialog } from '../vault/recovery-code.tsx'
import { RestoreBackup } from '../vault/restore-backup.tsx'
import { notifications } from '@mantine/notifications'
import type { AppError } from '../../../src-shared/errors.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { NewPassphraseFields, useNewPassphrase } from '../../ui/new-passphrase-fields.tsx'

/** Settings that protect the data: the recovery code, the backups, and the folders in which they are stored. */
export function VaultSection() {
  const { value: status, error, load } = useVault()
  const isDemo = useDemo((state) => state.value.running)
  const [isMakingCode, setIsMakingCode] = useState(false)
  const [isBackingUp, setIsBackingUp] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  useEffect(() => {
    void load()
  }, [load])

  async function change(work: Parameters<ReturnType<typeof useVault.getState>['change']>[0]) {
    const failed = await useVault.getState().change(work)
    if (failed !== null) notifyError(failed)
    return failed
  }
  async function backUp() {
    setIsBackingUp(true)
    const failed = await change(() => call('vault.back_up', {}))
    setIsBackingUp(false)
    // Reload the status, because this section shows the last failure until a backup succeeds.
    if (failed !== null) void load()
  }

  if (error !== null) return <ErrorNote error={error} onAgain={() => void load()} />
  if (status === null) return <Reading lines={1} height={300} />
  const hasCode = status.recovery_code_made_at !== null
  const text = messages().backups
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="vault-title">
      <Title order={2} id="vault-title" mb={4}>
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.what}
      </Text>
      {status.failed_backup !== null && (
        <ErrorNote error={status.failed_backup.error}>
          <Text size="sm">{text.failed(formatInstant(status.failed_backup.at))}</Text>
        </ErrorNote>
      )}
      <Table mb="sm" withRowBorders={false} layout="fixed">
        <Table.Tbody>
          <Fact name={text.recoveryCode}>
            {hasCode ? text.confirmedOn(formatDay(status.recovery_code_made_at ?? '')) : text.noneYet}
          </Fact>
          <Fact name={text.last}>
            <LastBackup status={status} />
          </Fact>
          <Fact name={text.folder}>{status.backup_folder}</Fact>
          <Fact name={text.yourData}>{status.folder}</Fact>
          {status.has_passphrase && <Fact name={text.secrets}>{text.underPassphrase}</Fact>}
        </Table.Tbody>
      </Table>
      <Group>
        <Button onClick={() => void backUp()} loading={isBackingUp}>
          {text.backUpNow}
        </Button>
        {!isDemo && (
          <>
            <RestoreBackup />
            <Button
              variant="default"
              onClick={() => void change(() => call('vault.choose_backup_folder', {}))}
            >
              {text.changeFolder}
            </Button>
            <Button variant="default" onClick={() => setIsMakingCode(true)}>
              {hasCode ? text.newCode : text.makeCode}
            </Button>
            {status.has_passphrase && (
              <Button variant="default" onClick={() => setIsChanging(true)}>
                {messages().vault.changePassphrase}
              </Button>
            )}
          </>
        )}
      </Group>
      {isDemo && (
        <Text size="sm" c="dimmed" mt="xs">
          {text.inDemo}
        </Text>
      )}
      {status.recovery_code_made_at !== null && <OlderCopies key={status.recovery_code_made_at} />}
      {isChanging && <ChangePassphrase onClose={() => setIsChanging(false)} />}
      <RecoveryDialog isOpen={isMakingCode} onClose={() => setIsMakingCode(false)} />
    </Paper>
  )
}

function LastBackup({ status: { last_backup } }: { status: VaultStatus }) {
  if (last_backup === null) return messages().backups.firstSoon
  const { made_at, size, deals, documents, missing } = last_backup
  return (
    <Stack gap={0}>
      <span>
        {formatInstant(made_at)} ({formatAgo(made_at)}), {formatBytes(size)}
      </span>
      <Text
        size="xs"
        c={`var(--mantine-color-${missing > 0 ? 'error' : 'teal-light-color'})`}
        component="span"
      >
        {messages().backups.whole(deals, documents)}
        {missing > 0 && `. ${messages().backups.filesGone(missing)}`}
      </Text>
    </Stack>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th w={170} style={{ verticalAlign: 'top' }}>
        {name}
      </Table.Th>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{children}</Table.Td>
    </Table.Tr>
  )
}

/** A form that replaces the passphrase. */
function ChangePassphrase({ onClose }: { onClose: () => void }) {
  const [present, setPresent] = useState('')
  const { typed, setTyped, isReady } = useNewPassphrase()
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isWrong = error?.code === 'PASSPHRASE_WRONG'
  const text = messages().vault
  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    const changed = await call('vault.change_passphrase', { present, passphrase: typed.passphrase })
    setIsBusy(false)
    if (!changed.ok) return setError(changed.error)
    notifications.show({ message: text.passphraseChanged, color: 'teal' })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={text.changePassphrase} centered>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <Text size="sm">{text.changeKeeps}</Text>
          <PasswordInput
            label={text.currentPassphrase}
            value={present}
            onChange={({ currentTarget }) => {
              setPresent(currentTarget.value)
              setError(null)
            }}
            autoComplete="current-password"
            error={isWrong && formatMessage(error.message)}
            data-autofocus
          />
          <NewPassphraseFields label={text.nextPassphrase} typed={typed} onChange={setTyped} />
          {error !== null && !isWrong && <ErrorNote error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {messages().common.cancel}
            </Button>
            <Button type="submit" loading={isBusy} disabled={present === '' || !isReady}>
              {text.changePassphrase}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Lists the backups that only previous recovery codes can open. */
function OlderCopies() {
  const [copies, setCopies] = useState<Copies | null>(null)
  const [isReplacing, setIsReplacing] = useState(false)
  useEffect(() => {
    let isShown = true
    void call('vault.older_copies', {}).then((read) => {
      if (isShown && read.ok) setCopies(read.value)
    })
    return () => {
      isShown = false
    }
  }, [])

  async function replace() {
    setIsReplacing(true)
    const replaced = await call('vault.replace_older_backups', {})
    setIsReplacing(false)
    if (replaced.ok) {
      setCopies(replaced.value)
      notifications.show({ message: messages().vault.backupsReplaced, color: 'teal' })
    } else if (replaced.error.code !== 'CHANGE_NOT_CONFIRMED') notifyError(replaced.error)
    void useVault.getState().load()
  }

  if (copies === null || copies.backups + copies.folders.length === 0) return null
  return (
    <Stack gap={4} mt="sm" align="flex-start" data-testid="older-copies">
      <Text size="sm">{messages().vault.stillOpens}</Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {copies.backups > 0 && (
          <List.Item>{messages().vault.olderBackups(copies.backups, copies.backup_folder)}</List.Item>
        )}
        {copies.folders.map((folder) => (
          <List.Item key={folder}>{folder}</List.Item>
        ))}
      </List>
      {copies.folders.length > 0 && (
        <Text size="xs" c="dimmed">
          {messages().vault.deleteFoldersYourself}
        </Text>
      )}
      {copies.backups > 0 && (
        <Button size="xs" variant="default" onClick={() => void replace()} loading={isReplacing}>
          {messages().vault.replaceBackups}
        </Button>
      )}
    </Stack>
  )
}

const FOR_EVER = 'for_ever'

/** Setting that says how long the Trash keeps submitted deals. A choice is saved immediately. */
export function RetentionSection() {
  const [retention, setRetention] = useState<Retention | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(load, [])
  function load() {
    setError(null)
    void call('vault.retention', {}).then((read) =>
      read.ok ? setRetention(read.value) : setError(read.error),
    )
  }
  async function choose(chosen: string | null) {
    const years = RETENTION_YEARS.find((one) => String(one) === chosen) ?? null
    const kept = await call('vault.save_retention', { years })
    if (!kept.ok) return notifyError(kept.error)
    setRetention(kept.value)
    notifications.show({ message: messages().settings.retention.saved, color: 'teal' })
  }
  const text = messages().settings.retention
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="retention-title">
      <Title order={2} id="retention-title" mb={4}>
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.what}
      </Text>
      {error !== null && <ErrorNote error={error} onAgain={load} />}
      {retention !== null && (
        <Select
          label={text.keep}
          description={text.law}
          allowDeselect={false}
          maw={360}
          data={[
            { value: FOR_EVER, label: text.untilDeleted },
            ...RETENTION_YEARS.map((years) => ({ value: String(years), label: text.years(years) })),
          ]}
          value={retention.years === null ? FOR_EVER : String(retention.years)}
          onChange={(chosen) => void choose(chosen)}
        />
      )}
    </Paper>
  )
}
