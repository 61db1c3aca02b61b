import { createHash } from 'node:crypto'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { validateDraft } from '../../../src-shared/profile/validate-draft.ts'
import { loadDeal } from '../drafts/load-deal.ts'
import { isEditable } from '../drafts/editable.ts'
import { applyWaitingEvents } from '../events/receive-events.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Workspace } from '../workspace.ts'
import { sendDocuments } from './send-documents.ts'
import type { Uploads } from './uploads.ts'
import {
  applicationAnswered,
  applicationLeaves,
  applicationResolved,
  dealWrites,
} from './submission-machine.ts'

/**
 * Sends the application and then, once the service has it, each document. Ok when it came to an end, whatever end: the
 * deal's state tells which. `DRAFT_INCOMPLETE` with the fields when it may not go out yet; then nothing was sent.
 */
export async function submitApplication(
  workspace: Workspace,
  uploads: Uploads,
  deal_id: string,
): Promise<Result<void>> {
  const sent = await oneAtATime(deal_id, () => sendApplication(workspace, deal_id))
  if (!sent.ok || !sent.value) return sent.ok ? ok(undefined) : sent
  return sendDocuments(workspace, uploads, deal_id)
}

/** Answers whether the service has the application now. */
async function sendApplication(workspace: Workspace, deal_id: string): Promise<Result<boolean>> {
  const { vault, clock, emit } = workspace
  const found = await loadDeal(workspace, deal_id)
  if (!found.ok) return found
  const deal = found.value
  if (deal.state === 'sending' || deal.state === 'unknown' || !isEditable(deal))
    return fail(cannotSubmit(deal.state))

  const { problems, payload } = validateDraft(workspace.profile, deal.values, clock.now().slice(0, 10))
  if (problems.length > 0)
    return fail(
      appError(
        'DRAFT_INCOMPLETE',
        problems.length === 1 ? 'One field needs attention.' : `${problems.length} fields need attention.`,
        'Complete the marked fields and submit again.',
        { outcome: 'not_received', fields: problems },
      ),
    )
  const partner = await workspace.partner()
  if (!partner.ok) return partner

  const payloadHash = createHash('sha256').update(JSON.stringify(payload)).digest('hex')
  const left = await vault.commit(dealWrites(deal, applicationLeaves(payloadHash), clock.now()))
  if (!left.ok) return left
  emit('deal.changed', { deal_id })

  const answer = await partner.value.createApplication(payload)
  const at = clock.now()
  const settled = await vault.commit(dealWrites(deal, applicationAnswered(answer, at), at))
  if (!settled.ok) return settled
  emit('deal.changed', { deal_id })
  if (!answer.ok) {
    workspace.log.warn('application not received', { code: answer.error.code, outcome: answer.error.outcome })
    return ok(false)
  }
  await applyWaitingEvents(workspace, answer.value.application_id)
  return ok(true)
}

/** Takes the broker's word for what became of an application whose outcome is unknown. */
export function resolveUnknownApplication(
  workspace: Workspace,
  deal_id: string,
  arrived: boolean,
  application_id: string | undefined,
): Promise<Result<void>> {
  return oneAtATime(deal_id, async () => {
    const found = await loadDeal(workspace, deal_id)
    if (!found.ok) return found
    if (found.value.state !== 'unknown')
      return fail(
        appError('DEAL_NOT_EDITABLE', 'The outcome of this application is known.', 'Open the deal again.'),
      )
    if (arrived && application_id === undefined)
      return fail(
        appError(
          'INVALID_INPUT',
          'The application_id is missing.',
          'Ask the funding partner for it and enter it here.',
        ),
      )
    const at = workspace.clock.now()
    const step = applicationResolved(arrived ? (application_id ?? null) : null, at)
    const committed = await workspace.vault.commit(dealWrites(found.value, step, at))
    if (!committed.ok) return committed
    workspace.emit('deal.changed', { deal_id })
    if (arrived && application_id !== undefined) await applyWaitingEvents(workspace, application_id)
    return ok(undefined)
  })
}

function cannotSubmit(state: string) {
  if (state === 'sending')
    return appError(
      'SUBMISSION_IN_PROGRESS',
      'This application is being sent just now.',
      'Wait until it has come to an end.',
    )
  if (state === 'unknown')
    return appError(
      'SUBMISSION_IN_PROGRESS',
      'It is not known whether the service received this application.',
      'Say first what became of it, so that it is not sent twice.',
      { outcome: 'unknown' },
    )
  return appError(
    'DEAL_NOT_EDITABLE',
    'The service has this application already.',
    'Send further documents from the deal.',
    {
      outcome: 'received',
    },
  )
}
