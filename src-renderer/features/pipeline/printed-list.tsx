import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { DealRow } from '../../../src-shared/features/pipeline/pipeline.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { usePipeline } from './pipeline-store.ts'
import { formatCount, formatDay } from '../../platform/ui/formats.ts'
import { PrintHead } from '../../platform/page/environment-badge.tsx'
import {
  TRASH_COLUMNS,
  Cell,
  COLUMN_CELLS,
  nameOfColumn,
  type CellProps,
  type GridColumn,
} from './column-cells.tsx'
import type { ListToPrint } from './selection-store.ts'
import { traitsOf } from './filter-menu.tsx'
import { inTableRow, RowBoundary } from '../../platform/ui/error-boundary.tsx'

/** Renders the whole list for printing. Opens the print dialog as soon as the list is rendered, and calls `onDone` after printing. */
export function PrintedList({ list, onDone }: { list: ListToPrint; onDone: () => void }) {
  const { rows } = list
  const { filter, layout } = usePipeline()
  useEffect(() => {
    window.addEventListener('afterprint', onDone)
    window.print()
    return () => window.removeEventListener('afterprint', onDone)
    // Run this effect only for the first render, because a later render must not print again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const columns: readonly GridColumn[] =
    filter === 'bin'
      ? TRASH_COLUMNS.filter((column) => column !== 'restore')
      : ['business', ...layout.columns.shown]
  return createPortal(
    <div className="printed-list">
      <PrintHead />
      {!list.isSelection && (
        <p>
          <ListMessage />
        </p>
      )}
      <p>{countOf(list)}</p>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-end={COLUMN_CELLS[column].end}>
                {nameOfColumn(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((deal) => (
            <RowBoundary key={deal.deal_id} of={deal} renderNote={inTableRow(columns.length)}>
              <tr>
                {columns.map((column) => (
                  <PrintedCell key={column} column={column} deal={deal} />
                ))}
              </tr>
            </RowBoundary>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}

function countOf({ rows, total, isSelection }: ListToPrint): string {
  const { all, first, selected, firstSelected } = messages().pipeline.printed
  if (rows.length === total) return (isSelection ? selected : all)(total)
  return (isSelection ? firstSelected : first)(formatCount(rows.length), formatCount(total))
}

function ListMessage() {
  const { filter, search, where, layout } = usePipeline()
  const profile = useEnvironment((state) => state.value?.profile ?? null)
  const { filters, pipeline, columns } = messages()
  const sorted = Object.entries(COLUMN_CELLS).find(([, look]) => look.sort === layout.sort)?.[0] as
    | GridColumn
    | undefined
  const order = layout.reversed ? pipeline.printed.reversed : pipeline.printed.sorted
  return [
    filters.stages[filter],
    ...(search === '' ? [] : [pipeline.printed.search(search)]),
    ...traitsOf(where, profile).map(({ label }) => label),
    ...(sorted === undefined || !(sorted in columns.names) ? [] : [order(nameOfColumn(sorted))]),
  ].join(' · ')
}

/** Prints a date, because "2 hours ago" would soon be wrong on paper. */
function PrintedCell({ column, deal }: { column: GridColumn; deal: DealRow }) {
  const { time } = COLUMN_CELLS[column]
  const instant = time === undefined ? null : deal[time]
  if (time === undefined) return <Cell column={column} deal={deal} In={PaperCell} />
  return <PaperCell column={column}>{instant === null ? '' : formatDay(instant)}</PaperCell>
}

function PaperCell({ column, children }: CellProps) {
  return <td data-end={COLUMN_CELLS[column].end}>{children}</td>
}
