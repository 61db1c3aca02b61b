import type { DealChoice } from '../../../src-shared/domain/pipeline.ts'
import { KIND_LINE, OWN_LINE } from '../../../src-shared/domain/deal-match.ts'
import type { NextAction } from '../../../src-shared/domain/next-actions.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { lookupOf } from './list-deals.ts'

type Rule = Omit<NextAction, 'deals'>

/**
 * Returns possible actions for the broker, the most urgent first. Each is a list query, so that its count is the length of the list it
 * opens.
 */
export function nextActionRules(
  profile: Pick<PayloadProfile, 'expected_documents' | 'document_kinds'>,
): Rule[] {
  const choice = (more: Partial<DealChoice>): DealChoice => ({
    search: '',
    filter: 'all',
    where: {},
    ...more,
  })
  return [
    { kind: 'expire_today', choice: choice({ where: { expires_within_days: 0 } }) },
    { kind: 'expire_soon', choice: choice({ where: { expires_within_days: 3 } }) },
    { kind: 'unknown', choice: choice({ where: { status: 'unknown' } }) },
    { kind: 'refused', choice: choice({ where: { status: 'refused' } }) },
    { kind: 'more_information', choice: choice({ where: { status: 'app_incomplete_info' } }) },
    { kind: 'stipulations', choice: choice({ where: { under_way: true, papers: OWN_LINE } }) },
    ...profile.expected_documents.map((value) => ({
      kind: 'paper' as const,
      paper: {
        value,
        label: profile.document_kinds.find((one) => one.value === value)?.label ?? value,
      },
      choice: choice({ where: { under_way: true, papers: `${KIND_LINE}${value}` as const } }),
    })),
    { kind: 'ready', choice: choice({ filter: 'draft', where: { problems: 'none', papers: 'complete' } }) },
  ]
}

/** Returns the actions with at least one deal. */
export async function nextActions(context: EnvironmentContext): Promise<Result<NextAction[]>> {
  const rules = nextActionRules(context.profile)
  const counted = await context.vault.countDeals(rules.map(({ choice }) => lookupOf(context, choice)))
  if (!counted.ok) return counted
  const actions = rules.map((rule, at) => ({ ...rule, deals: counted.value[at] ?? 0 }))
  const today = actions.find(({ kind }) => kind === 'expire_today')?.deals ?? 0
  // Deals that expire today also expire soon. If there are no others, show only today's action.
  return ok(actions.filter(({ kind, deals }) => deals > (kind === 'expire_soon' ? today : 0)))
}
