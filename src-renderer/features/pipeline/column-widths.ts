import {
  NARROWEST_COLUMN,
  WIDEST_COLUMN,
  type ColumnLayout,
} from '../../../src-shared/domain/pipeline-view.ts'
import { COLUMN_CELLS, type GridColumn } from './column-cells.tsx'

/** The column with the checkboxes. */
export const SELECT_WIDTH = 40

export type Widths = ColumnLayout['widths']

export function widthOf(column: GridColumn, widths: Widths): number {
  return (
    (column === 'kept' || column === 'restore' ? undefined : widths[column]) ?? COLUMN_CELLS[column].width
  )
}

export function fitted(width: number): number {
  return Math.round(Math.min(WIDEST_COLUMN, Math.max(NARROWEST_COLUMN, width)))
}

/**
 * The columns as CSS: set on the list itself, so that a drag moves all rows without a render. What is left over goes to the
 * business, or behind the last column once the business has a width of its own.
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

/** What the widest of the cells in sight needs, its padding included. */
export function neededWidth(list: HTMLElement, column: GridColumn): number {
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
