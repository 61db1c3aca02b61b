/** The format of an exported draft. The import refuses a version that it does not know. */
export const DRAFT_FILE_KIND = 'funding-desk-draft'
export const DRAFT_FILE_VERSION = 1
