import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { NextAction } from '../../../src-shared/domain/next-actions.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { usePipelineParts } from '../../stores/pipeline-store.ts'
import { useViews } from '../../stores/views-store.ts'
import { isSameChoice } from './saved-filters.tsx'
import classes from './next-strip.module.css'

/** More than these at once are no help; the most urgent stand first. */
const CALM = 5

/** What stands out: an offer is over soon, or nobody knows what became of a submission. */
const URGENT: NextAction['kind'][] = ['expire_today', 'unknown']

/** What waits for the broker, each one press away from the deals it is about. Nothing where nothing waits. */
export const NextStrip = memo(function NextStrip() {
  const { actions } = useViews((state) => state.value)
  const { search, filter, where, layout, choose, setLayout } = usePipelineParts(
    'search',
    'filter',
    'where',
    'layout',
    'choose',
    'setLayout',
  )
  const [showsAll, setShowsAll] = useState(false)
  if (actions.length === 0) return null
  const shown = showsAll || actions.length <= CALM + 1 ? actions : actions.slice(0, CALM)
  const isOpen = layout.next_actions === 'open'
  const say = messages().pipeline
  return (
    <section className={classes.strip} aria-label={say.next}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-expanded={isOpen}
        aria-label={isOpen ? say.nextHide : say.nextShow}
        onClick={() => setLayout({ next_actions: isOpen ? 'folded' : 'open' })}
      >
        {isOpen ? <IconChevronUp size={15} /> : <IconChevronDown size={15} />}
      </ActionIcon>
      {isOpen ? (
        <ul className={classes.list}>
          {shown.map((action) => (
            <li key={`${action.kind} ${action.paper?.value ?? ''}`}>
              <UnstyledButton
                className={`${classes.action} ${URGENT.includes(action.kind) ? classes.urgent : ''}`}
                aria-pressed={isSameChoice(action.choice, { search, filter, where })}
                data-next={action.paper?.value ?? action.kind}
                onClick={() => choose(action.choice)}
              >
                {wordsOf(action)}
              </UnstyledButton>
            </li>
          ))}
          {shown.length < actions.length && (
            <li>
              <UnstyledButton className={classes.more} onClick={() => setShowsAll(true)}>
                {say.nextMore(actions.length - shown.length)}
              </UnstyledButton>
            </li>
          )}
        </ul>
      ) : (
        <span className={classes.folded}>{say.nextCount(actions.length)}</span>
      )}
    </section>
  )
})

function wordsOf({ kind, deals, paper }: NextAction): string {
  const say = messages().pipeline
  return kind === 'paper' ? say.needsPaper(deals, paper?.label ?? '') : say.nextActions[kind](deals)
}
