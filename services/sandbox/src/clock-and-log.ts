import { printable } from '../../../src-shared/platform/base/text.ts'

/** Current time in milliseconds since 1970. The admin endpoint shifts it. */
export type Clock = () => number

export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '+00:00')
}

/** Lines contain identifiers, paths, and statuses, but never a body, a header, or the name of a person or business. */
export type Log = (line: string) => void

export const logToStderr: Log = (line) => {
  process.stderr.write(`${new Date().toISOString()} ${printable(line)}\n`)
}
