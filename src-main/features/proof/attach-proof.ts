import { PDFDocument } from '@cantoo/pdf-lib'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { proofText } from '../../../src-shared/features/proof/proof-schema.ts'
import type { AttachProof } from '../../platform/files/ports.ts'

/**
 * Attaches the proof of submission to its PDF as `proof.json`. The app itself has just created the PDF, so parsing the PDF in this process
 * is safe.
 */
export const attachProof: AttachProof = async (pdf, proof) => {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  document.catalog.getOrCreateViewerPreferences().setDisplayDocTitle(true)
  // Chromium enters its user agent as the creator of the PDF. Replace it with the app's name.
  document.setCreator('Funding Desk')
  document.setCreationDate(new Date(proof.exported_at))
  await document.attach(Buffer.from(proofText(proof)), 'proof.json', {
    mimeType: 'application/json',
    description: messages().proof.attachment,
  })
  return document.save()
}
