/**
 * Frozen: a released migration is never edited, the next one mends it.
 *
 * In the order in which the news came, so that many at once touch few pages; by the ids of deals each touched one of its own.
 */
export const unreadByArrival = `
  DROP INDEX inbox_unread;
  CREATE INDEX inbox_unread ON inbox (number, deal_id, read_at) WHERE read_at IS NULL;
`
