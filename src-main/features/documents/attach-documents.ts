import { Failure, resultOf, failure } from '../../platform/base/failure.ts'
import { type Message, uniqueMessages } from '../../../src-shared/platform/texts/message.ts'
import { randomUUID } from 'node:crypto'
import { basename, parse } from 'node:path'
import type { StoredDeal } from '../../platform/vault/records.ts'
import { formatMoney } from '../../../src-shared/platform/entry/money.ts'
import { unrecognizedKind } from '../../../src-shared/platform/words/vocabulary.ts'
import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { loadDeal, nameOf } from '../deals/load-deal.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { ConvertedFile, Copying } from '../../platform/files/ports.ts'
import type { DocumentInspector } from './pdf-inspector.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { timelineWrite } from '../../platform/vault/vault.ts'
import { MOST_DOCUMENT_BYTES } from './arrange-pages.ts'
import { cancelled, type DocumentStore } from '../../platform/vault/documents/encrypted-document-store.ts'
import type { FileRegistry } from '../../platform/ipc/file-registry.ts'
import {
  type DealDocument,
  lockedOriginal,
  type OriginalFile,
} from '../../../src-shared/features/documents/document.ts'

export interface AttachNeeds extends DraftNeeds, Pick<Platform, 'documents' | 'log'> {
  inspector: DocumentInspector
  /** Adds new documents to the submission queue if other documents of their deal are being sent. */
  joinUploads(deal_id: string, attached: readonly DealDocument[]): Promise<void>
}

export type AttachOutcome =
  | { attached: true; name: Message; document: DealDocument; also_in: Message[] }
  | { attached: false; name: Message; error: AppError }

/**
 * Copies files into the vault. Each file has its own result, so an invalid file does not affect valid ones. If other documents of the deal
 * are being sent, adds the new documents to the end of the submission queue.
 */
export function attachDocuments(
  context: AttachNeeds,
  registry: FileRegistry,
  deal_id: string,
  files: { file_id: string; kind?: string | undefined; password?: string | undefined }[],
): Promise<AttachOutcome[]> {
  return oneAtATime(`documents ${deal_id}`, async () => {
    await loadDeal(context, deal_id)
    const outcomes: AttachOutcome[] = []
    for (const { file_id, kind, password } of files) {
      const path = registry.take(file_id)
      const name = path === null ? msg.errorsFiles.aFile : basename(path)
      const result =
        path === null
          ? unknownFile()
          : await resultOf(
              cancelable(file_id, (signal) =>
                attachOne(context, {
                  deal_id,
                  path,
                  chosen: kind,
                  password,
                  copying: { signal, onProgress: progressOf(context, file_id) },
                }),
              ),
            )
      outcomes.push(
        result.ok
          ? { attached: true, name, ...result.value }
          : { attached: false, name, error: result.error },
      )
    }
    const attached = outcomes.flatMap((one) => (one.attached ? [one.document] : []))
    const joined =
      attached.length > 0 ? await resultOf(context.joinUploads(deal_id, attached)) : ok(undefined)
    // Only log this error: the files are attached anyway, and the broker can still send them.
    if (!joined.ok) context.log.warn('attached document not queued', { code: joined.error.code })
    context.emit('deal.changed', { deal_id })
    return outcomes
  })
}

/** The files that are being attached now, each with the means to cancel it. */
const underWay = new Map<string, AbortController>()

async function cancelable<T>(file_id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  underWay.set(file_id, controller)
  try {
    return await work(controller.signal)
  } finally {
    underWay.delete(file_id)
  }
}

/** Cancels attaching a file. A file that is already attached remains. */
export function cancelAttaching(file_id: string): void {
  underWay.get(file_id)?.abort()
}

/** Reports the progress of a copy in steps of 5 %, so that a large file does not flood the windows. */
function progressOf({ emit }: Pick<Platform, 'emit'>, file_id: string): Copying['onProgress'] {
  let reported = 0
  return (done, total) => {
    if (done < total && done - reported < total / 20) return
    reported = done
    emit('document.attaching', { file_id, done, total })
  }
}

