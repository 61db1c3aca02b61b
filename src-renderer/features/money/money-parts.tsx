import { Button, Skeleton, Stack } from '@mantine/core'
import type { MoneyChanges } from '../../../src-shared/features/money/money-view.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useMoney } from './money-store.ts'
import { EmptyState } from '../../platform/ui/parts.tsx'
import { offerUndo, run } from '../../platform/ui/command.tsx'
import classes from './money.module.css'
import type { TablerIcon } from '@tabler/icons-react'
import { hrefOf } from '../../platform/navigation/route.ts'

const NOTE = 'money-changed'

export async function changeMoney(deal_id: string, changes: MoneyChanges, done: string): Promise<boolean> {
  const changed = await run(useMoney.getState().change(deal_id, changes))
  if (changed !== null) offerUndo(done, () => useMoney.getState().undo(), { toast: NOTE })
  return changed !== null
}

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

export function NothingYet({ icon: Icon, title, text }: { icon: TablerIcon; title: string; text: string }) {
  return (
    <EmptyState icon={Icon} title={title} text={text}>
      <Button component="a" href={hrefOf({ screen: 'pipeline' })}>
        {messages().common.goToPipeline}
      </Button>
    </EmptyState>
  )
}
