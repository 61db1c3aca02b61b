import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { countEntry, isUnderstood } from '../../../src-shared/entry/number-entry.ts'
import type { AppError } from '../../../src-shared/errors.ts'
import { call } from '../../api/funding-desk.ts'
import { NumberEntryInput } from '../../ui/entry-input.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { notifyError } from '../../ui/notify-error.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { sendingOf, type Sending, useUnsaved } from '../../stores/unsaved-store.ts'
import { UnsavedNote } from '../../ui/unsaved-note.tsx'

const SECONDS = countEntry({ from: 0, to: 600 })
const DAYS = countEntry({ from: 0, to: 3_650 })

/**
 * Settings of submissions: the seconds in which the broker can undo a submission, and the days for which the app warns about duplicates.
 */
export function SendingSection() {
  const [saved, setSaved] = useState<Sending | null>(null)
  const form = useUnsaved<Sending>('sending', saved ?? { undo: '', days: '' }, saved)
  const { undo, days } = form.value
  const [error, setError] = useState<AppError | null>(null)
  useEffect(load, [])
  function load() {
    setError(null)
    void call('submission.settings', {}).then((read) => {
      if (!read.ok) return setError(read.error)
      setSaved(sendingOf(read.value))
    })
  }
  async function save() {
    const kept = await call('submission.save_settings', {
      undo_seconds: Number(undo),
      duplicate_days: Number(days),
    })
    if (!kept.ok) return notifyError(kept.error)
    form.kept(form.value)
    setSaved(sendingOf(kept.value))
    notifications.show({ message: messages().settings.savedForNext, color: 'teal' })
  }
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="sending-title">
      <Title order={2} id="sending-title" mb={4}>
        {messages().settings.sending}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {messages().settings.sendingWhat}
      </Text>
      {error !== null && <ErrorNote error={error} onAgain={load} />}
      {/* Show the fields only after the settings are loaded. Otherwise, the loaded values would overwrite text that the broker already
          typed. */}
      {error === null && saved !== null && (
        <Group align="flex-end">
          <NumberEntryInput
            label={messages().settings.undoSeconds}
            entry={SECONDS}
            value={undo}
            onChange={(kept) => form.set({ ...form.value, undo: kept })}
            w={160}
          />
          <NumberEntryInput
            label={messages().settings.duplicateDays}
            entry={DAYS}
            value={days}
            onChange={(kept) => form.set({ ...form.value, days: kept })}
            w={220}
          />
          <Button
            variant="default"
            onClick={() => void save()}
            disabled={!isUnderstood(SECONDS, undo) || !isUnderstood(DAYS, days)}
          >
            {messages().settings.save}
          </Button>
          <UnsavedNote isChanged={form.isChanged} onDrop={form.drop} />
        </Group>
      )}
    </Paper>
  )
}