interface NewFile {
  deal_id: string
  path: string
  chosen: string | undefined
  /** Opens a locked PDF. The app does not store it. */
  password: string | undefined
  copying: Copying
}

async function attachOne(
  { vault, documents, inspector, profile, clock }: AttachNeeds,
  { deal_id, path, chosen, password, copying }: NewFile,
): Promise<{ document: DealDocument; also_in: Message[] }> {
  const kinds = profile.document_kinds.map(({ value }) => value)
  const inspected = await inspector.inspect(path, { kinds, usual: unrecognizedKind(profile) }, password)
  const converted = inspected.converted ?? null
  const stored = await storeFile(documents, path, converted, copying)
  const present = await vault.listDocuments(deal_id)
  const duplicate = present.find(
    (document) =>
      document.sha256 === stored.sha256 ||
      // An unlocked copy of the same file need not have the same bytes.
      lockedOriginal(document)?.sha256 === (stored.original ?? stored).sha256,
  )
  if (duplicate !== undefined)
    throw failure('FILE_DUPLICATE', msg.errorsFiles.attachedAs(duplicate.name), msg.errorsFiles.nothingAdded)
  const others = await vault.dealsWithFile(deal_id, stored.sha256)
  const { kind, reading } = inspected
  if (copying.signal.aborted) throw new Failure(cancelled())
  const now = clock.now()
  const document: DealDocument = {
    document_id: randomUUID(),
    deal_id,
    name: converted === null || converted.format === 'pdf' ? basename(path) : `${parse(path).name}.pdf`,
    kind: chosen ?? kind,
    size: stored.size,
    pages: inspected.pages,
    sha256: stored.sha256,
    state: 'attached',
    error: null,
    added_at: now,
    sent_at: null,
    reading: chosen === undefined ? reading : { ...reading, kind_by: 'broker' },
    ...(stored.original === null ? {} : { originals: [stored.original] }),
  }
  const title =
    converted === null
      ? msg.history.attached(document.name)
      : converted.format === 'pdf'
        ? msg.history.unlocked(document.name)
        : msg.history.convertedFrom(document.name, basename(path))
  await vault.commit([
    { write: 'put_document', document },
    timelineWrite(deal_id, now, 'document_added', title, `SHA-256 ${document.sha256}`),
  ])
  return { document, also_in: uniqueMessages(others.map(distinctNameOf)) }
}

/** Names a deal such that it can be told apart from other deals of its merchant. */
function distinctNameOf(deal: Pick<StoredDeal, 'legal_name' | 'reference' | 'amount_cents'>): Message {
  const { legal_name, reference, amount_cents } = deal
  const amount = amount_cents === null ? '' : formatMoney(amount_cents)
  return legal_name === '' ? nameOf(deal) : [legal_name, reference || amount].filter(Boolean).join(' · ')
}

interface StoredFile {
  sha256: string
  size: number
  original: OriginalFile | null
}

/** Stores a PDF, or a photo or locked PDF together with the PDF made from it. */
async function storeFile(
  documents: DocumentStore,
  path: string,
  converted: ConvertedFile | null,
  copying: Copying,
): Promise<StoredFile> {
  if (converted !== null && converted.pdf.length > MOST_DOCUMENT_BYTES) {
    const { photoTooLarge, madeTooLarge, saveSmaller, splitSmaller } = msg.errorsFiles
    const isPhoto = converted.format !== 'pdf'
    throw failure(
      'FILE_TOO_LARGE',
      isPhoto ? photoTooLarge : madeTooLarge,
      isPhoto ? saveSmaller : splitSmaller,
    )
  }
  const stored = await documents.add(path, copying)
  if (converted === null) return { ...stored, original: null }
  if (stored.sha256 !== converted.sha256)
    throw failure('FILE_CHANGED', msg.errorsFiles.changedWhileRead, msg.errorsFiles.attachAgainNothing, {
      retryable: true,
    })
  const pdf = await documents.addBytes(converted.pdf)
  return { ...pdf, original: { name: basename(path), type: converted.format, ...stored } }
}

function unknownFile(): Result<never> {
  return fail(appError('FILE_NOT_FOUND', msg.errorsFiles.notAvailable, msg.errorsFiles.pickOrDrop))
}
