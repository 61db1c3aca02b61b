/**
 * Frozen: never edit a released migration. Add another one to fix it.
 * Keeps the application_ids of permanently deleted deals, so that no other deal can use one. The table contains only ids and no client
 * data.
 */
export const deletedIds = `
  CREATE TABLE deleted_application_ids (application_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TRIGGER new_deal_takes_no_deleted_id BEFORE INSERT ON deals
    WHEN EXISTS (SELECT 1 FROM deleted_application_ids WHERE application_id = NEW.application_id)
    BEGIN SELECT RAISE(ABORT, 'the application_id belonged to a deleted deal'); END;
  CREATE TRIGGER deal_takes_no_deleted_id BEFORE UPDATE OF application_id ON deals
    WHEN EXISTS (SELECT 1 FROM deleted_application_ids WHERE application_id = NEW.application_id)
    BEGIN SELECT RAISE(ABORT, 'the application_id belonged to a deleted deal'); END;
`
