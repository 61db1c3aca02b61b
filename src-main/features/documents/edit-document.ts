import { failure } from '../../platform/base/failure.ts'
import { isDeepStrictEqual } from 'node:util'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import { loadDeal } from '../deals/load-deal.ts'
import { timelineWrite, type VaultWrite, type Vault } from '../../platform/vault/vault.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { ArrangeNeeds } from './arrange-pages.ts'
import { attachedDocument } from './read-bytes.ts'
import {
  UNREAD,
  type StatementPeriod,
  type DealDocument,
  lockedOriginal,
} from '../../../src-shared/features/documents/document.ts'

/** Sets the kind of a document. Allowed until the document is queued for sending. */
export function setDocumentKind(
  context: DraftNeeds,
  document_id: string,
  kind: string,
): Promise<DealDocument> {
  return changeDocument(context, document_id, (document) => {
    refuseSent(document)
    if (!context.profile.document_kinds.some(({ value }) => value === kind))
      throw failure('INVALID_INPUT', msg.errorsDeals.kindUnknown, msg.errorsDeals.chooseOfList)
    return { ...document, kind, reading: { ...(document.reading ?? UNREAD), kind_by: 'broker' } }
  })
}

/**
 * Sets the period that a statement covers; null removes it. Also allowed after the document was sent, because it does not change what was
 * sent.
 */
export function setStatementPeriod(
  context: Pick<Platform, 'vault' | 'emit'>,
  document_id: string,
  period: StatementPeriod | null,
): Promise<DealDocument> {
  return changeDocument(context, document_id, (document) => ({
    ...document,
    reading: { ...(document.reading ?? UNREAD), period, period_by: 'broker' },
  }))
}

/** Sets whether the partner gets the locked original instead of its unlocked copy. Allowed until the document is queued for sending. */
export function setSentFile(
  context: Pick<Platform, 'vault' | 'emit'>,
  document_id: string,
  sends_original: boolean,
): Promise<DealDocument> {
  return changeDocument(context, document_id, (document) => {
    refuseSent(document)
    if (lockedOriginal(document) === null)
      throw failure('FILE_NOT_FOUND', msg.errors.documentGone, msg.errors.openDealAgain)
    return { ...document, reading: { ...(document.reading ?? UNREAD), sends_original } }
  })
}

/**
 * Changes a document. Changes of the same document run one after another. If `change` fails or returns an equal document, nothing is
 * stored.
 */
export function changeDocument(
  context: Pick<Platform, 'vault' | 'emit'>,
  document_id: string,
  change: (document: DealDocument) => DealDocument,
): Promise<DealDocument> {
  return oneAtATime(`document ${document_id}`, async () => {
    const found = await attachedDocument(context, document_id)
    const changed = change(found)
    if (isDeepStrictEqual(changed, found)) return changed
    await context.vault.commit([{ write: 'put_document', document: changed }])
    context.emit('deal.changed', { deal_id: changed.deal_id })
    return changed
  })
}

/** Removes a document from its deal. Allowed until the document is queued for sending. `restoreDocument` restores it. */
export function removeDocument(
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  document_id: string,
): Promise<void> {
  return oneAtATime(`document ${document_id}`, async () => {
    const found = await attachedDocument(context, document_id)
    refuseSent(found)
    const { deal_id, name } = found
    const checklist = await context.vault.checklistOf(deal_id)
    const tie = checklist.ties.find((one) => one.document_id === document_id)
    rememberRemoved(context, found, tie?.item_id ?? null)
    await context.vault.commit([
      { write: 'delete_document', document_id },
      timelineWrite(deal_id, context.clock.now(), 'document_removed', msg.history.removed(name)),
    ])
    context.emit('deal.changed', { deal_id })
  })
}

/**
 * Restores a document that was removed from its deal within the last hour. If it was linked to a checklist line, links it again, unless the
 * line was deleted or has another document now.
 */
