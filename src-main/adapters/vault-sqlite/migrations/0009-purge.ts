/** Frozen: never edit a released migration. Add another one to fix it. */
export const purge = `
  -- The timeline goes only with its deal, from the bin.
  DROP TRIGGER timeline_is_not_cut;
  CREATE TRIGGER timeline_is_not_cut BEFORE DELETE ON timeline
    WHEN (SELECT deleted_at FROM deals WHERE deals.deal_id = OLD.deal_id) IS NULL
    BEGIN SELECT RAISE(ABORT, 'the timeline is append-only'); END;

  CREATE INDEX deals_in_bin ON deals (deleted_at) WHERE deleted_at IS NOT NULL;
`
