import { Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { words } from '../../src-shared/messages/messages.ts'

/**
 * For a dialog in which something was typed or arranged: Escape and its cross ask before that is gone. `question` stands in the place
 * of the dialog's buttons while it is not null.
 */
export function useCloseAsking(
  isChanged: boolean,
  onClose: () => void,
): { onClose: () => void; question: React.ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  const isOpen = isAsking && isChanged
  return {
    onClose: () => (isOpen ? stay() : isChanged ? setAsking(true) : onClose()),
    question: isOpen ? <Question onStay={stay} onLeave={onClose} /> : null,
  }
}

function Question({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const said = words().common.unsaved
  return (
    <Paper role="alert" p="md" bg="var(--mantine-color-orange-light)">
      <Group justify="space-between">
        <Text size="sm">{said.question}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onLeave}>
            {said.leave}
          </Button>
          <Button size="xs" autoFocus onClick={onStay}>
            {said.stay}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
