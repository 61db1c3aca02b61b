/** Limits of one file. Each is far above real files of applications, and limits time and memory. */
export const MAX_DRAFTS = 1_000
/** Values and containers of a JSON file, or filled cells of a CSV file: 200 for each draft at the maximum number of drafts. */
export const MAX_VALUES = 200_000
export const MAX_VALUES_OF_DRAFT = 2_000
/** Values without a field in a whole file. Each is stored with its draft. */
export const MAX_LEFT_OUT = 20_000
/** Lines of a CSV file, empty ones included. */
export const MAX_LINES = 50_000
/** Characters of a heading or a path. A longer one is cut; no field has such a name. */
export const MAX_NAME = 200
/** Deeper than any form. Deeper content counts as one value. */
export const MAX_DEPTH = 12
