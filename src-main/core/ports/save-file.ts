import type { Result } from '../../../src-shared/errors.ts'

/**
 * Asks the broker for a path and writes the file. `saved_as` is the file name, or null if the broker canceled. Fails with
 * `FILE_NOT_WRITTEN`.
 */
export type SaveFile = (
  suggestion: { name: string; kind: 'pdf' | 'json' | 'csv' },
  content: Uint8Array,
) => Promise<Result<{ saved_as: string | null }>>
