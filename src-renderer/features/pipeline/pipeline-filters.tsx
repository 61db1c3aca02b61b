import { SegmentedControl, UnstyledButton } from '@mantine/core'
import { IconTrash, IconX } from '@tabler/icons-react'
import { memo, useState } from 'react'
import { DEAL_FILTERS, type DealFilter } from '../../../src-shared/domain/pipeline.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { useActions } from '../../actions/actions.ts'
import { useEnvironment } from '../../stores/environment-store.ts'
import { usePipelineParts } from '../../stores/pipeline-store.ts'
import { formatCount } from '../../ui/formats.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { SavedFilters, SaveFilterButton } from './saved-filters.tsx'
import { traitsOf, withoutTrait } from './traits.ts'
import classes from './toolbar.module.css'

/** Shown only when a deal is there: most of the time none is. */
const RARE: DealFilter[] = ['sending', 'other']

/** What the pipeline shows and how: stages with how many deals each has, what narrows it, saved filters, list or board. */
export const PipelineFilters = memo(function PipelineFilters() {
  const { filter, read, layout, setFilter, setLayout } = usePipelineParts(
    'filter',
    'read',
    'layout',
    'setFilter',
    'setLayout',
  )
  const [open, setOpen] = useState<'filter' | 'columns' | null>(null)
  const counts = read?.counts
  const filters = DEAL_FILTERS.filter(
    (one) => !RARE.includes(one) || one === filter || (counts?.[one] ?? 0) > 0,
  )
  const say = messages()
  const isBoard = layout.as === 'board' && filter !== 'bin'
  useActions([
    {
      id: 'pipeline.filter',
      label: say.pipeline.actions.filter,
      section: 'pipeline',
      keys: 'F',
      run: () => setOpen('filter'),
    },
    // The bin is a list with columns of its own.
    ...(filter === 'bin'
      ? []
      : [
          {
            id: 'pipeline.toggle_board',
            label: say.pipeline.actions.toggleBoard,
            section: 'pipeline' as const,
            keys: 'B',
            run: () => setLayout({ as: layout.as === 'board' ? 'list' : 'board' }),
          },
          {
            id: 'pipeline.columns',
            label: say.pipeline.actions.columns,
            section: 'pipeline' as const,
            keys: 'C',
            run: () => {
              setLayout({ as: 'list' })
              setOpen('columns')
            },
          },
        ]),
  ])
  return (
    <div className={classes.toolbar}>
      <SavedFilters />
      <div className={classes.line}>
        <div role="group" aria-label={say.filters.show} className={classes.chips}>
          {filters.map((one) => (
            <UnstyledButton
              key={one}
              className={classes.chip}
              aria-pressed={one === filter}
              data-filter={one}
              onClick={() => setFilter(one)}
            >
              {one === 'bin' && <IconTrash size={13} aria-hidden="true" />}
              {say.filters.stages[one]}
              {counts !== undefined && <span className={classes.count}>{formatCount(counts[one])}</span>}
            </UnstyledButton>
          ))}
        </div>
        <div className={classes.tools}>
          <FilterMenu opened={open === 'filter'} onChange={(isOpen) => setOpen(isOpen ? 'filter' : null)} />
          {!isBoard && filter !== 'bin' && (
            <ColumnsMenu
              opened={open === 'columns'}
              onChange={(isOpen) => setOpen(isOpen ? 'columns' : null)}
            />
          )}
          {filter !== 'bin' && (
            <SegmentedControl
              size="xs"
              aria-label={say.pipeline.view}
              data={[
                { value: 'list', label: say.pipeline.list },
                { value: 'board', label: say.pipeline.board },
              ]}
              value={layout.as}
              onChange={(as) => setLayout({ as })}
            />
          )}
        </div>
      </div>
      <Traits />
    </div>
  )
})

/** What narrows the list, each to be taken away. */
function Traits() {
  const { where, setWhere } = usePipelineParts('where', 'setWhere')
  const profile = useEnvironment((state) => state.profile)
  const traits = traitsOf(where, profile)
  return (
    <div className={classes.traits}>
      {traits.map(({ trait, label }) => (
        <UnstyledButton
          key={trait}
          className={classes.trait}
          aria-label={messages().filters.remove(label)}
          data-trait={trait}
          onClick={() => setWhere(withoutTrait(where, trait))}
        >
          {label}
          <IconX size={12} aria-hidden="true" />
        </UnstyledButton>
      ))}
      <SaveFilterButton />
    </div>
  )
}
