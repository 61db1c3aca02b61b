import {
  UNREAD,
  type DocumentReading,
  type StatementPeriod,
} from '../../../src-shared/domain/document-reading.ts'
import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Workspace } from '../workspace.ts'

/** Says what kind of document a file is; allowed until it is on its way. */
export function setDocumentKind(
  workspace: Workspace,
  document_id: string,
  kind: string,
): Promise<Result<DealDocument>> {
  return oneAtATime(`document ${document_id}`, async () => {
    const found = await unsentDocument(workspace, document_id)
    if (!found.ok) return found
    if (!workspace.profile.document_kinds.some(({ value }) => value === kind))
      return fail(
        appError('INVALID_INPUT', words().errorsDeals.kindUnknown, words().errorsDeals.chooseOfList),
      )
    const reading: DocumentReading = { ...(found.value.reading ?? UNREAD), kind_by: 'broker' }
    const document: DealDocument = { ...found.value, kind, reading }
    const committed = await workspace.vault.commit([{ write: 'put_document', document }])
    if (!committed.ok) return committed
    workspace.emit('deal.changed', { deal_id: document.deal_id })
    return ok(document)
  })
}

/** Says which days a statement covers, null for none; at any time: it changes nothing that was sent. */
export function setStatementPeriod(
  workspace: Workspace,
  document_id: string,
  period: StatementPeriod | null,
): Promise<Result<DealDocument>> {
  return oneAtATime(`document ${document_id}`, async () => {
    const found = await workspace.vault.getDocument(document_id)
    if (!found.ok) return found
    if (found.value === null) return gone()
    const reading: DocumentReading = { ...(found.value.reading ?? UNREAD), period, period_by: 'broker' }
    const document: DealDocument = { ...found.value, reading }
    const committed = await workspace.vault.commit([{ write: 'put_document', document }])
    if (!committed.ok) return committed
    workspace.emit('deal.changed', { deal_id: document.deal_id })
    return ok(document)
  })
}

/** Takes a file off the deal; allowed until it is on its way. */
export function removeDocument(
  workspace: Workspace,
  document_id: string,
): Promise<Result<Record<string, never>>> {
  return oneAtATime(`document ${document_id}`, async () => {
    const found = await unsentDocument(workspace, document_id)
    if (!found.ok) return found
    const { deal_id, name } = found.value
    const committed = await workspace.vault.commit([
      { write: 'delete_document', document_id },
      {
        write: 'append_timeline',
        entry: {
          deal_id,
          at: workspace.clock.now(),
          kind: 'document_removed',
          title: words().history.removed(name),
          detail: '',
          verification: null,
        },
      },
    ])
    if (!committed.ok) return committed
    workspace.emit('deal.changed', { deal_id })
    return ok({})
  })
}

async function unsentDocument({ vault }: Workspace, document_id: string): Promise<Result<DealDocument>> {
  const found = await vault.getDocument(document_id)
  if (!found.ok) return found
  if (found.value === null) return gone()
  const { state } = found.value
  if (state === 'queued')
    return fail(
      appError('DEAL_NOT_EDITABLE', words().errorsDeals.documentInLine, words().errorsDeals.takeBackFirst),
    )
  if (state === 'sending' || state === 'received' || state === 'unknown')
    return fail(
      appError('DEAL_NOT_EDITABLE', words().errorsDeals.documentLeft, words().errorsDeals.attachAnother),
    )
  return ok(found.value)
}

function gone(): Result<never> {
  return fail(appError('FILE_NOT_FOUND', words().errors.documentGone, words().errors.openDealAgain))
}
