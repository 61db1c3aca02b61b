/** Frozen: a released migration is never edited, the next one mends it. */
export const reading = `
  -- What a document's words tell of its kind and of the days it covers, and the broker's own word on it (JSON).
  ALTER TABLE documents ADD COLUMN reading TEXT;
`
