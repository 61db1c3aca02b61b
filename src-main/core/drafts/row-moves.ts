const moves = new Map<string, number>()

/**
 * How often the rows of a deal's lists moved since the app started. A window names a row by its place, so what it says of one
 * holds only while the rows lie as it saw them. Kept in memory, since no window outlives the app.
 */
export function rowMoves(deal_id: string): number {
  return moves.get(deal_id) ?? 0
}

/** To be called when a row of one of its lists was added or taken away. */
export function countRowMove(deal_id: string): void {
  moves.set(deal_id, rowMoves(deal_id) + 1)
}
