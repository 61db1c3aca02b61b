import { Button, Group, Text } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { messages } from '../../../src-shared/messages/messages.ts'
import { valueAt } from '../../../src-shared/profile/form-path.ts'
import { shownText } from '../../../src-shared/profile/orphaned-values.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { notifyError } from '../../ui/notify-error.ts'
import classes from './application.module.css'

/** At a field that two windows changed: the other value, and the choice between both. */
export function ConflictNote({ path }: { path: string }) {
  const profile = useEnvironment((state) => state.profile)
  const aside = useDeal((state) =>
    state.deal?.aside.find((one) => one.path === path && one.reason === 'two_windows'),
  )
  const isMine = useDeal((state) => path in state.openConflicts)
  const inVault = useDeal((state) => valueAt(state.deal?.values, path))
  if (aside === undefined || profile === null) return null
  const theirs = isMine ? shownText(profile, path, inVault ?? '') : aside.value
  const said = messages().application
  return (
    <div className={classes.conflict} role="status" data-dispute={path}>
      <Text size="xs">
        <IconArrowsSplit2 size={13} className={classes.inline} aria-hidden />{' '}
        {theirs === '' ? said.anotherWindowHasNothing : said.anotherWindowHas(theirs)}
      </Text>
      <Group gap={4}>
        <Button size="compact-xs" variant="default" onClick={() => void settle(aside.aside_id, isMine)}>
          {said.keepMine}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => void settle(aside.aside_id, !isMine)}>
          {said.useOther}
        </Button>
      </Group>
    </div>
  )
}

async function settle(aside_id: number, use: boolean): Promise<void> {
  const settled = await useDeal.getState().settleOrphan(aside_id, use)
  if (settled !== null) notifyError(settled)
}
