import type { ProofFile } from '../../../src-shared/proof/proof-file.ts'

/** Renders HTML as a PDF in US Letter, with `footer` on each page. The page runs no script and fetches nothing. */
export type PrintPage = (html: string, footer?: string) => Promise<Uint8Array>

/** Attaches a proof to its printed pages, for programs. */
export type AttachProof = (pdf: Uint8Array, proof: ProofFile) => Promise<Uint8Array>
