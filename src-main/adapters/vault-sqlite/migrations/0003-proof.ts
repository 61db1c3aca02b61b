/** Frozen: never edit a released migration. Add another one to fix it. */
export const proof = `
  CREATE TABLE proof (
    deal_id TEXT NOT NULL REFERENCES deals (deal_id),
    seq INTEGER NOT NULL,
    entry TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (deal_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER proof_is_not_edited BEFORE UPDATE ON proof
    BEGIN SELECT RAISE(ABORT, 'the proof is append-only'); END;
  -- It goes only with its deal, from the bin.
  CREATE TRIGGER proof_is_not_cut BEFORE DELETE ON proof
    WHEN (SELECT deleted_at FROM deals WHERE deals.deal_id = OLD.deal_id) IS NULL
    BEGIN SELECT RAISE(ABORT, 'the proof is append-only'); END;
`
