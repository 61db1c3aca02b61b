import { appError, fail, type AppError } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { StoredDeal } from '../ports/vault.ts'

export function isEditable(deal: StoredDeal): boolean {
  return deal.state === 'draft' || deal.state === 'refused'
}

export function notEditable(deal: Pick<StoredDeal, 'state'>): { ok: false; error: AppError } {
  const why = {
    queued: msg.errorsDeals.applicationQueued,
    sending: msg.errorsDeals.beingSent,
    received: msg.errorsDeals.receivedNoChange,
    unknown: msg.errorsDeals.applicationNotKnown,
    draft: msg.errorsDeals.notNow,
    refused: msg.errorsDeals.notNow,
  }[deal.state]
  return fail(
    appError(
      'DEAL_NOT_EDITABLE',
      why,
      { queued: msg.errorsDeals.cancelFirst, unknown: msg.errorsDeals.confirmDelivery }[
        deal.state as string
      ] ?? msg.errorsDeals.changeNotSaved,
    ),
  )
}
