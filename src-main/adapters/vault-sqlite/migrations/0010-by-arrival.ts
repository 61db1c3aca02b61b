/**
 * Frozen: never edit a released migration. Add another one to fix it.
 * Earlier versions ordered events and proofs by random ids, so that each of many touched its own page. Now they are stored in order of
 * arrival, and only the index contains the ids.
 */
export const byArrival = `
  CREATE TABLE events_by_arrival (
    number INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL UNIQUE,
    seq INTEGER,
    received_at TEXT NOT NULL,
    message_type TEXT NOT NULL,
    status TEXT NOT NULL,
    application_id TEXT NOT NULL,
    timestamp TEXT NOT NULL,
    verification TEXT NOT NULL,
    raw_body TEXT NOT NULL,
    signature TEXT NOT NULL,
    state TEXT NOT NULL,
    confirmed_at TEXT
  ) STRICT;
  INSERT INTO events_by_arrival
    (event_id, seq, received_at, message_type, status, application_id, timestamp, verification, raw_body, signature, state,
     confirmed_at)
    SELECT event_id, seq, received_at, message_type, status, application_id, timestamp, verification, raw_body, signature,
           state, confirmed_at
    FROM events ORDER BY received_at, seq;
  DROP TABLE events;
  ALTER TABLE events_by_arrival RENAME TO events;
  CREATE INDEX events_waiting ON events (application_id, timestamp) WHERE state = 'waiting';
  CREATE INDEX events_hints ON events (application_id, message_type, timestamp)
    WHERE verification = 'hint' AND confirmed_at IS NULL;

  CREATE TABLE proof_by_arrival (
    number INTEGER PRIMARY KEY,
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    seq INTEGER NOT NULL,
    entry TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (deal_id, seq)
  ) STRICT;
  INSERT INTO proof_by_arrival (deal_id, seq, entry, hash)
    SELECT deal_id, seq, entry, hash FROM proof ORDER BY seq, deal_id;
  DROP TRIGGER proof_is_not_edited;
  DROP TRIGGER proof_is_not_cut;
  DROP TABLE proof;
  ALTER TABLE proof_by_arrival RENAME TO proof;
  CREATE TRIGGER proof_is_not_edited BEFORE UPDATE ON proof
    BEGIN SELECT RAISE(ABORT, 'the proof is append-only'); END;
  -- It goes only with its deal, from the bin.
  CREATE TRIGGER proof_is_not_cut BEFORE DELETE ON proof
    WHEN (SELECT deleted_at FROM deals WHERE deals.deal_id = OLD.deal_id) IS NULL
    BEGIN SELECT RAISE(ABORT, 'the proof is append-only'); END;
`
