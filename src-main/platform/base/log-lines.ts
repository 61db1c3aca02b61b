import { Failure } from './failure.ts'
import type { Log } from './system.ts'
import {
  LOG_MESSAGES,
  type LogLine,
  logLineSchema,
} from '../../../src-shared/features/diagnostics/diagnostics.ts'

type Details = Readonly<Record<string, string | number | boolean | null>>
const FIELDS = [
  'code',
  'outcome',
  'channel',
  'seq',
  'oldest_seq',
  'reason',
  'process',
  'kind',
  'where',
] as const

type AllowLine = (at: string, level: LogLine['level'], message: string, details?: Details) => LogLine

/**
 * Returns the function that copies a log line and keeps only values that are known to be harmless. `isChannel` is true for the names of
 * channels of the contract.
 */
export function allowLines(isChannel: (name: string) => boolean): AllowLine {
  return (at, level, message, details = {}) => {
    const line: LogLine = { at, level, message: LOG_MESSAGES.find((known) => known === message) ?? 'other' }
    for (const field of FIELDS) {
      const allowed = logLineSchema.shape[field].safeParse(details[field])
      if (!allowed.success || allowed.data === undefined) continue
      if (field !== 'channel' || isChannel(String(allowed.data)))
        Object.assign(line, { [field]: allowed.data })
    }
    return line
  }
}

/** Parses a line of the log file. Returns null if it is not a log line. */
export function readLine(text: string): LogLine | null {
  try {
    return logLineSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

type Fault =
  | 'uncaught exception'
  | 'unhandled rejection'
  | 'polling failed'
  | 'handler failed'
  | 'environment not opened'
  | 'environment not closed'
  | 'event sync not started'
  | 'event not processed'
  | 'events not stored yet'
  | 'background work failed'
  | 'housekeeping'
  | 'request failed'

/** Matches a line of a V8 stack trace with a position in one of the app's own files. The app logs no other part of a stack trace. */
const PLACE = /^ {4}at .*?[/\\]main[/\\](?:chunks[/\\])?((?:index|main-[\w-]{8})\.cjs:\d{1,6}:\d{1,6})\)?$/

/**
 * Logs the kind of an exception and where in the app's code it occurred. Leaves out the exception's message and the rest of its stack,
 * because both may contain the broker's input.
 */
export function noteFault(log: Log, fault: Fault, thrown: unknown, details: Details = {}): void {
  const [kind, where] = thrown instanceof Error ? [thrown.name, placeOf(thrown)] : [typeof thrown, null]
  const code = thrown instanceof Failure ? { code: thrown.error.code } : {}
  log.warn(fault, { ...details, ...code, kind, where })
}

/** Waits for work whose failure changes nothing for the caller, and logs the failure. */
export async function logged(
  log: Log,
  work: Promise<unknown>,
  fault: Fault = 'background work failed',
): Promise<void> {
  await work.catch((thrown: unknown) => noteFault(log, fault, thrown))
}

/** Like `logged`, for a caller that does not wait. */
export function drop(log: Log, work: Promise<unknown>, fault: Fault = 'background work failed'): void {
  work.catch((thrown: unknown) => noteFault(log, fault, thrown))
}

function placeOf({ stack = '', message }: Error): string | null {
  // In a stack trace, the exception's message is before the positions. Skip the message, because its text may look like a position.
  const places = stack.slice(stack.indexOf(message) + message.length)
  for (const line of places.split('\n')) {
    const place = PLACE.exec(line)?.[1]
    if (place !== undefined) return place
  }
  return null
}
