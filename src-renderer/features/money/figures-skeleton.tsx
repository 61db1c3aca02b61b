import { Skeleton, Stack } from '@mantine/core'
import { messages } from '../../../src-shared/messages/messages.ts'
import classes from './money.module.css'

/** The dashboard while it is read: its tiles, and the first charts. */
export function FiguresSkeleton() {
  return (
    <Stack gap="md" role="status" aria-busy="true" aria-label={messages().money.reading}>
      <div className={classes.tiles}>
        {[0, 1, 2, 3].map((tile) => (
          <Skeleton key={tile} height={86} />
        ))}
      </div>
      <div className={classes.charts}>
        {[0, 1, 2, 3].map((chart) => (
          <Skeleton key={chart} height={280} />
        ))}
      </div>
    </Stack>
  )
}
