import { KIND_LINE, OWN_LINE, type DealWhere } from '../../../src-shared/features/pipeline/deal-match.ts'
import { SUBMISSION_STATES } from '../../../src-shared/features/deals/deal.ts'
import { statusLabel } from '../../../src-shared/platform/words/status-labels.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { formatCents } from '../../platform/ui/formats.ts'

type Trait = keyof DealWhere

export function traitsOf(
  where: DealWhere,
  profile: PayloadProfile | null,
): { trait: Trait; label: string }[] {
  const text = messages().filters
  const labels: { [T in Trait]?: (value: NonNullable<DealWhere[T]>) => string } = {
    amount_from_cents: (cents) => text.traitAmountFrom(formatCents(cents)),
    amount_to_cents: (cents) => text.traitAmountTo(formatCents(cents)),
    updated_within_days: (days) => text.traitUpdated(sinceText(days)),
    submitted_within_days: (days) => text.traitSubmitted(sinceText(days)),
    expires_within_days: (days) => text.traitExpires(untilText(days)),
    problems: (problems) => (problems === 'some' ? text.traitProblemsSome : text.traitProblemsNone),
    papers: (papers) => papersText(papers, profile),
    region: (region) => `${text.region}: ${region}`,
    status: (status) => statusText(status),
    under_way: () => text.underWay,
  }
  return (Object.keys(labels) as Trait[]).flatMap((trait) => {
    const value = where[trait]
    const label = labels[trait] as ((value: unknown) => string) | undefined
    return value === undefined || label === undefined ? [] : [{ trait, label: label(value) }]
  })
}

export function sinceText(days: number): string {
  return days === 0 ? messages().filters.today : messages().filters.lastDays(days)
}

export function untilText(days: number): string {
  return days === 0 ? messages().filters.today : messages().filters.nextDays(days)
}

export function papersText(papers: NonNullable<DealWhere['papers']>, profile: PayloadProfile | null): string {
  const text = messages().filters
  if (papers === 'complete') return text.papersComplete
  if (papers === 'missing') return text.papersMissing
  if (papers === OWN_LINE) return text.papersOwn
  const kind = papers.slice(KIND_LINE.length)
  return text.lacks(profile?.document_kinds.find(({ value }) => value === kind)?.label ?? kind)
}

/** Returns the label of a status, which is one of the app's own states or a status from the partner. */
export function statusText(status: string): string {
  const own = SUBMISSION_STATES.find((state) => state === status)
  return own === undefined ? statusLabel(status) : messages().columns.states[own]
}

export function withoutTrait(where: DealWhere, trait: Trait): DealWhere {
  const { [trait]: _, ...rest } = where
  return rest
}
