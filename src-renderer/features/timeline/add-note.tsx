import { Box, Button, Group, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { AppError } from '../../../src-shared/errors.ts'
import { call } from '../../api/funding-desk.ts'

/** A field for a note, which grows as one writes. A note that could not be kept stays in it. */
export function AddNote({ deal_id }: { deal_id: string }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<AppError | null>(null)
  const [saving, setSaving] = useState(false)
  const isEmpty = text.trim() === ''

  async function add() {
    if (isEmpty || saving) return
    setSaving(true)
    const added = await call('deals.add_note', { deal_id, text })
    setSaving(false)
    setError(added.ok ? null : added.error)
    if (added.ok) setText('')
  }

  return (
    <Box mb="xs">
      <Textarea
        aria-label="Note"
        placeholder="Add a note. Only you see it; search finds it."
        spellCheck
        autosize
        minRows={1}
        maxRows={10}
        maxLength={5_000}
        value={text}
        error={error === null ? null : `${error.message} ${error.advice}`}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          // These keys mean the note here, not the deal.
          event.preventDefault()
          void add()
        }}
      />
      {!isEmpty && (
        <Group justify="space-between" mt={6} wrap="nowrap">
          <Text size="xs" c="dimmed">
            A note stays on the timeline.
          </Text>
          <Button size="compact-sm" variant="default" loading={saving} onClick={() => void add()}>
            Add note
          </Button>
        </Group>
      )}
    </Box>
  )
}
