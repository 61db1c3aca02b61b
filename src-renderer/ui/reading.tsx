import { Skeleton, Stack } from '@mantine/core'
import { messages } from '../../src-shared/messages/messages.ts'

/** Shows placeholder lines while content loads. */
export function Reading({
  label = messages().common.reading,
  lines = 5,
  height = 40,
}: {
  label?: string
  lines?: number
  height?: number
}) {
  return (
    <Stack gap="xs" role="status" aria-busy="true" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={height} />
      ))}
    </Stack>
  )
}
