import { useEffect, useRef, type HTMLAttributes, memo, type ReactNode } from 'react'
import { rowIn, useListRows, usePipeline } from './pipeline-store.ts'
import { useSelection } from './selection-store.ts'
import { type CellProps, type GridColumn, Cell, COLUMN_CELLS, nameOfDeal } from './column-cells.tsx'
import classes from './grid.module.css'
import { ROW_HEIGHT, rowsInPage, usePlaces, useRowsAround, useRowsInSight } from './row-window.ts'
import type { DealRow } from '../../../src-shared/features/pipeline/pipeline.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { hrefOf } from '../../platform/navigation/route.ts'
import { RowBoundary } from '../../platform/ui/error-boundary.tsx'

/** Number of rows before and after the visible rows that are loaded ahead. */
const READ_AHEAD = 30

interface GridRowsProps extends Pick<
  HTMLAttributes<HTMLDivElement>,
  'onKeyDown' | 'onClick' | 'onFocus' | 'onContextMenu'
> {
  total: number
  columns: readonly GridColumn[]
  active: number
}

/** The visible rows, in a separate component, so that scrolling does not render the rest of the list again. */
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
      // State the order of the rows for assistive technology. The order of their elements in the page differs, because new rows reuse the
      // elements of removed rows.
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

interface GridRowProps {
  /** Undefined while the deal is loaded from the vault. */
  deal: DealRow | undefined
  columns: readonly GridColumn[]
  index: number
  place: number
  isActive: boolean
  isSelected: boolean
}

/**
 * A row with a deal. The list handles the events of all rows. A row therefore needs no event handlers, and renders again only when its data
 * changes.
 */
const GridRow = memo(function GridRow({ deal, columns, index, place, isActive, isSelected }: GridRowProps) {
  return (
    <div
      role="row"
      id={idOfPlace(place)}
      className={classes.row}
      style={{ top: index * ROW_HEIGHT }}
      aria-rowindex={index + 2}
      aria-busy={deal === undefined ? true : undefined}
      aria-selected={deal === undefined ? undefined : isSelected}
      data-index={index}
      data-deal={deal?.deleted_at === null ? deal.deal_id : undefined}
      data-binned={deal?.deleted_at ? deal.deal_id : undefined}
      tabIndex={isActive ? 0 : -1}
    >
      <div role="gridcell" className={classes.check} data-check>
        {deal !== undefined && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={messages().selection.selectDeal(nameOfDeal(deal))}
            checked={isSelected}
            readOnly
          />
        )}
      </div>
      <RowBoundary
        of={deal}
        renderNote={(note) => deal !== undefined && <Unreadable deal={deal} note={note} />}
      >
        {columns.map((column) =>
          deal !== undefined ? (
            <Cell key={column} column={column} deal={deal} In={GridCell} />
          ) : (
            <GridCell key={column} column={column}>
              {column === 'business' && <Waiting />}
            </GridCell>
          ),
        )}
      </RowBoundary>
    </div>
  )
})

/** A cell of the grid. A cell is a single element if it shows only text, because the page has hundreds of cells. */
function GridCell({ column, tone, title, children }: CellProps) {
  return (
    <div
      role="gridcell"
      data-column={column}
      className={tone === undefined ? classOf(column) : `${classOf(column)} ${classes[tone]}`}
      title={title}
    >
      {children}
    </div>
  )
}

/** A row that is shown if a deal cannot be displayed. The broker can still open the deal. */
function Unreadable({ deal, note }: { deal: DealRow; note: ReactNode }) {
  return (
    <div role="gridcell" className={classOf('business')} style={{ gridColumn: '2 / -1' }}>
      <a className={classes.link} href={hrefOf({ screen: 'deal', deal_id: deal.deal_id })} tabIndex={-1}>
        {note}
      </a>
    </div>
  )
}

function idOfPlace(place: number): string {
  return `deal-row-${place}`
}

function Waiting() {
  return (
    <>
      <span className="visually-hidden">{messages().pipeline.readingMore}</span>
      <span className={classes.waiting} />
    </>
  )
}

function classOf(column: GridColumn): string {
  return `${classes.cell} ${COLUMN_CELLS[column].end ? classes.end : ''} ${column === 'business' ? classes.pinned : ''}`
}
