import { Skeleton, Stack } from '@mantine/core'
import { messages } from '../../src-shared/messages/messages.ts'

/** What stands where something will be that is being read: so many lines, so high. */
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
