import type { ProofFile } from '../../../src-shared/proof/proof-file.ts'

/** Lays a proof out as a PDF for people, with the proof itself attached for programs. */
export type PrintProof = (proof: ProofFile) => Promise<Uint8Array>
