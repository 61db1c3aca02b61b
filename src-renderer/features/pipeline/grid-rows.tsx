import { useEffect, useRef, type HTMLAttributes } from 'react'
import { rowIn } from '../../stores/deal-windows.ts'
import { useListRows } from '../../stores/list-rows-store.ts'
import { usePipeline } from '../../stores/pipeline-store.ts'
import { useSelection } from '../../stores/selection-store.ts'
import type { GridColumn } from './column-cells.tsx'
import { GridRow, idOfPlace } from './grid-row.tsx'
import classes from './grid.module.css'
import { ROW_HEIGHT, rowsInPage, usePlaces, useRowsAround, useRowsInSight } from './row-window.ts'

/** Rows this near are read before they come in sight. */
const READ_AHEAD = 30

interface GridRowsProps extends Pick<
  HTMLAttributes<HTMLDivElement>,
  'onKeyDown' | 'onClick' | 'onFocus' | 'onContextMenu'
> {
  total: number
  columns: readonly GridColumn[]
  active: number
}

/** What is drawn anew while one scrolls; all else of the list stands apart from it. */
export function GridRows({ total, columns, active, ...heard }: GridRowsProps) {
  const pages = useListRows((state) => state.pages)
  const selected = useSelection((state) => state.selected)
  const show = usePipeline((state) => state.show)
  const group = useRef<HTMLDivElement>(null)
  const inSight = useRowsInSight(group, () => useListRows.getState().scrolledTo)
  const { first, count } = inSight
  useEffect(() => {
    show(Math.max(0, first - READ_AHEAD), Math.min(total, first + count + READ_AHEAD) - 1)
  }, [show, first, count, total])
  const rows = rowsInPage(inSight, total, active, useRowsAround())
  const places = usePlaces(rows)
  return (
    <div
      ref={group}
      role="rowgroup"
      className={classes.rows}
      style={{ height: total * ROW_HEIGHT }}
      // In the page the rows lie as they were taken; this is their order for whoever has them read.
      aria-owns={[...places.keys()]
        .toSorted((one, other) => one - other)
        .map((row) => idOfPlace(places.get(row) as number))
        .join(' ')}
      {...heard}
    >
      {[...places]
        .toSorted(([, one], [, other]) => one - other)
        .map(([index, place]) => {
          const deal = rowIn(pages, index)
          return (
            <GridRow
              key={place}
              place={place}
              deal={deal}
              columns={columns}
              index={index}
              isActive={index === active}
              isSelected={deal !== undefined && selected.has(deal.deal_id)}
            />
          )
        })}
    </div>
  )
}
