import { Skeleton } from '@mantine/core'
import { memo } from 'react'
import type { DealRow } from '../../../src-shared/domain/pipeline.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { Cell, LOOKS, nameOfDeal, type GridColumn } from './column-looks.tsx'
import classes from './grid.module.css'

interface GridRowProps {
  deal: DealRow | undefined
  columns: readonly GridColumn[]
  index: number
  top: number
  isActive: boolean
  isSelected: boolean
}

/** A deal. What is pressed in it is heard by the list, so that a row is made again only when something in it has changed. */
export const GridRow = memo(function GridRow({
  deal,
  columns,
  index,
  top,
  isActive,
  isSelected,
}: GridRowProps) {
  const place = {
    role: 'row',
    className: classes.row,
    style: { transform: `translateY(${top}px)` },
    'aria-rowindex': index + 2,
    'data-index': index,
    tabIndex: isActive ? 0 : -1,
  }
  // On its way from the vault.
  if (deal === undefined)
    return (
      <div {...place} aria-busy="true">
        <div role="gridcell" className={classes.waiting}>
          <span className={classes.hidden}>{words().pipeline.readingMore}</span>
          <Skeleton height={14} width="60%" />
        </div>
      </div>
    )
  const identity = deal.deleted_at === null ? { 'data-deal': deal.deal_id } : { 'data-binned': deal.deal_id }
  return (
    <div {...place} {...identity} aria-selected={isSelected}>
      <div role="gridcell" className={classes.check}>
        <label className={classes.checkLabel}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={words().selection.selectDeal(nameOfDeal(deal))}
            checked={isSelected}
            readOnly
          />
        </label>
      </div>
      {columns.map((column) => (
        <div
          key={column}
          role="gridcell"
          data-column={column}
          className={`${classes.cell} ${LOOKS[column].end ? classes.end : ''} ${column === 'business' ? classes.pinned : ''}`}
        >
          <Cell column={column} deal={deal} />
        </div>
      ))}
    </div>
  )
})
