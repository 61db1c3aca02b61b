import type { ProofFile } from '../../../src-shared/proof/proof-file.ts'

/** Renders a proof as a PDF for people, with the proof attached for programs. */
export type PrintProof = (proof: ProofFile) => Promise<Uint8Array>
