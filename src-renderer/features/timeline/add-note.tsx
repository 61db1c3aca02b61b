import { Box, Button, Group, Text, Textarea } from '@mantine/core'
import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { AppError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { call } from '../../api/funding-desk.ts'
import { changeNote, useNoteDrafts } from './note-drafts.ts'

/** What others may do with the field: put the cursor there, with words to begin with. */
export interface NoteField {
  write(beginning: string | null): void
}

interface AddNoteProps {
  deal_id: string
  field: Ref<NoteField>
}

/** A field for a note, which grows as one writes. A note that could not be kept stays in it. */
export function AddNote({ deal_id, field }: AddNoteProps) {
  const text = useNoteDrafts(({ texts }) => texts[deal_id] ?? '')
  const [error, setError] = useState<AppError | null>(null)
  const [saving, setSaving] = useState(false)
  const isEmpty = text.trim() === ''
  const area = useRef<HTMLTextAreaElement>(null)
  const said = messages().timeline
  useImperativeHandle(field, () => ({
    write(beginning) {
      if (beginning !== null)
        changeNote(deal_id, (typed) => (typed === '' ? beginning : `${typed}\n${beginning}`))
      area.current?.focus()
    },
  }))

  async function add() {
    if (isEmpty || saving) return
    setSaving(true)
    const added = await call('deals.add_note', { deal_id, text })
    setSaving(false)
    setError(added.ok ? null : added.error)
    // What was typed meanwhile is another note.
    if (added.ok)
      changeNote(deal_id, (typed) => (typed.startsWith(text) ? typed.slice(text.length).trimStart() : typed))
  }

  return (
    <Box mb="xs">
      <Textarea
        ref={area}
        aria-label={said.note}
        placeholder={said.noteHint}
        spellCheck
        autosize
        minRows={1}
        maxRows={10}
        maxLength={5_000}
        value={text}
        error={error === null ? null : `${formatMessage(error.message)} ${formatMessage(error.advice)}`}
        onChange={({ currentTarget: { value } }) => changeNote(deal_id, () => value)}
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
            {said.noteStays}
          </Text>
          <Button size="compact-sm" variant="default" loading={saving} onClick={() => void add()}>
            {said.addNote}
          </Button>
        </Group>
      )}
    </Box>
  )
}
