import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import type { VaultStatus } from '../../../src-shared/domain/vault-care.ts'
import { call } from '../../api/funding-desk.ts'
import { useVault } from '../../stores/vault-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatAgo, formatBytes, formatDay, formatInstant } from '../../ui/formats.ts'
import { tellError } from '../../ui/tell-error.ts'
import { RecoveryDialog } from '../vault/recovery-banner.tsx'
import { RestoreBackup } from '../vault/restore-backup.tsx'

/** How the data is kept safe: the recovery code, backups, and where everything lies. */
export function VaultSection() {
  const { status, error, load } = useVault()
  const [isMakingCode, setIsMakingCode] = useState(false)
  const [isBackingUp, setIsBackingUp] = useState(false)
  useEffect(() => {
    void load()
  }, [load])

  async function change(work: Parameters<ReturnType<typeof useVault.getState>['change']>[0]) {
    const failed = await useVault.getState().change(work)
    if (failed !== null) tellError(failed)
    return failed
  }
  async function backUp() {
    setIsBackingUp(true)
    const failed = await change(() => call('vault.back_up', {}))
    setIsBackingUp(false)
    // The failure stands in the section, too, until a backup works.
    if (failed !== null) void load()
  }

  if (error !== null) return <ErrorNote error={error} />
  if (status === null) return null
  const hasCode = status.recovery_code_made_at !== null
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="vault-title">
      <Title order={2} id="vault-title" mb={4}>
        Vault
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Deals and documents lie encrypted on this computer. A backup is made every day by itself and opened to
        see that it is whole; the last 7 days and 4 weeks are kept.
      </Text>
      {status.failed_backup !== null && (
        <ErrorNote error={status.failed_backup.error}>
          <Text size="sm">The backup of {formatInstant(status.failed_backup.at)} failed.</Text>
        </ErrorNote>
      )}
      <Table mb="sm" withRowBorders={false} layout="fixed">
        <Table.Tbody>
          <Fact name="Recovery code">
            {hasCode ? `Confirmed on ${formatDay(status.recovery_code_made_at ?? '')}` : 'None yet'}
          </Fact>
          <Fact name="Last backup">
            <LastBackup status={status} />
          </Fact>
          <Fact name="Folder of backups">{status.backup_folder}</Fact>
          <Fact name="Your data">{status.folder}</Fact>
          {status.has_passphrase && (
            <Fact name="Secrets">Under your passphrase, since this computer has no keychain</Fact>
          )}
        </Table.Tbody>
      </Table>
      <Group>
        <Button onClick={() => void backUp()} loading={isBackingUp}>
          Back up now
        </Button>
        <RestoreBackup />
        <Button variant="default" onClick={() => void change(() => call('vault.choose_backup_folder', {}))}>
          Change the folder…
        </Button>
        <Button variant="default" onClick={() => setIsMakingCode(true)}>
          {hasCode ? 'New recovery code…' : 'Make a recovery code…'}
        </Button>
      </Group>
      {hasCode && (
        <Text size="xs" c="dimmed" mt="xs">
          A new code takes the place of the old one once you have confirmed it. Backups open with the code
          that held when they were made, so keep an old code as long as its backups.
        </Text>
      )}
      <RecoveryDialog isOpen={isMakingCode} onClose={() => setIsMakingCode(false)} />
    </Paper>
  )
}

function LastBackup({ status: { last_backup } }: { status: VaultStatus }) {
  if (last_backup === null) return 'None yet; the first is made a minute after the start'
  const { made_at, size, deals, documents, missing } = last_backup
  return (
    <Stack gap={0}>
      <span>
        {formatInstant(made_at)} ({formatAgo(made_at)}), {formatBytes(size)}
      </span>
      <Text size="xs" c={missing > 0 ? 'red' : 'teal'} component="span">
        Opened and whole: {deals} {deals === 1 ? 'deal' : 'deals'}, {documents}{' '}
        {documents === 1 ? 'document' : 'documents'}
        {missing > 0 && `. ${missing} attached files were gone already; attach them again`}
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
