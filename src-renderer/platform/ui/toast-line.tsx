import { Button, Group } from '@mantine/core'

/** The text of a toast, with a button at its end. */
export function ToastLine({ text, label, onPress }: { text: string; label: string; onPress: () => void }) {
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
      <Button size="compact-sm" flex="none" onClick={onPress}>
        {label}
      </Button>
    </Group>
  )
}
