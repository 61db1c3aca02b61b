import { appError, fail, ok, type FieldProblem, type Result } from '../../../src-shared/errors.ts'
import { resolvePath } from '../../../src-shared/profile/form-path.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import type { StoredDeal } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'

/** Reads a deal that is there and not in the bin, or says that it is not. */
export async function loadDeal(workspace: Workspace, deal_id: string): Promise<Result<StoredDeal>> {
  const found = await workspace.vault.getDeal(deal_id)
  if (!found.ok) return found
  return present(found.value)
}

/** The deal that was read, if it is there and not in the bin. */
export function present(deal: StoredDeal | null): Result<StoredDeal> {
  if (deal === null || deal.deleted_at !== null)
    return fail(appError('DEAL_NOT_FOUND', words().errors.dealGone, words().errors.toPipeline))
  return ok(deal)
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
