import { LOG_MESSAGES, logLineSchema, type LogLine } from '../../../src-shared/diagnostics.ts'

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

/** Filters a log line: drops everything that is not known to be harmless. */
export function allowLine(
  at: string,
  level: LogLine['level'],
  message: string,
  details: Details = {},
): LogLine {
  const line: LogLine = { at, level, message: LOG_MESSAGES.find((known) => known === message) ?? 'other' }
  for (const field of FIELDS) {
    const allowed = logLineSchema.shape[field].safeParse(details[field])
    if (allowed.success && allowed.data !== undefined) Object.assign(line, { [field]: allowed.data })
  }
  return line
}

/** Parses a log line, or returns null for anything else. */
export function readLine(text: string): LogLine | null {
  try {
    return logLineSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
