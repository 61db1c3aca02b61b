/**
 * Frozen: never edit a released migration. Add another one to fix it.
 * Orders unread items by arrival, so that many of them touch few pages. Ordered by deal id, each one touched its own page.
 */
export const unreadByArrival = `
  DROP INDEX inbox_unread;
  CREATE INDEX inbox_unread ON inbox (number, deal_id, read_at) WHERE read_at IS NULL;
`
