import { Button, Checkbox, Group, Menu, SegmentedControl, Stack, UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconCircleDot,
  IconColumns3,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { memo, useRef, useState } from 'react'
import {
  DEAL_FILTERS,
  type DealFilter,
  type NextAction,
} from '../../../src-shared/features/pipeline/pipeline.ts'
import { type Need, NEEDS } from '../../../src-shared/features/deals/need.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useActions } from '../../platform/actions/actions.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { useListRead, usePipeline } from './pipeline-store.ts'
import { formatCount } from '../../platform/ui/formats.ts'
import { IconButton, Quiet } from '../../platform/ui/parts.tsx'
import { FilterMenu, traitsOf, withoutTrait, ToolPopover, type ToolMenuProps } from './filter-menu.tsx'
import { isSameChoice, SaveFilterButton, useViews } from './saved-filters.tsx'
import classes from './toolbar.module.css'
import { type Column, COLUMNS, USUAL_LAYOUT } from '../../../src-shared/features/pipeline/pipeline-view.ts'

/** Filters that rarely match a deal. The pipeline shows them only if they do. */
const RARE: DealFilter[] = ['sending', 'other']

export const PipelineFilters = memo(function PipelineFilters() {
  const { filter, layout, setFilter, setLayout } = usePipeline()
  const { read } = useListRead()
  const [open, setOpen] = useState<'filter' | 'columns' | null>(null)
  const counts = read?.counts
  const filters = DEAL_FILTERS.filter(
    (one) => !RARE.includes(one) || one === filter || (counts?.[one] ?? 0) > 0,
  )
  const text = messages()
  const isBoard = layout.as === 'board' && filter !== 'bin'
  useActions('pipeline', [
    {
      id: 'pipeline.filter',
      label: text.pipeline.actions.filter,
      keys: 'F',
      run: () => setOpen('filter'),
    },
    // The Trash list has fixed columns.
    filter !== 'bin' && {
      id: 'pipeline.toggle_board',
      label: text.pipeline.actions.toggleBoard,
      keys: 'B',
      run: () => setLayout({ as: layout.as === 'board' ? 'list' : 'board' }),
    },
    filter !== 'bin' && {
      id: 'pipeline.columns',
      label: text.pipeline.actions.columns,
      keys: 'C',
      run: () => {
        setLayout({ as: 'list' })
        setOpen('columns')
      },
    },
  ])
  return (
    <div className={classes.toolbar}>
      <div role="group" aria-label={messages().common.show} className={classes.chips}>
        {filters.map((one) => (
          <UnstyledButton
            key={one}
            className={classes.chip}
            aria-pressed={one === filter}
            data-filter={one}
            onClick={() => setFilter(one)}
          >
            {one === 'bin' && <IconTrash size={13} aria-hidden="true" />}
            <span className={one === 'bin' ? classes.binName : undefined}>{text.filters.stages[one]}</span>
            {counts !== undefined && <span className={classes.count}>{formatCount(counts[one])}</span>}
          </UnstyledButton>
        ))}
      </div>
      <Group gap={6} wrap="nowrap" flex="none">
        <NextActionsMenu />
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
            aria-label={text.pipeline.view}
            data={[
              { value: 'list', label: text.pipeline.list },
              { value: 'board', label: text.pipeline.board },
            ]}
            value={layout.as}
            onChange={(as) => setLayout({ as })}
          />
        )}
      </Group>
    </div>
  )
})

export function Traits() {
  const { where, setWhere } = usePipeline()
  const profile = useEnvironment((state) => state.value?.profile ?? null)
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

/** Lets the broker choose and reorder the columns of the list, with buttons that the keyboard can reach. */
function ColumnsMenu(menu: ToolMenuProps) {
  const { layout, setColumns } = usePipeline()
  const list = useRef<HTMLDivElement>(null)
  const { shown } = layout.columns
  const hidden = COLUMNS.filter((column) => !shown.includes(column))
  const text = messages().columns

  function move(column: Column, step: number) {
    const at = shown.indexOf(column)
    const moved = shown.filter((one) => one !== column)
    moved.splice(at + step, 0, column)
    setColumns({ shown: moved })
    // If the column is now first or last, the pressed button (up or down) becomes disabled. Move the focus to the other button.
    const isAtEnd = at + step === 0 || at + step === shown.length - 1
    if (isAtEnd)
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-move="${column} ${-step}"]`)?.focus(),
      )
  }

  return (
    <ToolPopover {...menu} label={text.choose} title={text.chooseTitle} icon={IconColumns3} width={300}>
      <Stack gap={2} ref={list}>
        {[...shown, ...hidden].map((column) => {
          const at = shown.indexOf(column)
          const name = text.names[column]
          return (
            <Group key={column} justify="space-between" wrap="nowrap" h={30}>
              <Checkbox
                size="sm"
                label={name}
                checked={at >= 0}
                onChange={() =>
                  setColumns({
                    shown: at >= 0 ? shown.filter((one) => one !== column) : [...shown, column],
                  })
                }
              />
              {at >= 0 && (
                <Group gap={2} wrap="nowrap">
                  <IconButton
                    icon={IconChevronUp}
                    label={text.moveUp(name)}
                    size={26}
                    iconSize={15}
                    data-move={`${column} -1`}
                    disabled={at === 0}
                    onClick={() => move(column, -1)}
                  />
                  <IconButton
                    icon={IconChevronDown}
                    label={text.moveDown(name)}
                    size={26}
                    iconSize={15}
                    data-move={`${column} 1`}
                    disabled={at === shown.length - 1}
                    onClick={() => move(column, 1)}
                  />
                </Group>
              )}
            </Group>
          )
        })}
        <Group justify="space-between" mt="xs">
          <Quiet onClick={() => setColumns({ widths: {} })}>{text.fitAll}</Quiet>
          <Quiet onClick={() => setColumns(USUAL_LAYOUT.columns)}>{text.reset}</Quiet>
        </Group>
      </Stack>
    </ToolPopover>
  )
}

/** Next actions to highlight: an offer expires today, or it is unknown whether the partner received a submission. */
const URGENT: NextAction['kind'][] = ['expire_today', 'outcome', 'document_outcome']

/**
 * A menu of the next actions (work that waits for the broker), the most urgent one first. Choosing one shows its deals. Renders nothing if
 * no work waits.
 */
const NextActionsMenu = memo(function NextActionsMenu() {
  const { actions } = useViews((state) => state.value)
  const { search, filter, where, choose } = usePipeline()
  if (actions.length === 0) return null
  const text = messages().pipeline
  const deals = actions.find(({ kind }) => kind === 'all')?.deals ?? 0
  const hasUrgent = actions.some(({ kind }) => URGENT.includes(kind))
  const present = { search, filter, where }
  return (
    <Menu position="bottom-end" width={380}>
      <Menu.Target>
        <Button
          size="compact-sm"
          className={classes.needs}
          data-urgent={hasUrgent || undefined}
          title={text.nextCount(deals)}
          leftSection={hasUrgent ? <IconAlertTriangle size={14} /> : <IconCircleDot size={14} />}
          rightSection={<IconChevronDown size={13} />}
        >
          {text.next}
          <span className={classes.needsCount}>{formatCount(deals)}</span>
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
  const action =
    kind === 'paper'
      ? text.nextPaper(paper?.label ?? '')
      : isNeed(kind)
        ? messages().today.needs[kind]
        : text.nextActions[kind]
  return text.nextLine(action, formatCount(deals))
}

const isNeed = (kind: NextAction['kind']): kind is Need => kind in NEEDS
