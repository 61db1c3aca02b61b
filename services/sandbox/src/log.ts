import { printable } from '../../../src-shared/platform/base/text.ts'

/** Lines contain identifiers, paths, and statuses, but never a body, a header, or the name of a person or business. */
export type Log = (line: string) => void

export const logToStderr: Log = (line) => {
  process.stderr.write(`${new Date().toISOString()} ${printable(line)}\n`)
}
