import { must, failure } from '../../platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import type { HandOutSettings, WhatToHandOut } from '../../../src-shared/features/handout/contract.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { loadDeal } from '../deals/load-deal.ts'
import type { FileClipboard, FileToWrite, SaveToFolder, StartDrag } from '../../platform/files/handout.ts'
import type { TemporaryCopies } from './temporary-copies.ts'
import type { StoredDeal } from '../../platform/vault/records.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import { legalFileName } from '../../../src-shared/platform/base/file-name.ts'
import type { SaveFile, ZipFile } from '../../platform/files/ports.ts'
import {
  documentsEntry,
  packageEntry,
  recordHandedOut,
  type HandedOutEntry,
  type NamedDocument,
  handedOutNames,
  readPattern,
  savePattern,
} from './record-handed-out.ts'
import { attachedDocument, wholeDocument } from '../documents/read-bytes.ts'

export interface HandoutNeeds extends DraftNeeds, Pick<Platform, 'documents'> {
  /** Makes the package of a deal (`features/package`). */
  packageOf(options: PackageOptions): Promise<{ name: string; files: AsyncIterable<ZipFile> }>
}

/** Maximum size of the files of one drag or copy. A deal with more documents leaves as several drags, or as a saved package. */
const LARGEST_MB = 300

export interface HandOutDeps {
  copies: TemporaryCopies
  startDrag: StartDrag
  fileClipboard: FileClipboard
  saveToFolder: SaveToFolder
}

/** Files that are ready to be dragged. */
interface Prepared {
  deal_id: string
  copies_id: string
  entry: HandedOutEntry
}

/** Hands documents of a deal to other programs: by drag, by the clipboard, or in a folder. The timeline records each of these. */
export class HandOut {
  readonly #deps: HandOutDeps
  /** The files of the last drags, by `handout_id`. */
  readonly #prepared = new Map<string, Prepared>()

  constructor(deps: HandOutDeps) {
    this.#deps = deps
  }

  async settings(context: Pick<Platform, 'vault'>): Promise<HandOutSettings> {
    const pattern = await readPattern(context)
    return this.#settings(pattern)
  }

  async savePattern(context: Pick<Platform, 'vault'>, pattern: string): Promise<HandOutSettings> {
    const saved = await savePattern(context, pattern)
    return this.#settings(saved)
  }

  #settings(pattern: string): HandOutSettings {
    return { pattern, can_copy: this.#deps.fileClipboard.isOffered }
  }

  /** Writes decrypted copies for a drag that follows soon. */
  async prepare(
    context: HandoutNeeds,
    deal_id: string,
    what: WhatToHandOut,
  ): Promise<{ handout_id: string; names: string[] }> {
    const { written, names, entry } = await ('document_ids' in what
      ? this.#prepareDocuments(context, deal_id, what.document_ids)
      : this.#preparePackage(context, deal_id, what))
    const handout_id = randomUUID()
    this.#prepared.set(handout_id, { deal_id, copies_id: written.copies_id, entry })
    for (const old of [...this.#prepared.keys()].slice(0, -MOST_PREPARED)) this.#prepared.delete(old)
    return { handout_id, names }
  }

  /**
   * Starts the drag of prepared files. The timeline entry is stored before the drag, because some systems answer only after the broker has
   * dropped the files.
   */
  async startDrag(context: Pick<Platform, 'vault' | 'clock' | 'emit'>, handout_id: string): Promise<void> {
    const prepared = this.#prepared.get(handout_id)
    const paths = prepared === undefined ? null : await this.#deps.copies.use(prepared.copies_id)
    if (prepared === undefined || paths === null)
      throw failure('HANDED_OUT_GONE', msg.errors.handedOutGone, msg.errors.dragAgain)
    const { deal_id, entry } = prepared
    await recordHandedOut(context, deal_id, entry)
    if (this.#deps.startDrag(paths)) return
    throw failure('HANDED_OUT_GONE', msg.errors.dragNotStarted, msg.errors.saveFilesInstead)
  }

  /** Puts documents as files on the clipboard. */
  async copy(
    context: HandoutNeeds,
    deal_id: string,
    document_ids: readonly string[],
  ): Promise<{ names: string[] }> {
    const { copies, fileClipboard } = this.#deps
    const notCopied = () =>
      failure('CLIPBOARD_UNAVAILABLE', msg.errors.filesNotCopied, msg.errors.saveFilesInstead)
    if (!fileClipboard.isOffered) throw notCopied()
    const named = await namedDocuments(context, deal_id, document_ids)
    const { copies_id, paths } = await copies.write(filesOf(context, named))
    if (!(await fileClipboard.write(paths))) {
      await copies.remove(copies_id)
      throw notCopied()
    }
    await copies.use(copies_id)
    await recordHandedOut(context, deal_id, documentsEntry('copied', named))
    return { names: named.map(({ name }) => name) }
  }

  /** Saves documents in a folder that the broker picks. */
  async save(
    context: HandoutNeeds,
    deal_id: string,
    document_ids: readonly string[],
  ): Promise<{ folder: string | null; names: string[] }> {
    const [deal, pattern] = await Promise.all([loadDeal(context, deal_id), readPattern(context)])
    const documents = await documentsOf(context, deal_id, document_ids)
    let named: NamedDocument[] = []
    const saved = await this.#deps.saveToFolder((taken) => {
      named = withNames(context, pattern, deal, documents, taken)
      return filesOf(context, named)
    })
    if (saved.folder !== null) await recordHandedOut(context, deal_id, documentsEntry('saved', named))
    return saved
  }

  async #prepareDocuments(context: HandoutNeeds, deal_id: string, document_ids: readonly string[]) {
    const named = await namedDocuments(context, deal_id, document_ids)
    const written = await this.#deps.copies.write(filesOf(context, named))
    const names = named.map(({ name }) => name)
    return { written, names, entry: documentsEntry('dragged', named) }
  }

  async #preparePackage(context: HandoutNeeds, deal_id: string, options: Omit<PackageOptions, 'deal_id'>) {
    const documents = await context.vault.listDocuments(deal_id)
    refuseTooLarge(documents)
    const { name, files } = await context.packageOf({ deal_id, ...options })
    const written = await this.#deps.copies.writeZip(name, files)
    return {
      written,
      names: [name],
      entry: packageEntry('package_dragged', name, options),
    }
  }
}