export async function restoreDocument(context: ArrangeNeeds, document_id: string): Promise<void> {
  const { vault, documents, clock, emit } = context
  const removed = recentlyRemoved(context).find(({ document }) => document.document_id === document_id)
  if (removed === undefined)
    throw failure('FILE_NOT_FOUND', msg.errors.documentGone, msg.errorsFiles.attachAgain)
  const { document, item_id } = removed
  const { deal_id, name, sha256 } = document
  return oneAtATime(`documents ${deal_id}`, async () => {
    const [, listed, checklist] = await Promise.all([
      loadDeal(context, deal_id),
      vault.listDocuments(deal_id),
      vault.checklistOf(deal_id),
    ])
    if (listed.some((one) => one.document_id === document_id)) return
    // After the removal, the broker may have attached a file with the same content. A deal contains each file only once, so refuse to
    // restore the document.
    const duplicate = listed.find((one) => one.sha256 === sha256)
    if (duplicate !== undefined)
      throw failure(
        'FILE_DUPLICATE',
        msg.errorsFiles.attachedAs(duplicate.name),
        msg.errorsFiles.nothingAdded,
      )
    await documents.read(sha256, 0, 1)
    const { items, ties } = checklist
    const isLineThere = item_id?.includes(':') === true || items.some((one) => one.item_id === item_id)
    const isLineFree = isLineThere && !ties.some((one) => one.item_id === item_id)
    const tie: VaultWrite[] = isLineFree ? [{ write: 'tie_document', document_id, item_id }] : []
    await vault.commit([
      { write: 'put_document', document },
      ...tie,
      timelineWrite(deal_id, clock.now(), 'document_added', msg.history.restored(name)),
    ])
    emit('deal.changed', { deal_id })
  })
}

/** Fails if the document may no longer be changed or removed. */
function refuseSent({ state }: DealDocument): void {
  const { documentQueued, cancelFirst, documentAlreadySent, attachAnother } = msg.errorsDeals
  if (state === 'queued') throw failure('DEAL_NOT_EDITABLE', documentQueued, cancelFirst)
  if (state === 'sending' || state === 'received' || state === 'unknown')
    throw failure('DEAL_NOT_EDITABLE', documentAlreadySent, attachAnother)
}

/** Time in milliseconds during which the broker can restore a removed document. Its stored file is not deleted during this time. */
const KEPT_MS = 3_600_000
const MOST = 1_000

interface Removed {
  document: DealDocument
  item_id: string | null
  at: string
}

/**
 * Removed documents by id, for each open vault. Only main has this list. To restore a document, the page names only its id, so a
 * compromised page cannot add content of its own.
 */
const removed = new WeakMap<Vault, Map<string, Removed>>()

/**
 * Remembers a document, so that it can be restored. Call this before removing the document. Its stored file then counts as in use without
 * interruption, so that the cleanup does not delete it.
 */
function rememberRemoved(
  { vault, clock }: Pick<Platform, 'vault' | 'clock'>,
  document: DealDocument,
  item_id: string | null,
): void {
  const known = removed.get(vault) ?? new Map<string, Removed>()
  removed.set(vault, known)
  // Delete an existing entry first, so that the new entry is last. The map's order is from the oldest to the newest removal.
  known.delete(document.document_id)
  known.set(document.document_id, { document, item_id, at: clock.now() })
  const [oldest] = known.keys()
  if (known.size > MOST && oldest !== undefined) known.delete(oldest)
}

/** Returns the documents that were removed within the last hour. These include documents that have been restored since. */
function recentlyRemoved({ vault, clock }: Pick<Platform, 'vault' | 'clock'>): Removed[] {
  const since = Date.parse(clock.now()) - KEPT_MS
  return [...(removed.get(vault)?.values() ?? [])].filter(({ at }) => Date.parse(at) >= since)
}

/** Returns the SHA-256 of each document that a deal uses or that can still be restored. */
export async function documentsInUse(context: Pick<Platform, 'vault' | 'clock'>): Promise<Set<string>> {
  const inUse = new Set(await context.vault.contentInUse())
  // Add the removed documents last. If the broker removes a document meanwhile, the list above may lack it, but this list contains it.
  for (const { document } of recentlyRemoved(context))
    for (const { sha256 } of [document, ...(document.originals ?? [])]) inUse.add(sha256)
  return inUse
}
