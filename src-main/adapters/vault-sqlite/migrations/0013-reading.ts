/** Frozen: never edit a released migration. Add another one to fix it. */
export const reading = `
  -- What a document's words tell of its kind and of the days it covers, and the broker's own word on it (JSON).
  ALTER TABLE documents ADD COLUMN reading TEXT;
`
