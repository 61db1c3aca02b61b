import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { describeEntry } from '../../../src-shared/proof/proof-words.ts'
import { proofText, type ProofFile } from '../../../src-shared/proof/proof-file.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { PdfPages } from './pdf-pages.ts'

/** Creates a printable proof on US Letter, with the proof itself attached as `proof.json`. */
export async function proofPdf(proof: ProofFile): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const title = words().proof.titleOf(proof.deal.legal_name || proof.deal.deal_id)
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setProducer('Funding Desk')
  document.setCreationDate(new Date(proof.exported_at))
  await document.attach(Buffer.from(proofText(proof)), 'proof.json', {
    mimeType: 'application/json',
    description: words().proof.attachment,
  })
  const [plain, bold, mono] = await Promise.all(
    [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.Courier].map((font) =>
      document.embedFont(font),
    ),
  )
  if (plain === undefined || bold === undefined || mono === undefined) throw new Error('no fonts')
  const pages = new PdfPages(document, { plain, bold, mono })

  const { deal, device, head } = proof
  pages.title(words().proof.title)
  pages.particular(words().proof.applicant, deal.legal_name || words().proof.notNamed)
  if (deal.reference !== '') pages.particular(words().proof.reference, deal.reference)
  pages.particular('application_id', deal.application_id ?? words().proof.noneYet)
  pages.particular(words().proof.environment, proof.environment)
  pages.particular(words().proof.madeAt, instant(proof.exported_at))
  pages.particular(words().proof.fingerprint, device.fingerprint)
  pages.particular(words().proof.lastHash, head.hash)
  pages.particular(words().proof.signature, proof.signature)

  for (const entry of proof.entries) {
    const { title: what, particulars } = describeEntry(entry, device.fingerprint)
    pages.heading(`${entry.seq}.  ${what}`, instant(entry.at), particulars.length)
    for (const [name, value] of particulars) pages.particular(name, value)
  }

  pages.heading(words().proof.whatItShows, '', 4)
  pages.paragraph(words().proof.shows)
  pages.paragraph(words().proof.doesNotShow)
  pages.heading(words().proof.howToCheck, '', 4)
  pages.paragraph(words().proof.chained)
  pages.paragraph(words().proof.verify)
  if (pages.hasReplaced) pages.paragraph(words().proof.lettersReplaced)
  pages.number(words().proof.foot(proof.entries.length, device.fingerprint.slice(0, 16)))
  return document.save()
}

/** Formats a time in UTC, so that every reader sees the same text. */
function instant(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
