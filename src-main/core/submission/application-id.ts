import type { Message } from '../../../src-shared/messages/message.ts'
import type { Evidence, Finding } from '../../../src-shared/domain/queue.ts'
import { appError, type AppError } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { IdHolder, StoredDeal } from '../ports/vault.ts'
import { nameOf } from './duplicates.ts'
import type { DealStep } from './submission-machine.ts'

// An application_id belongs to only one deal of an environment (docs/submission.md).

/** The values of a deal's fields if the partner has no application for the deal. */
export const NOTHING_FROM_PARTNER = {
  application_id: null,
  application_status: null,
  application_status_at: null,
  offer_status: null,
  offer_status_at: null,
  offers: [],
} satisfies Partial<StoredDeal>

/**
 * Returns the only strong finding that the application arrived. It resolves an unknown outcome. Returns null if there is no strong finding,
 * or if there are several, because they contradict each other.
 */
export function strongFinding({ findings }: Evidence): (Finding & { application_id: string }) | null {
  const strong = findings.filter((finding) => finding.says === 'arrived' && finding.strong)
  const [only] = strong
  if (strong.length !== 1 || only === undefined || only.application_id === null) return null
  return { ...only, application_id: only.application_id }
}

/** Creates the error for an application_id that belongs to another deal, with advice for the broker. */
export function idTaken(application_id: string, holder: IdHolder, how: 'answered' | 'entered'): AppError {
  const { errorsDeals: text } = msg
  return how === 'answered'
    ? appError('APPLICATION_ID_TAKEN', answeredWith(application_id, holder), text.idTakenAdvice, {
        outcome: 'unknown',
        ...linkTo(holder),
      })
    : appError(
        'APPLICATION_ID_TAKEN',
        holder === 'deleted' ? text.idOfDeleted : text.idOfOther(nameOf(holder)),
        text.askForThisId,
        linkTo(holder),
      )
}

function answeredWith(application_id: string, holder: IdHolder): Message {
  const { errorsDeals: text } = msg
  return holder === 'deleted'
    ? text.idDeletedAnswered(application_id)
    : text.idTakenAnswered(application_id, nameOf(holder))
}

/** Creates the error for a deal that lost its id because an earlier version had given the same id to another deal. */
export function idWithdrawnError(application_id: string, holder: IdHolder | null): AppError {
  const { errorsDeals: text } = msg
  const name = holder === null || holder === 'deleted' ? text.unnamedDeal : nameOf(holder)
  return appError('APPLICATION_ID_TAKEN', text.idWithdrawn(application_id, name), text.idWithdrawnAdvice, {
    outcome: 'unknown',
    ...linkTo(holder),
  })
}

function linkTo(holder: IdHolder | null): { deal_id?: string } {
  return holder === null || holder === 'deleted' ? {} : { deal_id: holder.deal_id }
}

/**
 * Adds an entry to the timeline of `holder`, the deal that owns the id, so that the timelines of both deals show what happened. `repeated`:
 * a response gave the id to `deal` too. `shared`: an earlier app version gave the id to both deals.
 */
export function notifyHolder(
  step: DealStep,
  deal: StoredDeal,
  holder: IdHolder | null,
  why: 'repeated' | 'shared',
): DealStep {
  if (holder === null || holder === 'deleted') return step
  const { history } = msg
  const [title, detail] =
    why === 'repeated'
      ? [history.idRepeated, history.idRepeatedFor(nameOf(deal))]
      : [history.idShared, history.idSharedWith(nameOf(deal))]
  const entry = { kind: 'application_id_repeated', title, detail } as const
  return { ...step, elsewhere: { deal_id: holder.deal_id, entry } }
}
