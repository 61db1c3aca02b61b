import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import type { VaultStatus } from '../../../src-shared/domain/vault-status.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useDemo } from '../../stores/demo-store.ts'
import { useVault } from '../../stores/server-stores.ts'
import { ErrorNote } from '../../ui/error-note.tsx'
import { formatAgo, formatBytes, formatDay, formatInstant } from '../../ui/formats.ts'
import { Reading } from '../../ui/reading.tsx'
import { notifyError } from '../../ui/notify-error.ts'
import { RecoveryDialog } from '../vault/recovery-banner.tsx'
import { OlderCopies } from './older-copies.tsx'
import { ChangePassphrase } from './change-passphrase.tsx'
import { RestoreBackup } from '../vault/restore-backup.tsx'

/** How the data is kept safe: the recovery code, backups, and where everything lies. */
export function VaultSection() {
  const { value: status, error, load } = useVault()
  const isDemo = useDemo((state) => state.running)
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
    // The failure stands in the section, too, until a backup works.
    if (failed !== null) void load()
  }

  if (error !== null) return <ErrorNote error={error} onAgain={() => void load()} />
  if (status === null) return <Reading lines={1} height={300} />
  const hasCode = status.recovery_code_made_at !== null
  const said = messages().backups
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="vault-title">
      <Title order={2} id="vault-title" mb={4}>
        {said.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {said.what}
      </Text>
      {status.failed_backup !== null && (
        <ErrorNote error={status.failed_backup.error}>
          <Text size="sm">{said.failed(formatInstant(status.failed_backup.at))}</Text>
        </ErrorNote>
      )}
      <Table mb="sm" withRowBorders={false} layout="fixed">
        <Table.Tbody>
          <Fact name={said.recoveryCode}>
            {hasCode ? said.confirmedOn(formatDay(status.recovery_code_made_at ?? '')) : said.noneYet}
          </Fact>
          <Fact name={said.last}>
            <LastBackup status={status} />
          </Fact>
          <Fact name={said.folder}>{status.backup_folder}</Fact>
          <Fact name={said.yourData}>{status.folder}</Fact>
          {status.has_passphrase && <Fact name={said.secrets}>{said.underPassphrase}</Fact>}
        </Table.Tbody>
      </Table>
      <Group>
        <Button onClick={() => void backUp()} loading={isBackingUp}>
          {said.backUpNow}
        </Button>
        {!isDemo && (
          <>
            <RestoreBackup />
            <Button
              variant="default"
              onClick={() => void change(() => call('vault.choose_backup_folder', {}))}
            >
              {said.changeFolder}
            </Button>
            <Button variant="default" onClick={() => setIsMakingCode(true)}>
              {hasCode ? said.newCode : said.makeCode}
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
          {said.inDemo}
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
