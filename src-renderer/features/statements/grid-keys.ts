/** A cell with a button, in the table that `nextCell` moves through. `data-column` names the column. */
const CELL = '[data-column]'

/**
 * Returns the cell that a key leads to from a focused cell, or null if the key does not move. The arrow keys move within the row or the
 * column and skip cells without a button. Home and End go to the ends of the row.
 */
export function nextCell(table: HTMLElement, from: EventTarget, key: string): HTMLElement | null {
  if (!(from instanceof HTMLElement)) return null
  const cell = from.closest<HTMLElement>(CELL)
  if (cell === null) return null
  const column = cell.dataset['column'] ?? ''
  const inRow = [...(cell.closest('tr')?.querySelectorAll<HTMLElement>(CELL) ?? [])]
  const inColumn = [...table.querySelectorAll<HTMLElement>(CELL)].filter(
    ({ dataset }) => dataset['column'] === column,
  )
  return step(inRow, inColumn, cell, key) ?? null
}

function step<Cell>(
  inRow: readonly Cell[],
  inColumn: readonly Cell[],
  cell: Cell,
  key: string,
): Cell | undefined {
  switch (key) {
    case 'ArrowLeft':
      return inRow[inRow.indexOf(cell) - 1]
    case 'ArrowRight':
      return inRow[inRow.indexOf(cell) + 1]
    case 'ArrowUp':
      return inColumn[inColumn.indexOf(cell) - 1]
    case 'ArrowDown':
      return inColumn[inColumn.indexOf(cell) + 1]
    case 'Home':
      return inRow[0]
    case 'End':
      return inRow.at(-1)
    default:
      return undefined
  }
}
