/**
 * Frozen: never edit a released migration. Add another one to fix it.
 * One row: the number of commits to this database, a hash chain over them, and the time of the newest. The mark file (`history-mark.ts`)
 * repeats the row, so that lost commits are noticed.
 */
export const history = `
  CREATE TABLE history (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    commits INTEGER NOT NULL,
    chain BLOB NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  INSERT INTO history VALUES (1, 0, zeroblob(32), '');
`
