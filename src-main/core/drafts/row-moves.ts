const moves = new Map<string, number>()

/**
 * Counts the row moves in a deal's lists since the app started. A window names a row by its position, so its edits are valid only while
 * the rows are unchanged. Kept in memory, because no window outlives the app.
 */
export function rowMoves(deal_id: string): number {
  return moves.get(deal_id) ?? 0
}

/** Call after adding or removing a row. */
export function countRowMove(deal_id: string): void {
  moves.set(deal_id, rowMoves(deal_id) + 1)
}
