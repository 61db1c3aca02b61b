import type { z } from 'zod'

/**
 * Parses a stored record one key at a time. Replaces a missing or invalid value with its default, and keeps all other values. Drops keys
 * that `defaults` does not have. A setting that another version of the app stored therefore resets no other setting.
 */
export function keepValid<T extends object>(schema: z.ZodType<T>, stored: unknown, defaults: T): T {
  const whole = schema.safeParse(stored, PLAINLY)
  if (whole.success) return whole.data
  let kept = defaults
  for (const [path, value] of valuesOf(stored, defaults)) {
    const read = schema.safeParse(withValue(kept, path, value), PLAINLY)
    if (read.success) kept = read.data
  }
  return kept
}

function valuesOf(stored: unknown, defaults: object): [path: string[], value: unknown][] {
  if (!isRecord(stored)) return []
  return Object.entries(defaults).flatMap(([key, standard]): [string[], unknown][] => {
    if (!Object.hasOwn(stored, key)) return []
    // If the default is an empty object, the value is a map of optional entries. Parse the map as one value.
    if (!isRecord(standard) || Object.keys(standard).length === 0) return [[[key], stored[key]]]
    return valuesOf(stored[key], standard).map(([path, value]) => [[key, ...path], value])
  })
}

function withValue(record: object, [key = '', ...rest]: string[], value: unknown): object {
  const inner = (record as Record<string, unknown>)[key]
  return { ...record, [key]: rest.length === 0 ? value : withValue(inner as object, rest, value) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Options for small or rarely used schemas. By default, zod compiles a schema to a program when the schema is first used. For these
 * schemas, compiling takes longer than the compiled program saves.
 */
export const PLAINLY = { jitless: true }
