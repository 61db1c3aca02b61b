import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { replaceFile } from '../files/write-atomically.ts'

const copyOf = (file: string) => `${file}.copy`
const SUM = 'sum'

/**
 * Reads the preferences file, or its copy if the file is damaged or missing. Returns null if both files are unreadable. Does not check the
 * content with a schema, because loading the schemas would delay the start of the app.
 */
export function readPreferences(file: string): Record<string, unknown> | null {
  return readOne(file) ?? readOne(copyOf(file))
}

/** Replaces the file, then its copy. At any moment, at least one of the two files is complete. */
export async function writePreferences(file: string, preferences: object): Promise<void> {
  const text = JSON.stringify({ ...preferences, [SUM]: sumOf(preferences) })
  await replaceFile(file, text)
  await replaceFile(copyOf(file), text)
}

/** Reads one file. A file without a checksum is valid: an administrator may have written it. */
function readOne(file: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
    const { [SUM]: sum, ...preferences } = read as Record<string, unknown>
    return sum === undefined || sum === sumOf(preferences) ? preferences : null
  } catch {
    // The caller reads the other copy, or the defaults.
    return null
  }
}

function sumOf(preferences: object): string {
  return createHash('sha256').update(JSON.stringify(preferences)).digest('hex').slice(0, 16)
}
