import { appError, fail, type AppError } from '../../../src-shared/errors.ts'
import type { StoredDeal } from '../ports/vault.ts'

/** Whether the form of a deal may be changed. */
export function isEditable(deal: StoredDeal): boolean {
  return deal.state === 'draft' || deal.state === 'refused'
}

/** Says why a deal takes no change. */
export function notEditable(deal: Pick<StoredDeal, 'state'>): { ok: false; error: AppError } {
  const why = {
    queued: 'This application waits in line to be sent.',
    sending: 'The application is being sent just now.',
    received: 'The service has received this application, so it can be changed no more.',
    unknown: 'It is not known whether the service received this application.',
    draft: 'This draft cannot be changed now.',
    refused: 'This draft cannot be changed now.',
  }[deal.state]
  return fail(
    appError(
      'DEAL_NOT_EDITABLE',
      why,
      { queued: 'Take it back first.', unknown: 'Say first what became of it.' }[deal.state as string] ??
        'Your change was not kept.',
    ),
  )
}
