/**
 * Frozen: never edit a released migration. To fix it, add a new migration. Adds the photos from which the app made a document, as a JSON
 * array with the name, the type, the size, and the SHA-256 of each photo.
 */
export const originals = `
  ALTER TABLE documents ADD COLUMN originals TEXT;
  CREATE INDEX documents_with_originals ON documents (number) WHERE originals IS NOT NULL;
`
