import { Failure } from '../../platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { unrecognizedKind } from '../../../src-shared/platform/words/vocabulary.ts'
import { appError, type AppError } from '../../../src-shared/platform/base/errors.ts'
import type { ArrangedDocument } from '../../../src-shared/features/documents/contract.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { ComposedPdf, Composition } from '../../platform/files/ports.ts'
import type { DocumentComposer } from './pdf-composer.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { timelineWrite } from '../../platform/vault/vault.ts'
import { wholeDocument } from './read-bytes.ts'
import {
  STATEMENT_KINDS,
  type DealDocument,
  type OriginalFile,
} from '../../../src-shared/features/documents/document.ts'

export interface ArrangeNeeds extends DraftNeeds, Pick<Platform, 'documents'> {
  composer: DocumentComposer
}

/** Maximum total size of all source documents. The size limit for an attached document also applies to each of them. */
const MOST_SOURCE_BYTES = 100 * 1024 * 1024
export const MOST_DOCUMENT_BYTES = 25 * 1024 * 1024

interface Arrangement {
  results: readonly ArrangedDocument[]
  /**
   * True if the broker agreed to rebuild bank statements, although funders may consider rebuilt statements forged, and documents that lose
   * something, such as a signature.
   */
  accepts_losses: boolean
}

/**
 * Creates new documents from pages of a deal's documents: merged, split, reordered, or rotated. The original documents remain attached and
 * unchanged, and are also sent unless the broker removes them. Accepts only documents that are not being sent.
 */
export function arrangePages(
  context: ArrangeNeeds,
  deal_id: string,
  arrangement: Arrangement,
): Promise<DealDocument[]> {
  const { results } = arrangement
  return oneAtATime(`documents ${deal_id}`, async () => {
    const { vault, documents, composer, profile, emit } = context
    const listed = await vault.listDocuments(deal_id)
    const ids = [...new Set(results.flatMap(({ pages }) => pages.map(({ document_id }) => document_id)))]
    const sources = ids.flatMap((id) => listed.find(({ document_id }) => document_id === id) ?? [])
    const refused = refusal(ids, sources, arrangement)
    if (refused !== null) throw new Failure(refused)
    const contents: Uint8Array[] = []
    for (const { sha256 } of sources) contents.push(await wholeDocument(documents, sha256))
    const compositions = results.map((result): Composition => ({
      pages: result.pages.map(({ document_id, page, turn }) => ({
        source: ids.indexOf(document_id),
        page,
        turn,
      })),
      usual: keptKind(result, arrangement, sources)?.kind ?? unrecognizedKind(profile),
    }))
    const kinds = profile.document_kinds.map(({ value }) => value)
    const composed = await composer.compose(contents, compositions, kinds)
    if (composed.some(({ bytes }) => bytes.length > MOST_DOCUMENT_BYTES)) throw new Failure(tooLarge())
    const made: DealDocument[] = []
    for (const [index, pdf] of composed.entries()) {
      const result = results[index] as ArrangedDocument
      const stored = await store(context, deal_id, {
        name: result.name,
        pdf,
        kept: keptKind(result, arrangement, sources),
        originals: originalsOf(result, sources),
      })
      made.push(stored)
    }
    const names = sources.map(({ name }) => name).join(', ')
    await vault.commit(
      made.flatMap((document) => {
        const { name, sha256, added_at } = document
        const title = msg.history.madeOf(name, names)
        return [
          { write: 'put_document' as const, document },
          timelineWrite(deal_id, added_at, 'document_added', title, `SHA-256 ${sha256}`),
        ]
      }),
    )
    emit('deal.changed', { deal_id })
    return made
  })
}

function refusal(
  ids: string[],
  sources: DealDocument[],
  { results, accepts_losses }: Arrangement,
): AppError | null {
  if (sources.length < ids.length)
    return appError('FILE_NOT_FOUND', msg.errorsFiles.sourceGone, msg.errors.openDealAgain)
  if (sources.some(({ state }) => state !== 'attached' && state !== 'refused'))
    return appError('DEAL_NOT_EDITABLE', msg.errorsFiles.sourceBeingSent, msg.errorsFiles.arrangeUnsent)
  const isThere = ({ document_id, page }: { document_id: string; page: number }) =>
    page < (sources.find((one) => one.document_id === document_id)?.pages ?? 0)
  if (!results.every(({ pages }) => pages.every(isThere)))
    return appError('INVALID_INPUT', msg.errorsFiles.pageGone, msg.errors.openDealAgain)
  if (!accepts_losses && sources.some(({ kind }) => STATEMENT_KINDS.has(kind)))
    return appError('CHANGE_NOT_CONFIRMED', msg.errorsFiles.statementRebuilt, msg.errorsFiles.sendOriginal)
  if (!accepts_losses && sources.some(({ reading }) => reading?.losses !== undefined))
    return appError('CHANGE_NOT_CONFIRMED', msg.errorsFiles.wouldLose, msg.errorsFiles.sendOriginal)
  return sources.reduce((sum, { size }) => sum + size, 0) > MOST_SOURCE_BYTES ? tooLarge() : null
}

interface NewDocument {
  name: string
  pdf: ComposedPdf
  /** The source document whose kind the new document keeps. */
  kept: DealDocument | null
  originals: OriginalFile[]
}

/**
 * Returns a source document if the new document has its kind, otherwise null. One document made of documents of one kind keeps the kind.
 * The parts of a split document can be of different kinds.
 */
function keptKind(
  { pages }: ArrangedDocument,
  { results }: Arrangement,
  sources: readonly DealDocument[],
): DealDocument | null {
  const of = sources.filter(({ document_id }) => pages.some((page) => page.document_id === document_id))
  const isOneKind = results.length === 1 && of.every(({ kind }) => kind === of[0]?.kind)
  return isOneKind ? (of.find(({ reading }) => reading?.kind_by === 'broker') ?? of[0] ?? null) : null
}

/** Returns the photos from which the pages of a new document were made, in page order. */
function originalsOf({ pages }: ArrangedDocument, sources: readonly DealDocument[]): OriginalFile[] {
  const photos = pages.flatMap(
    ({ document_id }) => sources.find((one) => one.document_id === document_id)?.originals ?? [],
  )
  return [...new Map(photos.map((photo) => [photo.sha256, photo])).values()].filter(
    ({ type }) => type !== 'pdf',
  )
}

async function store(
  { documents, clock }: Pick<Platform, 'documents' | 'clock'>,
  deal_id: string,
  { name, pdf, kept, originals }: NewDocument,
): Promise<DealDocument> {
  const stored = await documents.addBytes(pdf.bytes)
  const { kind, reading } = pdf
  // If the broker chose the kind that the new document keeps, the new document has the same kind. Otherwise, use the kind that the app
  // recognized.
  const said = kept?.reading?.kind_by === 'broker' ? kept.kind : null
  return {
    document_id: randomUUID(),
    deal_id,
    name,
    kind: said ?? kind,
    size: stored.size,
    pages: pdf.pages,
    sha256: stored.sha256,
    state: 'attached',
    error: null,
    added_at: clock.now(),
    sent_at: null,
    reading: {
      ...reading,
      ...(said !== null && { kind_by: 'broker' }),
      // The new PDF has no form fields. It is still without a signature.
      ...(kept?.reading?.unsigned === true && { unsigned: true }),
    },
    ...(originals.length === 0 ? {} : { originals }),
  }
}

function tooLarge() {
  return appError('FILE_TOO_LARGE', msg.errorsFiles.madeTooLarge, msg.errorsFiles.makeOfFewer)
}
