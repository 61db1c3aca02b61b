import { Skeleton, Stack } from '@mantine/core'
import { messages } from '../../../src-shared/messages/messages.ts'

/** What stands where a screen will be, while its code comes. */
export function ScreenSkeleton() {
  return (
    <Stack p="lg" gap="sm" role="status" aria-busy="true" aria-label={messages().shell.loadingScreen}>
      <Skeleton height={28} width={220} />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={44} />
      ))}
    </Stack>
  )
}
