import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { loadDeal } from '../drafts/load-deal.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { PartnerApi } from '../ports/partner-api.ts'
import type { Workspace } from '../workspace.ts'
import { documentAnswered, documentLeaves, documentResolved, documentWrites } from './submission-machine.ts'
import type { Uploads } from './uploads.ts'

/**
 * Sends the documents of a received application that the service does not have, one after another; those whose outcome is
 * unknown stay behind. One that fails keeps no other back: each tells its own end.
 */
export function sendDocuments(
  workspace: Workspace,
  uploads: Uploads,
  deal_id: string,
): Promise<Result<void>> {
  return oneAtATime(`documents ${deal_id}`, async () => {
    const deal = await loadDeal(workspace, deal_id)
    if (!deal.ok) return deal
    const { application_id } = deal.value
    if (application_id === null)
      return fail(
        appError(
          'DEAL_NOT_EDITABLE',
          'The service does not have this application yet.',
          'Submit the application first.',
          {
            outcome: 'not_received',
          },
        ),
      )
    const documents = await workspace.vault.listDocuments(deal_id)
    if (!documents.ok) return documents
    const partner = await workspace.partner()
    if (!partner.ok) return partner
    for (const document of documents.value) {
      // What was not begun stays attached, and goes out on a press after the next start.
      if (uploads.isClosed) break
      const sent = await sendOne(workspace, partner.value, uploads, application_id, document.document_id)
      if (!sent.ok) return sent
    }
    return ok(undefined)
  })
}

async function sendOne(
  workspace: Workspace,
  partner: PartnerApi,
  uploads: Uploads,
  application_id: string,
  document_id: string,
): Promise<Result<void>> {
  const { vault, documents, clock, emit, log } = workspace
  const leaving = await oneAtATime(`document ${document_id}`, () => leave(workspace, document_id))
  if (!leaving.ok || leaving.value === null) return leaving.ok ? ok(undefined) : leaving
  const document = leaving.value
  const { deal_id, name, size, sha256, kind } = document
  emit('deal.changed', { deal_id })

  const onProgress = everyPercent(size, (sent) =>
    emit('document.progress', { deal_id, document_id, sent, total: size }),
  )
  const file = { name, size, sha256, open: () => documents.open(sha256) }
  const answer = await uploads.run(document_id, (signal) =>
    partner.createDocument({ application_id, type: kind, file }, onProgress, signal),
  )

  const at = clock.now()
  const settled = await vault.commit(documentWrites(document, documentAnswered(document, answer, at), at))
  if (!settled.ok) return settled
  emit('deal.changed', { deal_id })
  if (!answer.ok)
    log.warn('document not received', { code: answer.error.code, outcome: answer.error.outcome })
  return ok(undefined)
}

/**
 * Marks a document as on its way, as it stands now: while others were sent it may have been removed, or its kind changed.
 * Null when there is nothing to send.
 */
async function leave({ vault, clock }: Workspace, document_id: string): Promise<Result<DealDocument | null>> {
  const found = await vault.getDocument(document_id)
  if (!found.ok) return found
  const document = found.value
  if (document?.state !== 'attached' && document?.state !== 'refused') return ok(null)
  const left = await vault.commit(documentWrites(document, documentLeaves(document), clock.now()))
  return left.ok ? ok(document) : left
}

/** Lets a progress through once per cent: a bar needs no more, and the window is not flooded. */
function everyPercent(total: number, tell: (sent: number) => void): (sent: number) => void {
  let told = 0
  return (sent) => {
    if (sent < total && sent - told < total / 100) return
    told = sent
    tell(sent)
  }
}

/** Takes the broker's word for what became of a document whose outcome is unknown. */
export function resolveUnknownDocument(
  workspace: Workspace,
  document_id: string,
  arrived: boolean,
): Promise<Result<void>> {
  return oneAtATime(`document ${document_id}`, async () => {
    const found = await workspace.vault.getDocument(document_id)
    if (!found.ok) return found
    const document = found.value
    if (document?.state !== 'unknown')
      return fail(
        appError('DEAL_NOT_EDITABLE', 'The outcome of this document is known.', 'Open the deal again.'),
      )
    const at = workspace.clock.now()
    const committed = await workspace.vault.commit(
      documentWrites(document, documentResolved(document, arrived, at), at),
    )
    if (!committed.ok) return committed
    workspace.emit('deal.changed', { deal_id: document.deal_id })
    return ok(undefined)
  })
}
