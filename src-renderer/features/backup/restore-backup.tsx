import { Button, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { PickedBackup, Restored } from '../../../src-shared/features/backup/vault-status.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call, WINDOW_ID } from '../../platform/api/funding-desk.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { useVault } from '../../platform/page/server-stores.ts'
import { run, useCommand } from '../../platform/ui/command.tsx'
import { Dialog } from '../../platform/ui/dialog.tsx'
import { formatBytes, formatInstant } from '../../platform/ui/formats.ts'

/** A button that lets the user choose and restore a backup. The app keeps the current data in an archive. */
export function RestoreBackup({ label }: { label?: string }) {
  const [picked, setPicked] = useState<PickedBackup | null>(null)
  const [restored, setRestored] = useState<Restored | null>(null)
  const [code, setCode] = useState('')
  const { busy, error, run: runHere, dismiss } = useCommand()
  const text = messages().backups
  const isLocked = picked !== null && picked.needs_code && !picked.has_recovery_code

  async function pick() {
    dismiss()
    setCode('')
    setPicked(await run(call('vault.pick_backup', {})))
  }
  async function restore({ file_id, needs_code }: PickedBackup) {
    const sent = { file_id, ...(needs_code && { code }), window_id: WINDOW_ID }
    setRestored(await runHere(call('vault.restore', sent)))
  }
  async function finish() {
    setRestored(null)
    setPicked(null)
    await Promise.all([useEnvironment.getState().load(), useVault.getState().load()])
  }

  return (
    <>
      <Button onClick={() => void pick()}>{label ?? text.restoreMore}</Button>
      {picked !== null && restored === null && (
        <Dialog
          onClose={() => busy || setPicked(null)}
          title={text.restoreTitle}
          size="lg"
          error={error}
          action={{
            label: text.restore,
            run: () => void restore(picked),
            busy,
            disabled: isLocked || (picked.needs_code && code.trim() === ''),
            isForm: true,
          }}
        >
          <Text style={{ overflowWrap: 'anywhere' }}>
            <b>{picked.name}</b>
            <br />
            {text.madeAt(
              messages().shell[picked.environment],
              formatInstant(picked.made_at),
              formatBytes(picked.size),
            )}
          </Text>
          <Text>{text.takesThePlace}</Text>
          {isLocked && <Text c="red">{text.locked}</Text>}
          {picked.needs_code && !isLocked && <CodeField value={code} onChange={setCode} />}
        </Dialog>
      )}
      {restored !== null && (
        <Dialog onClose={() => void finish()} title={text.restored} size="lg">
          <Text>
            {text.areBack(restored.deals, restored.documents)}
            {restored.missing > 0 && ` ${text.documentsGone(restored.missing)}`}
          </Text>
          {restored.archived_folder !== null && (
            <Text style={{ overflowWrap: 'anywhere' }}>{text.before(restored.archived_folder)}</Text>
          )}
          <Button variant="filled" onClick={() => void finish()} w="fit-content">
            {messages().vault.continueToApp}
          </Button>
        </Dialog>
      )}
    </>
  )
}

export function CodeField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  return (
    <Textarea
      label={messages().vault.recoveryCode}
      description={messages().backups.codeHint}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autosize
      minRows={2}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
    />
  )
}
