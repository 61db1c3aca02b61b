import { Button, Group, List, PasswordInput, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { RETENTION_YEARS, type VaultStatus } from '../../../src-shared/features/backup/vault-status.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { useDemo, useVault } from '../../platform/page/server-stores.ts'
import { run, useBusy, useCommand } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { ErrorNote } from '../../platform/ui/error-note.tsx'
import { formatAgo, formatBytes, formatDay, formatInstant } from '../../platform/ui/formats.ts'
import { NotLoaded, useLoaded } from '../../platform/ui/loaded.tsx'
import { NewPassphraseFields, useNewPassphrase } from '../../platform/ui/new-passphrase-fields.tsx'
import { Facts, Hint } from '../../platform/ui/parts.tsx'
import { RecoveryDialog } from './recovery-code.tsx'
import { RestoreBackup } from './restore-backup.tsx'
import { SettingsSection } from '../../platform/ui/settings-rows.tsx'

export function VaultSection() {
  const vault = useVault()
  const { value: status, error, load, change } = vault
  const isDemo = useDemo((state) => state.value.running)
  const [isMakingCode, setIsMakingCode] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  const backup = useBusy()
  useEffect(() => {
    void load()
  }, [load])

  async function backUp() {
    // After a failure, reload the status, because this section shows the last failure until a backup succeeds.
    if ((await backup.run(change(call('vault.back_up', {})))) === null) void load()
  }

  if (status === null || error !== null) return <NotLoaded of={vault} lines={1} height={300} />
  const { recovery_code_made_at, failed_backup, backup_folder, folder, has_passphrase } = status
  const text = messages().backups
  return (
    <SettingsSection id="vault" title={messages().shell.sections.vault} about={text.what}>
      {failed_backup !== null && (
        <ErrorNote error={failed_backup.error}>
          <Text>{text.failed(formatInstant(failed_backup.at))}</Text>
        </ErrorNote>
      )}
      <Facts
        width={170}
        facts={[
          [
            messages().vault.recoveryCode,
            recovery_code_made_at === null
              ? text.noneYet
              : text.confirmedOn(formatDay(recovery_code_made_at)),
          ],
          [text.last, <LastBackup key="last" status={status} />],
          [text.folder, backup_folder],
          [text.yourData, folder],
          ...(has_passphrase ? ([[text.secrets, text.underPassphrase]] as const) : []),
        ]}
      />
      <Group>
        <Button variant="filled" onClick={() => void backUp()} loading={backup.busy}>
          {text.backUpNow}
        </Button>
        {!isDemo && (
          <>
            <RestoreBackup />
            <Button onClick={() => void run(change(call('vault.choose_backup_folder', {})))}>
              {text.changeFolder}
            </Button>
            <Button onClick={() => setIsMakingCode(true)}>
              {recovery_code_made_at === null ? text.makeCode : text.newCode}
            </Button>
            {has_passphrase && (
              <Button onClick={() => setIsChanging(true)}>{messages().vault.changePassphrase}</Button>
            )}
          </>
        )}
      </Group>
      {isDemo && (
        <Hint size="sm" mt="xs">
          {text.inDemo}
        </Hint>
      )}
      {recovery_code_made_at !== null && <OlderCopies key={recovery_code_made_at} />}
      {isChanging && <ChangePassphrase onClose={() => setIsChanging(false)} />}
      {isMakingCode && <RecoveryDialog onClose={() => setIsMakingCode(false)} />}
    </SettingsSection>
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

function ChangePassphrase({ onClose }: { onClose: () => void }) {
  const [present, setPresent] = useState('')
  const { typed, setTyped, isReady } = useNewPassphrase()
  const command = useCommand()
  const wrong = command.error?.code === 'PASSPHRASE_WRONG' ? command.error : null
  const text = messages().vault
  async function change() {
    const { passphrase } = typed
    const changed = await command.run(
      call('vault.change_passphrase', { present, passphrase }),
      text.passphraseChanged,
    )
    if (changed !== null) onClose()
  }
  return (
    <Dialog
      title={text.changePassphrase}
      onClose={onClose}
      error={wrong === null ? command.error : null}
      action={{
        label: text.changePassphrase,
        run: () => void change(),
        busy: command.busy,
        disabled: present === '' || !isReady,
        isForm: true,
      }}
    >
      <Text>{text.changeKeeps}</Text>
      <PasswordInput
        label={text.currentPassphrase}
        value={present}
        onChange={({ currentTarget }) => {
          setPresent(currentTarget.value)
          command.dismiss()
        }}
        autoComplete="current-password"
        error={wrong && formatMessage(wrong.message)}
        data-autofocus
      />
      <NewPassphraseFields label={text.nextPassphrase} typed={typed} onChange={setTyped} />
    </Dialog>
  )
}

function OlderCopies() {
  const { value: copies, put } = useLoaded(() => call('vault.older_copies', {}))
  const replacing = useBusy()
  const text = messages().vault

  async function replace() {
    const left = await replacing.run(call('vault.replace_older_backups', {}), text.backupsReplaced)
    if (left !== null) put(left)
    void useVault.getState().load()
  }

  if (copies === null || copies.backups + copies.folders.length === 0) return null
  return (
    <Stack gap={4} mt="sm" align="flex-start" data-testid="older-copies">
      <Text>{text.stillOpens}</Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {copies.backups > 0 && (
          <List.Item>{text.olderBackups(copies.backups, copies.backup_folder)}</List.Item>
        )}
        {copies.folders.map((folder) => (
          <List.Item key={folder}>{folder}</List.Item>
        ))}
      </List>
      {copies.folders.length > 0 && <Hint>{text.deleteFoldersYourself}</Hint>}
      {copies.backups > 0 && (
        <Button size="xs" onClick={() => void replace()} loading={replacing.busy}>
          {text.replaceBackups}
        </Button>
      )}
    </Stack>
  )
}

const FOR_EVER = 'for_ever'

export function RetentionSection() {
  const retention = useLoaded(() => call('vault.retention', {}))
  const text = messages().settings.retention
  async function choose(chosen: string) {
    const years = RETENTION_YEARS.find((one) => String(one) === chosen) ?? null
    const kept = await run(call('vault.save_retention', { years }), messages().common.saved)
    if (kept !== null) retention.put(kept)
  }
  return (
    <SettingsSection
      id="retention"
      title={text.title}
      about={text.what}
      rows={[
        retention.value === null
          ? { content: <NotLoaded of={retention} lines={1} height={60} /> }
          : {
              choice: text.keep,
              hint: text.law,
              width: 360,
              value: String(retention.value.years ?? FOR_EVER),
              options: [
                [FOR_EVER, text.untilDeleted],
                ...RETENTION_YEARS.map((years) => [String(years), text.years(years)] as const),
              ],
              set: (chosen: string) => void choose(chosen),
            },
      ]}
    />
  )
}
