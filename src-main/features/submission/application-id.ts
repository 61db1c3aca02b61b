import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { appError, type AppError } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { IdHolder, StoredDeal } from '../../platform/vault/vault.ts'
import { nameOf } from './duplicates.ts'
import type { DealStep } from './submission-machine.ts'
import type { Evidence, Finding } from '../../../src-shared/features/deals/deal.ts'

// An application_id belongs to only one deal of an environment (docs/submission.md).

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

function linkTo(holder: IdHolder | null): { deal_id?: string } {
  return holder === null || holder === 'deleted' ? {} : { deal_id: holder.deal_id }
}

/**
 * Adds an entry to the timeline of `holder`, the deal that owns the id, because a response gave the id to `deal` too. So the timelines of
 * both deals show what happened.
 */
export function notifyHolder(step: DealStep, deal: StoredDeal, holder: IdHolder | null): DealStep {
  if (holder === null || holder === 'deleted') return step
  const { history } = msg
  const detail = history.idRepeatedFor(nameOf(deal))
  const entry = { kind: 'application_id_repeated', title: history.idRepeated, detail } as const
  return { ...step, elsewhere: { deal_id: holder.deal_id, entry } }
}
