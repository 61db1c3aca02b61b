import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { describeEntry } from '../../../src-shared/proof/proof-words.ts'
import { proofText, type ProofFile } from '../../../src-shared/proof/proof-file.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { PdfPages } from './pdf-pages.ts'

/** Creates a printable proof on US Letter, with the proof itself attached as `proof.json`. */
export async function proofPdf(proof: ProofFile): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const title = messages().proof.titleOf(proof.deal.legal_name || proof.deal.deal_id)
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setProducer('Funding Desk')
  document.setCreationDate(new Date(proof.exported_at))
  await document.attach(Buffer.from(proofText(proof)), 'proof.json', {
    mimeType: 'application/json',
    description: messages().proof.attachment,
  })
  const [plain, bold, mono] = await Promise.all(
    [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.Courier].map((font) =>
      document.embedFont(font),
    ),
  )
  if (plain === undefined || bold === undefined || mono === undefined) throw new Error('no fonts')
  const pages = new PdfPages(document, { plain, bold, mono })

  const { deal, device, head } = proof
  pages.title(messages().proof.title)
  pages.particular(messages().proof.applicant, deal.legal_name || messages().proof.notNamed)
  if (deal.reference !== '') pages.particular(messages().proof.reference, deal.reference)
  pages.particular('application_id', deal.application_id ?? messages().proof.noneYet)
  pages.particular(messages().proof.environment, proof.environment)
  pages.particular(messages().proof.madeAt, instant(proof.exported_at))
  pages.particular(messages().proof.fingerprint, device.fingerprint)
  pages.particular(messages().proof.lastHash, head.hash)
  pages.particular(messages().proof.signature, proof.signature)

  for (const entry of proof.entries) {
    const { title: what, particulars } = describeEntry(entry, device.fingerprint)
    pages.heading(`${entry.seq}.  ${what}`, instant(entry.at), particulars.length)
    for (const [name, value] of particulars) pages.particular(name, value)
  }

  pages.heading(messages().proof.whatItShows, '', 4)
  pages.paragraph(messages().proof.shows)
  pages.paragraph(messages().proof.doesNotShow)
  pages.heading(messages().proof.howToCheck, '', 4)
  pages.paragraph(messages().proof.chained)
  pages.paragraph(messages().proof.verify)
  if (pages.hasReplaced) pages.paragraph(messages().proof.lettersReplaced)
  pages.number(messages().proof.footer(proof.entries.length, device.fingerprint.slice(0, 16)))
  return document.save()
}

/** Formats a time in UTC, so that every reader sees the same text. */
function instant(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
