import { appError, fail, type AppError } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { StoredDeal } from '../ports/vault.ts'

export function isEditable(deal: StoredDeal): boolean {
  return deal.state === 'draft' || deal.state === 'refused'
}

export function notEditable(deal: Pick<StoredDeal, 'state'>): { ok: false; error: AppError } {
  const why = {
    queued: words().errorsDeals.applicationInLine,
    sending: words().errorsDeals.beingSent,
    received: words().errorsDeals.receivedNoChange,
    unknown: words().errorsDeals.applicationNotKnown,
    draft: words().errorsDeals.notNow,
    refused: words().errorsDeals.notNow,
  }[deal.state]
  return fail(
    appError(
      'DEAL_NOT_EDITABLE',
      why,
      { queued: words().errorsDeals.takeBackFirst, unknown: words().errorsDeals.sayFirst }[
        deal.state as string
      ] ?? words().errorsDeals.changeNotKept,
    ),
  )
}
