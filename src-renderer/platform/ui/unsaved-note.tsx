import { Button, Group } from '@mantine/core'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { Hint } from './parts.tsx'

/** Shows next to a Save button that there are unsaved edits, and offers to discard them. */
export function UnsavedNote({ isChanged, onDrop }: { isChanged: boolean; onDrop: () => void }) {
  const text = messages().settings.unsaved
  return (
    <Group gap="xs" role="status">
      {isChanged && (
        <>
          <Hint>{text.note}</Hint>
          <Button size="compact-xs" variant="subtle" onClick={onDrop}>
            {text.drop}
          </Button>
        </>
      )}
    </Group>
  )
}
