import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import {
  NARROWEST_COLUMN,
  WIDEST_COLUMN,
  type AnyColumn,
  type ColumnLayout,
} from '../../../src-shared/features/pipeline/pipeline-view.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { usePipeline } from './pipeline-store.ts'
import { useAllSelected, useSelection } from './selection-store.ts'
import { COLUMN_CELLS, nameOfColumn, type GridColumn } from './column-cells.tsx'
import classes from './grid.module.css'

const STEP = 16

interface GridHeaderProps {
  columns: readonly GridColumn[]
  list: RefObject<HTMLElement | null>
  total: number
}

/**
 * The column headers. A click sorts, and dragging the edge changes the width. The Tab key reaches only one header of this row; arrow keys
 * move between the headers.
 */
export const GridHeader = memo(function GridHeader({ columns, list, total }: GridHeaderProps) {
  const [active, setActive] = useState(0)

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const target = event.target as HTMLElement
    if (target.tagName !== 'BUTTON') return
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(columns.length - 1, Math.max(0, active + step))
    setActive(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-head="${columns[next]}"]`)?.focus()
  }

  return (
    <div className={classes.header} role="row" aria-rowindex={1} onKeyDown={walk}>
      <div role="columnheader" className={classes.check}>
        <SelectAll total={total} />
      </div>
      {columns.map((column, at) => (
        <HeaderCell
          key={column}
          column={column}
          list={list}
          columns={columns}
          isActive={at === Math.min(active, columns.length - 1)}
          onActive={() => setActive(at)}
        />
      ))}
    </div>
  )
})

function SelectAll({ total }: { total: number }) {
  const { selected, selectAll, clear } = useSelection()
  const isAll = useAllSelected(total)
  return (
    <label className={classes.checkLabel}>
      <input
        type="checkbox"
        aria-label={messages().selection.selectAllShown}
        checked={isAll}
        ref={(input) => {
          if (input !== null) input.indeterminate = selected.size > 0 && !isAll
        }}
        onChange={() => (isAll ? clear() : void selectAll())}
      />
    </label>
  )
}

interface HeaderCellProps {
  column: GridColumn
  columns: readonly GridColumn[]
  list: RefObject<HTMLElement | null>
  isActive: boolean
  onActive: () => void
}

function HeaderCell({ column, columns, list, isActive, onActive }: HeaderCellProps) {
  const { layout, sortBy } = usePipeline()
  const { sort, end } = COLUMN_CELLS[column]
  const isSorted = sort !== undefined && layout.sort === sort
  // True if the list is sorted by this column, in descending order. By default, names are sorted ascending, and numbers and dates
  // descending.
  const isDown = isSorted && isDownwards(column) !== layout.reversed
  return (
    <div
      role="columnheader"
      data-column={column}
      className={`${classes.head} ${end ? classes.end : ''} ${column === 'business' ? classes.pinned : ''}`}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : sort === undefined ? undefined : 'none'}
    >
      {sort === undefined ? (
        <span>{nameOfColumn(column)}</span>
      ) : (
        <UnstyledButton
          className={classes.sort}
          data-head={column}
          tabIndex={isActive ? 0 : -1}
          onFocus={onActive}
          onClick={() => sortBy(sort)}
        >
          {nameOfColumn(column)}
          {isSorted &&
            (isDown ? <IconArrowDown size={13} aria-hidden /> : <IconArrowUp size={13} aria-hidden />)}
        </UnstyledButton>
      )}
      {column !== 'kept' && column !== 'restore' && (
        <Edge column={column} columns={columns} list={list} isActive={isActive} />
      )}
    </div>
  )
}

function isDownwards(column: GridColumn): boolean {
  return !['business', 'reference', 'owner', 'application', 'status', 'expires'].includes(column)
}

interface EdgeProps {
  column: AnyColumn
  columns: readonly GridColumn[]
  list: RefObject<HTMLElement | null>
  isActive: boolean
}

/** A column's edge, which the broker can drag or move with the arrow keys. A double-click or Enter fits the column to its visible cells. */
function Edge({ column, columns, list, isActive }: EdgeProps) {
  const { layout, setColumns } = usePipeline()
  const { widths } = layout.columns
  const width = widthOf(column, widths)

  function keep(to: number) {
    setColumns({ widths: { ...widths, [column]: fitted(to) } })
  }

  /**
   * Returns the displayed width of the column. It can differ from the stored width, because the business column fills the remaining space.
   */
  function present(): number {
    return list.current?.querySelector(`[role=columnheader][data-column="${column}"]`)?.clientWidth ?? width
  }

  function fit() {
    if (list.current !== null) keep(neededWidth(list.current, column))
  }

  function drag(event: PointerEvent<HTMLDivElement>) {
    const edge = event.currentTarget
    const began = event.clientX
    const start = present()
    edge.setPointerCapture(event.pointerId)
    let to = start
    const follow = (move: globalThis.PointerEvent) => {
      to = fitted(start + move.clientX - began)
      const variables = gridVariables(columns, { ...widths, [column]: to })
      for (const [name, value] of Object.entries(variables)) list.current?.style.setProperty(name, value)
    }
    edge.addEventListener('pointermove', follow)
    edge.addEventListener(
      'pointerup',
      () => {
        edge.removeEventListener('pointermove', follow)
        if (to !== start) keep(to)
      },
      { once: true },
    )
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={messages().columns.widthOf(nameOfColumn(column))}
      aria-valuenow={width}
      aria-valuemin={NARROWEST_COLUMN}
      aria-valuemax={WIDEST_COLUMN}
      aria-valuetext={messages().columns.pixels(width)}
      title={messages().columns.widthHelp}
      tabIndex={isActive ? 0 : -1}
      className={classes.edge}
      data-edge={column}
      onPointerDown={drag}
      onDoubleClick={fit}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
        if (step !== undefined) keep(present() + step)
        else if (event.key === 'Home') keep(NARROWEST_COLUMN)
        else if (event.key === 'End') keep(WIDEST_COLUMN)
        else if (event.key === 'Enter') fit()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}

const SELECT_WIDTH = 40

type Widths = ColumnLayout['widths']

function widthOf(column: GridColumn, widths: Widths): number {
  return (
    (column === 'kept' || column === 'restore' ? undefined : widths[column]) ?? COLUMN_CELLS[column].width
  )
}

function fitted(width: number): number {
  return Math.round(Math.min(WIDEST_COLUMN, Math.max(NARROWEST_COLUMN, width)))
}

/**
 * Returns the column widths as CSS variables. The list element sets them, so that a drag resizes all rows without a render. The business
 * column fills the remaining space, unless the broker changed the width of that column. In that case, the space after the last column stays
 * empty.
 */
export function gridVariables(columns: readonly GridColumn[], widths: Widths): Record<string, string> {
  const tracks = columns.map((column) => {
    const width = `${widthOf(column, widths)}px`
    return column === 'business' && widths.business === undefined ? `minmax(${width}, 1fr)` : width
  })
  const total = columns.reduce((sum, column) => sum + widthOf(column, widths), SELECT_WIDTH)
  const rest = widths.business === undefined ? '' : ' minmax(0, 1fr)'
  return { '--columns': `${SELECT_WIDTH}px ${tracks.join(' ')}${rest}`, '--total': `${total}px` }
}

function neededWidth(list: HTMLElement, column: GridColumn): number {
  const cells = list.querySelectorAll<HTMLElement>(`[data-column="${column}"]`)
  let widest = NARROWEST_COLUMN
  for (const cell of cells) {
    const range = document.createRange()
    range.selectNodeContents(cell)
    widest = Math.max(widest, Math.ceil(range.getBoundingClientRect().width) + 26)
    range.detach()
  }
  return fitted(widest)
}
