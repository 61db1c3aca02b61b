/** What one file may hold. Each limit is far above a real file of applications and keeps time and memory bounded. */
export const MAX_DRAFTS = 1_000
/** Values and containers of a JSON file, or filled cells of a CSV file: 200 for each of the most drafts. */
export const MAX_VALUES = 200_000
/** Values of one draft. */
export const MAX_VALUES_OF_DRAFT = 2_000
/** Values of a whole file that the form has no field for. Each is stored beside its draft. */
export const MAX_LEFT_OUT = 20_000
/** Lines of a CSV file, empty ones included. */
export const MAX_LINES = 50_000
/** Characters of a heading or a path. A longer one is cut; no field has such a name. */
export const MAX_NAME = 200
/** Deeper than any form. What is nested further counts as one value. */
export const MAX_DEPTH = 12
