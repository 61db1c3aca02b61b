import { memo, type ReactNode } from 'react'
import type { DealRow } from '../../../src-shared/domain/pipeline.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { hrefOf } from '../../navigation/route.ts'
import { RowBoundary } from '../../ui/error-boundary.tsx'
import { Cell, COLUMN_CELLS, nameOfDeal, type GridColumn } from './column-cells.tsx'
import classes from './grid.module.css'
import { ROW_HEIGHT } from './row-window.ts'

interface GridRowProps {
  /** Undefined while it is on its way from the vault. */
  deal: DealRow | undefined
  columns: readonly GridColumn[]
  index: number
  place: number
  isActive: boolean
  isSelected: boolean
}

/** A deal. What is pressed in it is heard by the list, so that a row is made again only when something in it has changed. */
export const GridRow = memo(function GridRow({
  deal,
  columns,
  index,
  place,
  isActive,
  isSelected,
}: GridRowProps) {
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
      <div role="gridcell" className={classes.check}>
        {deal !== undefined && (
          <label className={classes.checkLabel}>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={messages().selection.selectDeal(nameOfDeal(deal))}
              checked={isSelected}
              readOnly
            />
          </label>
        )}
      </div>
      <RowBoundary
        of={deal}
        renderNote={(note) => deal !== undefined && <Unreadable deal={deal} note={note} />}
      >
        {columns.map((column) => (
          <div key={column} role="gridcell" data-column={column} className={classOf(column)}>
            {deal !== undefined ? <Cell column={column} deal={deal} /> : column === 'business' && <Waiting />}
          </div>
        ))}
      </RowBoundary>
    </div>
  )
})

/** The deal itself can still be opened. */
function Unreadable({ deal, note }: { deal: DealRow; note: ReactNode }) {
  return (
    <div role="gridcell" className={classOf('business')} style={{ gridColumn: '2 / -1' }}>
      <a className={classes.link} href={hrefOf({ screen: 'deal', deal_id: deal.deal_id })} tabIndex={-1}>
        {note}
      </a>
    </div>
  )
}

export function idOfPlace(place: number): string {
  return `deal-row-${place}`
}

function Waiting() {
  return (
    <>
      <span className={classes.hidden}>{messages().pipeline.readingMore}</span>
      <span className={classes.waiting} />
    </>
  )
}

function classOf(column: GridColumn): string {
  return `${classes.cell} ${COLUMN_CELLS[column].end ? classes.end : ''} ${column === 'business' ? classes.pinned : ''}`
}
