import { Button, Group, Text } from '@mantine/core'
import { useDeal } from '../../stores/deal-store.ts'

/** Whether what is typed is on disk. */
export function SaveLight() {
  const save = useDeal((state) => state.save)
  if (save.state === 'failed')
    return (
      <Group gap="xs" role="alert">
        <Text size="xs" c="red">
          Not saved. {save.error.message}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => void useDeal.getState().flush()}>
          Try again
        </Button>
      </Group>
    )
  return (
    <Text size="xs" c="dimmed" role="status" data-save={save.state}>
      {save.state === 'saved' ? 'Saved on this computer' : 'Saving…'}
    </Text>
  )
}
