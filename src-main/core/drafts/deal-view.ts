import type { Deal } from '../../../src-shared/domain/deal.ts'
import { appError, fail, ok, type FieldProblem, type Result } from '../../../src-shared/errors.ts'
import { newestStatus } from '../../../src-shared/domain/newest-status.ts'
import { resolvePath } from '../../../src-shared/profile/form-path.ts'
import { maskSensitive } from '../../../src-shared/profile/sensitive.ts'
import type { StoredDeal } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'

/** Reads a deal that is there and not in the bin, or says that it is not. */
export async function loadDeal(workspace: Workspace, deal_id: string): Promise<Result<StoredDeal>> {
  const found = await workspace.vault.getDeal(deal_id)
  if (!found.ok) return found
  if (found.value === null || found.value.deleted_at !== null)
    return fail(appError('DEAL_NOT_FOUND', 'This deal is not here any more.', 'Go back to the pipeline.'))
  return ok(found.value)
}

/** A deal as its screen shows it: sensitive values masked, with its documents, offers and timeline. */
export async function viewDeal(workspace: Workspace, deal_id: string): Promise<Result<Deal>> {
  const [deal, documents, timeline] = await Promise.all([
    loadDeal(workspace, deal_id),
    workspace.vault.listDocuments(deal_id),
    workspace.vault.listTimeline(deal_id),
  ])
  if (!deal.ok) return deal
  if (!documents.ok) return documents
  if (!timeline.ok) return timeline
  const stored = deal.value
  const field_problems = problemsToShow(workspace, stored)
  return ok({
    deal_id: stored.deal_id,
    environment: workspace.environment,
    legal_name: stored.legal_name,
    reference: stored.reference,
    amount_cents: stored.amount_cents,
    state: stored.state,
    application_id: stored.application_id,
    partner_status: newestStatus(stored),
    has_offer: stored.offer_status === 'offer_available',
    documents: documents.value.length,
    documents_received: documents.value.filter((document) => document.state === 'received').length,
    problems: field_problems.length,
    created_at: stored.created_at,
    updated_at: stored.updated_at,
    submitted_at: stored.submitted_at,
    revision: stored.revision,
    profile: { id: stored.profile_id, version: stored.profile_version },
    values: maskSensitive(workspace.profile, stored.values),
    field_problems,
    error: stored.error,
    document_list: documents.value,
    offers: stored.offers,
    timeline: timeline.value,
  })
}

/** The profile's problems and, at fields the form shows, the service's refusals; the service has the last word on a field. */
export function problemsToShow(
  { profile }: Pick<Workspace, 'profile'>,
  deal: Pick<StoredDeal, 'field_problems' | 'refused_fields'>,
): FieldProblem[] {
  const refused = deal.refused_fields.filter(({ path }) => resolvePath(profile, path) !== null)
  const paths = new Set(refused.map(({ path }) => path))
  return [...refused, ...deal.field_problems.filter(({ path }) => !paths.has(path))]
}
