import { Select, UnstyledButton } from '@mantine/core'
import { IconArrowsSort, IconTrash } from '@tabler/icons-react'
import {
  DEAL_FILTERS,
  DEAL_SORTS,
  type DealFilter,
  type DealSort,
} from '../../../src-shared/domain/pipeline.ts'
import { usePipeline } from '../../stores/pipeline-store.ts'
import { formatCount } from '../../ui/formats.ts'
import classes from './pipeline.module.css'

export const FILTER_LABELS: Record<DealFilter, string> = {
  all: 'All',
  draft: 'Drafts',
  sending: 'Sending',
  submitted: 'Submitted',
  attention: 'Needs attention',
  offer: 'Offers',
  funded: 'Funded',
  declined: 'Declined',
  other: 'Other',
  bin: 'Bin',
}

/** Shown only when a deal is there: most of the time none is. */
const RARE: DealFilter[] = ['sending', 'other']

/** What the list shows and in which order, with how many deals each choice has. */
export function PipelineFilters() {
  const { filter, sort, search, read, setFilter, setSort } = usePipeline()
  const counts = read?.counts
  const filters = DEAL_FILTERS.filter(
    (one) => !RARE.includes(one) || one === filter || (counts?.[one] ?? 0) > 0,
  )
  const sortLabels = {
    newest: search.trim() === '' ? 'Newest change' : 'Best match',
    name: 'Name',
    amount: 'Highest amount',
    submitted: 'Last submitted',
  }
  return (
    <div className={classes.filters}>
      <div role="group" aria-label="Show" className={classes.chips}>
        {filters.map((one) => (
          <UnstyledButton
            key={one}
            className={classes.chip}
            aria-pressed={one === filter}
            data-filter={one}
            onClick={() => setFilter(one)}
          >
            {one === 'bin' && <IconTrash size={13} aria-hidden="true" />}
            {FILTER_LABELS[one]}
            {counts !== undefined && <span className={classes.count}>{formatCount(counts[one])}</span>}
          </UnstyledButton>
        ))}
      </div>
      <Select
        aria-label="Sort by"
        size="xs"
        w={160}
        flex="none"
        leftSection={<IconArrowsSort size={14} />}
        allowDeselect={false}
        data={DEAL_SORTS.map((value) => ({ value, label: sortLabels[value] }))}
        value={sort}
        onChange={(value) => setSort(value as DealSort)}
      />
    </div>
  )
}
