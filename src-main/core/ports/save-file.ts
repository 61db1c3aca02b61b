import type { Result } from '../../../src-shared/errors.ts'

/**
 * Asks the broker where to save, and writes. `saved_as` is the name of the file, null when the broker thought better of it.
 * `FILE_NOT_WRITTEN`.
 */
export type SaveFile = (
  suggestion: { name: string; kind: 'pdf' | 'json' | 'csv' },
  content: Uint8Array,
) => Promise<Result<{ saved_as: string | null }>>
