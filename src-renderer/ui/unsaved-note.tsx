import { Button, Group, Text } from '@mantine/core'
import { messages } from '../../src-shared/messages/messages.ts'

/** Beside a Save button: that something is not saved yet, and how to have again what is. */
export function UnsavedNote({ isChanged, onDrop }: { isChanged: boolean; onDrop: () => void }) {
  const said = messages().settings.unsaved
  return (
    <Group gap="xs" role="status">
      {isChanged && (
        <>
          <Text size="xs" c="dimmed">
            {said.note}
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={onDrop}>
            {said.drop}
          </Button>
        </>
      )}
    </Group>
  )
}
