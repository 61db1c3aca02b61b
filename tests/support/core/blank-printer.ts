import { PDFDocument } from '@cantoo/pdf-lib'
import { attachProof } from '../../../src-main/adapters/proof/attach-proof.ts'
import type { ProofPrinter } from '../../../src-main/core/proof/export-proof.ts'

/** Prints a blank page, because only Chromium can print HTML. tests/e2e/proof.test.ts reads the printed text. */
export const blankPrinter: ProofPrinter = {
  async print() {
    const document = await PDFDocument.create()
    document.addPage()
    return document.save()
  },
  attach: attachProof,
}
