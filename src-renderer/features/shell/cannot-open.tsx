import { Button, Center, Stack, Title } from '@mantine/core'
import type { AppError } from '../../../src-shared/errors.ts'
import { useOffice } from '../../stores/office-store.ts'
import { ErrorNote } from '../../ui/error-note.tsx'

/** When the data cannot be opened: says why, and that nothing was touched. */
export function CannotOpen({ error }: { error: AppError }) {
  return (
    <Center h="100%" p="md">
      <Stack maw={520}>
        <Title order={1}>Your data cannot be opened</Title>
        <ErrorNote error={error} />
        <Button onClick={() => void useOffice.getState().load()} w="fit-content">
          Try again
        </Button>
      </Stack>
    </Center>
  )
}
