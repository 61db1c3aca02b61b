import { Button, Group, Text } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { words } from '../../../src-shared/messages/messages.ts'
import { valueAt } from '../../../src-shared/profile/form-path.ts'
import { shownText } from '../../../src-shared/profile/unfit-values.ts'
import { useDeal } from '../../stores/deal-store.ts'
import { useOffice } from '../../stores/office-store.ts'
import { tellError } from '../../ui/tell-error.ts'
import classes from './application.module.css'

/** At a field that two windows changed: the other value, and the choice between both. */
export function DisputeNote({ path }: { path: string }) {
  const profile = useOffice((state) => state.profile)
  const aside = useDeal((state) =>
    state.deal?.aside.find((one) => one.path === path && one.reason === 'two_windows'),
  )
  const isMine = useDeal((state) => path in state.disputes)
  const inVault = useDeal((state) => valueAt(state.deal?.values, path))
  if (aside === undefined || profile === null) return null
  const theirs = isMine ? shownText(profile, path, inVault ?? '') : aside.value
  const said = words().application
  return (
    <div className={classes.dispute} role="status" data-dispute={path}>
      <Text size="xs">
        <IconArrowsSplit2 size={13} className={classes.inline} aria-hidden />{' '}
        {theirs === '' ? said.anotherWindowHasNothing : said.anotherWindowHas(theirs)}
      </Text>
      <Group gap={4}>
        <Button size="compact-xs" variant="default" onClick={() => void settle(aside.aside_id, isMine)}>
          {said.keepThis}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => void settle(aside.aside_id, !isMine)}>
          {said.takeThat}
        </Button>
      </Group>
    </div>
  )
}

async function settle(aside_id: number, use: boolean): Promise<void> {
  const settled = await useDeal.getState().settleAside(aside_id, use)
  if (settled !== null) tellError(settled)
}
