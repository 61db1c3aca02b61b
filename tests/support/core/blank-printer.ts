import { PDFDocument } from '@cantoo/pdf-lib'
import { attachProof } from '../../../src-main/features/proof/attach-proof.ts'
import type { ProofPrinter } from '../../../src-main/features/proof/export-proof.ts'

/**
 * A printer that creates a blank PDF, because only Chromium can print HTML and these tests run without Chromium. tests/e2e/proof.test.ts
 * checks the printed text.
 */
export const blankPrinter: ProofPrinter = {
  async print() {
    const document = await PDFDocument.create()
    document.addPage()
    return document.save()
  },
  attach: attachProof,
}
