import { Button, Menu } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconChevronDown, IconCircleDot } from '@tabler/icons-react'
import { memo } from 'react'
import type { NextAction } from '../../../src-shared/domain/next-actions.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { usePipelineParts } from '../../stores/pipeline-store.ts'
import { useViews } from '../../stores/views-store.ts'
import { formatCount } from '../../ui/formats.ts'
import { isSameChoice } from '../saved-filters/saved-filters.tsx'
import classes from './toolbar.module.css'

/** Next actions to highlight: an offer expires today, or it is unknown whether the partner received a submission. */
const URGENT: NextAction['kind'][] = ['expire_today', 'unknown']

/**
 * A menu of the next actions (work that waits for the broker), the most urgent one first. Choosing one shows its deals. Renders nothing if
 * no work waits.
 */
export const NextActionsMenu = memo(function NextActionsMenu() {
  const { actions } = useViews((state) => state.value)
  const { search, filter, where, choose } = usePipelineParts('search', 'filter', 'where', 'choose')
  if (actions.length === 0) return null
  const text = messages().pipeline
  const hasUrgent = actions.some(({ kind }) => URGENT.includes(kind))
  const present = { search, filter, where }
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} width={380}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          className={classes.needs}
          data-urgent={hasUrgent || undefined}
          title={text.nextCount(actions.length)}
          leftSection={hasUrgent ? <IconAlertTriangle size={14} /> : <IconCircleDot size={14} />}
          rightSection={<IconChevronDown size={13} />}
        >
          {text.next}
          <span className={classes.needsCount}>{formatCount(actions.length)}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={text.next}>
        {actions.map((action) => (
          <Menu.Item
            key={`${action.kind} ${action.paper?.value ?? ''}`}
            className={classes.need}
            data-next={action.paper?.value ?? action.kind}
            data-urgent={URGENT.includes(action.kind) || undefined}
            rightSection={isSameChoice(action.choice, present) && <IconCheck size={14} />}
            onClick={() => choose(action.choice)}
          >
            {wordsOf(action)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
})

function wordsOf({ kind, deals, paper }: NextAction): string {
  const text = messages().pipeline
  return kind === 'paper' ? text.needsPaper(deals, paper?.label ?? '') : text.nextActions[kind](deals)
}