/** Number of prepared drags to remember. A broker drags one selection at a time, in a few windows. */
const MOST_PREPARED = 20
/** Returns documents with the names under which they leave. Fails if they are too large together. */
async function namedDocuments(
  context: DraftNeeds,
  deal_id: string,
  document_ids: readonly string[],
): Promise<NamedDocument[]> {
  const [deal, documents, pattern] = await Promise.all([
    loadDeal(context, deal_id),
    documentsOf(context, deal_id, document_ids),
    readPattern(context),
  ])
  refuseTooLarge(documents)
  return withNames(context, pattern, deal, documents)
}

function withNames(
  context: Pick<Platform, 'clock'> & Pick<BrokerForm, 'profile'>,
  pattern: string,
  deal: StoredDeal,
  documents: readonly DealDocument[],
  taken: readonly string[] = [],
): NamedDocument[] {
  const names = handedOutNames(context, pattern, deal, documents, taken)
  return documents.map((document, at) => ({ document, name: names[at] as string }))
}

/** Returns the chosen documents in the order of the deal. Fails if one of them is no longer attached. */
async function documentsOf(
  { vault }: Pick<Platform, 'vault'>,
  deal_id: string,
  document_ids: readonly string[],
): Promise<DealDocument[]> {
  const listed = await vault.listDocuments(deal_id)
  if (listed.length === 0)
    throw failure('FILE_NOT_FOUND', msg.errors.nothingToHandOut, msg.errors.attachFirst)
  const chosen = listed.filter(({ document_id }) => document_ids.includes(document_id))
  if (chosen.length < new Set(document_ids).size)
    throw failure('FILE_NOT_FOUND', msg.errors.documentGone, msg.errors.openDealAgain)
  return chosen
}

function refuseTooLarge(documents: readonly DealDocument[]): void {
  const bytes = documents.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= LARGEST_MB * 1024 * 1024) return
  throw failure('FILE_TOO_LARGE', msg.errors.tooMuchToHandOut(String(LARGEST_MB)), msg.errors.handOutLess)
}

function filesOf({ documents }: Pick<Platform, 'documents'>, named: readonly NamedDocument[]): FileToWrite[] {
  return named.map(({ document, name }) => ({
    name,
    open: async () => must(await documents.open(document.sha256)),
  }))
}

/** Prompts the broker for a path and saves a copy of a document there. The timeline records it. `saved_as` is null if the broker cancels. */
export async function saveDocumentCopy(
  context: HandoutNeeds,
  save: SaveFile,
  document_id: string,
): Promise<{ saved_as: string | null }> {
  const document = await attachedDocument(context, document_id)
  const bytes = await wholeDocument(context.documents, document.sha256)
  const saved = await save({ name: legalFileName(document.name), kind: 'pdf' }, bytes)
  if (saved.saved_as === null) return saved
  await recordHandedOut(
    context,
    document.deal_id,
    documentsEntry('saved', [{ document, name: saved.saved_as }]),
  )
  return saved
}

export interface PackageOptions {
  deal_id: string
  /** If false, SSNs and EINs are masked. */
  with_sensitive: boolean
  /** True if the zip contains the broker's private notes. */
  with_notes: boolean
  /** True if the zip contains the summary of the bank statements as a cover sheet. Nothing is added if no statement is verified. */
  with_summary?: boolean | undefined
}
