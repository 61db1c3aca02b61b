import { type Failure, failure } from '../../platform/base/failure.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Marks a name that was cut off. */
export const CUT = '…'

/** Returns a column heading or a path with a limited length. */
export function nameOf(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}${CUT}` : name
}

export function tooManyDrafts(): Failure {
  return unreadable(msg.errorsFiles.tooManyDrafts(MAX_DRAFTS), msg.errorsFiles.splitSeveral)
}

export function tooManyLines(): Failure {
  return unreadable(msg.errorsFiles.tooManyLines(MAX_LINES), msg.errorsFiles.deleteEmptyLines)
}

export function tooManyOfDraft(): Failure {
  return unreadable(msg.errorsFiles.tooManyValues, msg.errorsFiles.pickApplications)
}

export function tooManyValues(): Failure {
  return unreadable(msg.errorsFiles.tooManyOfFile(MAX_VALUES), msg.errorsFiles.splitSeveral)
}

export function tooManyLeftOut(): Failure {
  return unreadable(msg.errorsFiles.tooManyLeftOut(MAX_LEFT_OUT), msg.errorsFiles.dropColumns)
}

/** Refuses a file. `advice` says what the broker can do. */
export function unreadable(message: Message, advice: Message): Failure {
  return failure('IMPORT_NOT_READABLE', message, msg.errorsFiles.notImported(advice))
}

/**
 * Limits of an imported file. Each is far above the size of real files, and limits the time and memory for an import. This one is for the
 * number of drafts.
 */
export const MAX_DRAFTS = 1_000
/**
 * Maximum number of values and containers in a JSON file, or of filled cells in a table. On average, this is 200 for each of
 * `MAX_DRAFTS` drafts.
 */
export const MAX_VALUES = 200_000
export const MAX_VALUES_OF_DRAFT = 2_000
/** Maximum number of values in a file for which the form has no field. Each of them is stored with its draft. */
export const MAX_LEFT_OUT = 20_000
/** Maximum size of a text file. A workbook can be larger, because it contains formats and pictures. */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024
/** Maximum size of the unpacked content of a workbook. A small file can unpack to gigabytes. */
export const MAX_UNPACKED = 64 * 1024 * 1024
/** Maximum number of lines in a table, including empty ones. */
export const MAX_LINES = 50_000
/** Maximum number of characters of a column heading or a path. Longer ones are cut off, because no field has such a long name. */
export const MAX_NAME = 200
/** Maximum depth of nested content. No form is as deep. Deeper content counts as a single value. */
export const MAX_DEPTH = 12
