import { Button, List, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import type { OlderCopies as Copies } from '../../../src-shared/domain/vault-status.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { useVault } from '../../stores/server-stores.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** What replaced recovery codes still open. */
export function OlderCopies() {
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
