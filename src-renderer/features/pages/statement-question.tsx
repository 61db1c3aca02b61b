import { Button, Group, Paper, Text } from '@mantine/core'
import { words } from '../../../src-shared/messages/messages.ts'

interface StatementQuestionProps {
  onSendOriginal: () => void
  onMakeAnyway: () => void
}

/** Asks before a statement is rebuilt. Sending the original is the default. */
export function StatementQuestion({ onSendOriginal, onMakeAnyway }: StatementQuestionProps) {
  const t = words().pages.statement
  return (
    <Paper role="alert" p="md" bg="var(--mantine-color-orange-light)">
      <Group justify="space-between">
        <Text size="sm">{t.question}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onMakeAnyway}>
            {t.makeAnyway}
          </Button>
          <Button size="xs" autoFocus onClick={onSendOriginal}>
            {t.sendOriginal}
          </Button>
        </Group>
      </Group>
    </Paper>
  )
}
