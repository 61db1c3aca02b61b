import { failureOf, must, resultOf } from '../../platform/base/failure.ts'
import { formatMessage, msg } from '../../../src-shared/platform/texts/msg.ts'
import { createHash } from 'node:crypto'
import type { TimelineEntry } from '../../../src-shared/features/deals/deal.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { language } from '../../../src-shared/platform/texts/messages.ts'
import { proofText } from '../../../src-shared/features/proof/proof-schema.ts'
import { maskSensitive } from '../../../src-shared/features/form/sensitive.ts'
import { withoutUnknown } from '../../../src-shared/features/form/orphaned-values.ts'
import { fileNameOf } from '../../../src-shared/platform/base/file-name.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { draftCsv, draftJson } from '../import/export-draft.ts'
import type { SaveZip, ZipFile } from '../../platform/files/ports.ts'
import { makeProof, printProof, type ProofPrinter } from '../proof/export-proof.ts'
import type { StatementNeeds } from '../statements/deal-statements.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { summaryPdf } from '../statements/print-summary.ts'
import { packageEntry, recordHandedOut, handedOutNames, readPattern } from '../handout/record-handed-out.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import { csv } from '../../platform/files/csv.ts'
import type { PackageOptions } from '../handout/hand-out.ts'

export type PackageNeeds = StatementNeeds & Pick<Platform, 'environment' | 'documents'>

interface Listed {
  file: ZipFile
  bytes: number
  sha256: string
  /** State of the document as text, with the time when the document was sent. */
  state: string
  sent_at: string
}

/** Saves the package of a deal as one zip file at a path that the broker picks. The timeline records it. */
export async function savePackage(
  context: PackageNeeds,
  { print, attach, saveZip }: ProofPrinter & { saveZip: SaveZip },
  options: PackageOptions,
): Promise<{ saved_as: string | null }> {
  const made = await packageOf(context, { print, attach }, options)
  const saved = await saveZip(made.name, made.files)
  if (saved.saved_as === null) return saved
  const entry = packageEntry('package_saved', saved.saved_as, options)
  await recordHandedOut(context, options.deal_id, entry)
  return saved
}

/**
 * Returns the package of a deal: its documents exactly as sent and named by the broker's pattern, the application, the timeline, and a list
 * of all files with hashes. If something was sent, the package also contains the proof of submission. The documents are decrypted only while
 * they are written.
 */
export async function packageOf(
  context: PackageNeeds,
  printer: ProofPrinter,
  { deal_id, with_sensitive, with_notes, with_summary = false }: PackageOptions,
): Promise<{ name: string; files: AsyncIterable<ZipFile> }> {
  const { vault, profile, clock } = context
  const [deal, documents, timeline, pattern] = await Promise.all([
    loadDeal(context, deal_id),
    vault.listDocuments(deal_id),
    vault.listTimeline(deal_id),
    readPattern(context),
  ])
  const at = clock.now()
  const reported = (name: string, content: Uint8Array) => listedText(name, content, at)

  const known = withoutUnknown(profile, deal.values)
  const values = with_sensitive ? known : maskSensitive(profile, known)
  const names = handedOutNames(context, pattern, deal, documents)
  const listed = [
    ...documents.flatMap((document, place) =>
      listedDocument(context, document, place, names[place] as string),
    ),
    reported('Application.json', draftJson(context, deal, values)),
    reported('Application.csv', draftCsv(profile, values)),
    reported('Timeline.csv', timelineCsv(timeline, with_notes)),
  ]
  if (with_summary) {
    const pdf = await summaryPdf(context, printer.print, { deal_id, language: language() })
    if (pdf !== null) listed.unshift(reported(`${formatMessage(msg.statementUse.summary.title)}.pdf`, pdf))
  }
  const proof = await resultOf(makeProof(context, deal_id))
  if (proof.ok) {
    const pdf = await printProof(printer, proof.value)
    listed.push(
      reported('Proof of submission.json', Buffer.from(proofText(proof.value))),
      reported('Proof of submission.pdf', pdf),
    )
  } else if (proof.error.code !== 'PROOF_EMPTY') throw failureOf(proof.error)
  listed.push(reported('Contents.csv', contentsCsv(listed)))

  const name = fileNameOf(deal.legal_name) || deal_id
  return { name: `Package ${name} ${dayOf(at)}.zip`, files: inTurn(listed) }
}

async function* inTurn(listed: Listed[]): AsyncGenerator<ZipFile> {
  for (const { file } of listed) yield file
}

function listedDocument(
  { documents }: Pick<Platform, 'documents'>,
  { sha256, size, state, added_at, sent_at, originals = [] }: DealDocument,
  place: number,
  name: string,
): Listed[] {
  // Number the files, so that a program that sorts them by name keeps the order of the deal.
  const number = String(place + 1).padStart(2, '0')
  const inside = `Documents/${number} ${name}`
  return [
    {
      file: { name: inside, at: sent_at ?? added_at, open: async () => must(await documents.open(sha256)) },
      bytes: size,
      sha256,
      state,
      sent_at: sent_at ?? '',
    },
    ...originals.map((photo, index): Listed => {
      const base = fileNameOf(photo.name.replace(/\.\w{1,5}$/, '')) || 'photo'
      const original = `Originals/${number}-${index + 1} ${base}.${photo.type}`
      return {
        file: { name: original, at: added_at, open: async () => must(await documents.open(photo.sha256)) },
        bytes: photo.size,
        sha256: photo.sha256,
        state: '',
        sent_at: '',
      }
    }),
  ]
}

function listedText(name: string, content: Uint8Array, at: string): Listed {
  async function* once() {
    yield content
  }
  const sha256 = createHash('sha256').update(content).digest('hex')
  return {
    file: { name, at, open: async () => once() },
    bytes: content.length,
    sha256,
    state: '',
    sent_at: '',
  }
}

function timelineCsv(entries: TimelineEntry[], with_notes: boolean): Uint8Array {
  const lines = entries
    .filter(({ kind }) => with_notes || kind !== 'note')
    .map(({ at, kind, title, detail, verification }) => [
      at,
      kind,
      formatMessage(title),
      formatMessage(detail),
      verification ?? '',
    ])
  return csv([['At', 'Kind', 'What happened', 'Detail', 'Signature'], ...lines])
}

function contentsCsv(listed: Listed[]): Uint8Array {
  const lines = listed.map(({ file, bytes, sha256, state, sent_at }) => [
    file.name,
    String(bytes),
    sha256,
    state,
    sent_at,
  ])
  return csv([['File', 'Bytes', 'SHA-256', 'State', 'Sent at'], ...lines])
}
