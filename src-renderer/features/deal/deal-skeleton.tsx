import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { messages } from '../../../src-shared/messages/messages.ts'
import classes from './deal.module.css'

/** A deal while it is read, drawn as it will stand: its name, its next step, its parts, the first fields. */
export function DealSkeleton() {
  return (
    <div className={classes.screen} role="status" aria-busy="true" aria-label={messages().deal.reading}>
      <div className={classes.top}>
        <Stack px="lg" pt="sm" gap="sm">
          <Skeleton height={28} width={280} />
          <Skeleton height={54} />
          <Group gap="lg" py={8}>
            {[88, 82, 74, 52, 64].map((width) => (
              <Skeleton key={width} height={14} width={width} />
            ))}
          </Group>
        </Stack>
      </div>
      <div className={classes.body}>
        <Stack className={classes.index} gap="md">
          {[112, 72, 132, 64, 60, 104].map((width) => (
            <Skeleton key={width} height={14} width={width} />
          ))}
        </Stack>
        <SimpleGrid className={classes.form} cols={2} spacing="md" verticalSpacing="lg">
          {[0, 1, 2, 3, 4, 5, 6, 7].map((field) => (
            <Stack key={field} gap={6}>
              <Skeleton height={12} width={110} />
              <Skeleton height={34} />
            </Stack>
          ))}
        </SimpleGrid>
      </div>
    </div>
  )
}
