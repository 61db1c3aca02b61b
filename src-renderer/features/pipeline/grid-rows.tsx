import { useEffect } from 'react'
import { useListRows } from '../../stores/list-rows-store.ts'
import { usePipeline } from '../../stores/pipeline-store.ts'
import { rowIn } from '../../stores/deal-windows.ts'
import { useSelection } from '../../stores/selection-store.ts'
import type { GridColumn } from './column-looks.tsx'
import { GridRow } from './grid-row.tsx'
import { rowsInPage, usePlaces, useRowsInSight } from './row-window.ts'

interface GridRowsProps {
  list: HTMLElement
  total: number
  columns: readonly GridColumn[]
  active: number
}

/** What is drawn anew while one scrolls. */
export function GridRows({ list, total, columns, active }: GridRowsProps) {
  const pages = useListRows((state) => state.pages)
  const selected = useSelection((state) => state.selected)
  const show = usePipeline((state) => state.show)
  const inSight = useRowsInSight(list, () => useListRows.getState().scrolledTo)
  const { first, count } = inSight
  useEffect(() => {
    show(first, Math.min(total, first + count) - 1)
  }, [show, first, count, total])
  const rows = rowsInPage(inSight, total, active)
  const places = usePlaces(rows)
  return (
    <>
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
    </>
  )
}
