import { Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

type Answer = [label: string, onPress: () => void]

/** Shows a question with two answers in place of a dialog's buttons. The button of the answer `usual` has the focus. */
export function Question({ question, other, usual }: { question: string; other: Answer; usual: Answer }) {
  return (
    <Paper role="alert" p="md" bg="var(--mantine-color-orange-light)">
      <Group justify="space-between">
        <Text size="sm">{question}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={other[1]}>
            {other[0]}
          </Button>
          <Button size="xs" autoFocus onClick={usual[1]}>
            {usual[0]}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}

/**
 * Asks for confirmation before Escape or the close button discards a dialog's edits. While `question` is not null, it replaces
 * the dialog's buttons.
 */
export function useConfirmClose(
  isChanged: boolean,
  onClose: () => void,
): { onClose: () => void; question: React.ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  const text = messages().common.unsaved
  const isOpen = isAsking && isChanged
  return {
    onClose: () => (isOpen ? stay() : isChanged ? setAsking(true) : onClose()),
    question: isOpen ? (
      <Question question={text.question} other={[text.leave, onClose]} usual={[text.stay, stay]} />
    ) : null,
  }
}
