/**
 * Event ids arrive in random order, so each new one changes some page of the index. Shorter entries mean fewer pages to read and write.
 * `id_hash` is a function that the program registers (`hashes.ts`).
 */
export const shortIds = `
  CREATE TABLE known_ids (
    arrival INTEGER PRIMARY KEY,
    environment TEXT NOT NULL,
    id_hash BLOB NOT NULL,
    body_hash BLOB NOT NULL,
    received_at TEXT NOT NULL
  ) STRICT;
  INSERT INTO known_ids (environment, id_hash, body_hash, received_at)
    SELECT environment, id_hash(environment, event_id), substr(body_sha256, 1, 16), received_at
    FROM event_ids ORDER BY received_at;
  CREATE UNIQUE INDEX known_ids_by_hash ON known_ids (id_hash);
  CREATE INDEX known_ids_by_environment ON known_ids (environment, arrival);
  DROP TABLE event_ids;
`
