/**
 * Frozen: a released migration is never edited, the next one fixes it.
 *
 * One row: how many commits this database has seen, a hash chain over them, and the time of the newest. The file beside the
 * database (`history-mark.ts`) repeats the row, so that a database that lost commits is noticed.
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
