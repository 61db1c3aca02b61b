import { Button, Group, Paper, Text } from '@mantine/core'

type Answer = [label: string, onPress: () => void]

/** Asks in the place of a dialog's buttons. `usual` has the focus. */
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
