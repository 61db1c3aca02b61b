import { PDFDocument } from '@cantoo/pdf-lib'
import { messages } from '../../../src-shared/messages/messages.ts'
import { proofText } from '../../../src-shared/proof/proof-file.ts'
import type { AttachProof } from '../../core/ports/files.ts'

/** Attaches the proof as `proof.json`. This app has just printed the PDF, so parsing it in this process is safe. */
export const attachProof: AttachProof = async (pdf, proof) => {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  document.catalog.getOrCreateViewerPreferences().setDisplayDocTitle(true)
  // Replaces Chromium's user agent, which the printed PDF names as its creator.
  document.setCreator('Funding Desk')
  document.setCreationDate(new Date(proof.exported_at))
  await document.attach(Buffer.from(proofText(proof)), 'proof.json', {
    mimeType: 'application/json',
    description: messages().proof.attachment,
  })
  return document.save()
}
