import { loadDeal } from '../deals/load-deal.ts'
import type { StatementNeeds } from '../statements/deal-statements.ts'
import { healthOf } from '../submission/health.ts'
import { lookupOf, type ListNeeds } from './list-deals.ts'
import type { Need } from '../../../src-shared/features/deals/need.ts'
import { type DealWhere, KIND_LINE, OWN_LINE } from '../../../src-shared/features/pipeline/deal-match.ts'
import { type IncompleteDeals, MOST_LOOKED_AT } from '../../../src-shared/features/pipeline/pipeline-view.ts'
import type { DealChoice, NextAction } from '../../../src-shared/features/pipeline/pipeline.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'

type Rule = Omit<NextAction, 'deals'>
type Present = Pick<DealChoice, 'search' | 'where'>

const SET_BY_ACTIONS: ReadonlySet<string> = new Set<keyof DealWhere>([
  'needs_you',
  'need',
  'expires_within_days',
  'status',
  'under_way',
  'papers',
])

/**
 * Returns possible actions for the broker, the most urgent first. Each action is a query for the deal list, within the search and the
 * filters of `present`. The number that the action shows therefore equals the number of deals in the list that it opens. Leaves out actions
 * that contradict a filter.
 */
export function nextActionRules(
  profile: Pick<PayloadProfile, 'expected_documents' | 'document_kinds'>,
  { search, where }: Present,
): Rule[] {
  // What an earlier choice from this menu set is not a filter that the next choice keeps.
  const kept: DealWhere =
    where.needs_you === true
      ? Object.fromEntries(Object.entries(where).filter(([key]) => !SET_BY_ACTIONS.has(key)))
      : where
  const isWithin = (rule: Rule) =>
    Object.entries(kept).every(
      ([key, value]) => (rule.choice.where[key as keyof DealWhere] ?? value) === value,
    )
  const choice = (more: Partial<DealChoice>): DealChoice => ({
    search,
    filter: 'all',
    ...more,
    where: { ...kept, needs_you: true, ...more.where },
  })
  const needs = (all: Need[]): Rule[] =>
    all.map((need) => ({ kind: need, choice: choice({ where: { need } }) }))
  const rules: Rule[] = [
    { kind: 'all', choice: choice({}) },
    { kind: 'expire_today', choice: choice({ where: { expires_within_days: 0 } }) },
    { kind: 'expire_soon', choice: choice({ where: { expires_within_days: 3 } }) },
    ...needs(['outcome', 'document_outcome']),
    { kind: 'refused', choice: choice({ where: { status: 'refused' } }) },
    ...needs([
      'refused_document',
      'decision',
      'information',
      'documents',
      'unsent_documents',
      'another_offer',
      'reason',
      'reading',
    ]),
    { kind: 'stipulations', choice: choice({ where: { under_way: true, papers: OWN_LINE } }) },
    ...profile.expected_documents.map((value) => ({
      kind: 'paper' as const,
      paper: {
        value,
        label: profile.document_kinds.find((one) => one.value === value)?.label ?? value,
      },
      choice: choice({ where: { under_way: true, papers: `${KIND_LINE}${value}` as const } }),
    })),
    { kind: 'ready', choice: choice({ filter: 'draft', where: { need: 'submission', papers: 'complete' } }) },
    {
      kind: 'lacking',
      choice: choice({ filter: 'draft', where: { need: 'submission', papers: 'missing' } }),
    },
    // The rejected applications have an action of their own.
    { kind: 'fields', choice: choice({ filter: 'draft', where: { need: 'fields' } }) },
  ]
  return rules.filter(isWithin)
}

/** Returns the recommended actions for the broker, for the deals that a search and filters find. Leaves out actions that no deal needs. */
export async function nextActions(
  context: ListNeeds,
  present: Present = { search: '', where: {} },
): Promise<NextAction[]> {
  const rules = nextActionRules(context.profile, present)
  const counted = await context.vault.countDeals(rules.map(({ choice }) => lookupOf(context, choice)))
  const actions = rules.map((rule, at) => ({ ...rule, deals: counted[at] ?? 0 }))
  const today = actions.find(({ kind }) => kind === 'expire_today')?.deals ?? 0
  // The deals whose offers expire soon include those whose offers expire today. If there are no others, show only the action for today.
  return actions.filter(({ kind, deals }) => deals > (kind === 'expire_soon' ? today : 0))
}

/**
 * Checks the first `MOST_LOOKED_AT` deals before a bulk submission. Counts the deals that it would send (complete drafts and refused
 * deals), and lists what the app knows to be wrong or missing in each. Also counts deals that are duplicates of submitted ones, although a bulk submission
 * skips them. Fails only if the vault does.
 */
export async function incompleteDeals(context: StatementNeeds, deal_ids: string[]): Promise<IncompleteDeals> {
  const looked = deal_ids.slice(0, MOST_LOOKED_AT)
  const rows = await context.vault.dealRows(looked)
  const leaving = rows.filter(
    ({ state, problems, deleted_at }) =>
      deleted_at === null &&
      // A deal that the partner refused can be submitted again.
      ((state === 'draft' && problems === 0) || state === 'refused'),
  )
  const deals: IncompleteDeals['deals'] = []
  for (const row of leaving) {
    // Read one deal after another, so that the vault can serve other calls in between.
    const notes = await healthOf(context, await loadDeal(context, row.deal_id))
    if (notes.length > 0) deals.push({ ...row, notes })
  }
  return { deals, leaving: leaving.length, not_looked_at: deal_ids.length - looked.length }
}
