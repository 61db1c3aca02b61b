import type { Result } from '../../../src-shared/errors.ts'
import type { ProofFile } from '../../../src-shared/proof/proof-file.ts'

/** Lays a proof out as a PDF for people, with the proof itself attached for programs. */
export type PrintProof = (proof: ProofFile) => Promise<Uint8Array>

/**
 * Asks the broker where to save, and writes. `saved_as` is the name of the file, null when the broker thought better of it.
 * `FILE_NOT_WRITTEN`.
 */
export type SaveFile = (
  suggestion: { name: string; kind: 'pdf' | 'json' },
  content: Uint8Array,
) => Promise<Result<{ saved_as: string | null }>>
