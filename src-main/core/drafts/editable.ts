import { appError, fail, type AppError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import type { StoredDeal } from '../ports/vault.ts'

export function isEditable(deal: StoredDeal): boolean {
  return deal.state === 'draft' || deal.state === 'refused'
}

export function notEditable(deal: Pick<StoredDeal, 'state'>): { ok: false; error: AppError } {
  const why = {
    queued: messages().errorsDeals.applicationQueued,
    sending: messages().errorsDeals.beingSent,
    received: messages().errorsDeals.receivedNoChange,
    unknown: messages().errorsDeals.applicationNotKnown,
    draft: messages().errorsDeals.notNow,
    refused: messages().errorsDeals.notNow,
  }[deal.state]
  return fail(
    appError(
      'DEAL_NOT_EDITABLE',
      why,
      { queued: messages().errorsDeals.cancelFirst, unknown: messages().errorsDeals.confirmDelivery }[
        deal.state as string
      ] ?? messages().errorsDeals.changeNotSaved,
    ),
  )
}
