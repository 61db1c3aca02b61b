import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { describeEntry } from '../../../src-shared/proof/proof-words.ts'
import { proofText, type ProofFile } from '../../../src-shared/proof/proof-file.ts'
import { PdfPages } from './pdf-pages.ts'

/** A proof laid out for people, on US Letter, with the proof itself attached as `proof.json`. */
export async function proofPdf(proof: ProofFile): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const title = `Proof of submission: ${proof.deal.legal_name || proof.deal.deal_id}`
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setProducer('Funding Desk')
  document.setCreationDate(new Date(proof.exported_at))
  await document.attach(Buffer.from(proofText(proof)), 'proof.json', {
    mimeType: 'application/json',
    description: 'The proof itself, for npm run verify-proof',
  })
  const [plain, bold, mono] = await Promise.all(
    [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.Courier].map((font) =>
      document.embedFont(font),
    ),
  )
  if (plain === undefined || bold === undefined || mono === undefined) throw new Error('no fonts')
  const pages = new PdfPages(document, { plain, bold, mono })

  const { deal, device, head } = proof
  pages.title('Proof of submission')
  pages.particular('Applicant', deal.legal_name || 'not named')
  if (deal.reference !== '') pages.particular('Reference', deal.reference)
  pages.particular('application_id', deal.application_id ?? 'none yet')
  pages.particular('Environment', proof.environment)
  pages.particular('Made at', instant(proof.exported_at))
  pages.particular('Device fingerprint', device.fingerprint)
  pages.particular('Hash of the last entry', head.hash)
  pages.particular('Signature', proof.signature)

  for (const entry of proof.entries) {
    const { title: what, particulars } = describeEntry(entry, device.fingerprint)
    pages.heading(`${entry.seq}.  ${what}`, instant(entry.at), particulars.length)
    for (const [name, value] of particulars) pages.particular(name, value)
  }

  pages.heading('How to check this proof', '', 4)
  pages.paragraph(
    'Each entry holds the hash of the one before it (SHA-256 over canonical JSON, RFC 8785), and the device signed the last one (Ed25519). ' +
      'So no entry can be edited, removed, moved or cut off without its being seen. The proof itself is attached to this document as proof.json.',
  )
  pages.paragraph(
    'Save the attachment and run "npm run verify-proof -- proof.json" from the source of Funding Desk; the app is not needed. ' +
      'Compare the device fingerprint with one that the broker told you on another way: add "--fingerprint" and the fingerprint. ' +
      'With the service’s published keys ("--jwks FILE") its signatures of the events are checked, too.',
  )
  if (pages.hasReplaced)
    pages.paragraph(
      'Letters that this document cannot show are written by their number, such as [U+4E2D]. The attached proof holds the names as they are.',
    )
  pages.number(`Funding Desk · ${proof.entries.length} entries · device ${device.fingerprint.slice(0, 16)}`)
  return document.save()
}

/** The same for everybody who reads it, wherever they are. */
function instant(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
