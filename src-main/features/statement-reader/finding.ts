import type {
  Finding,
  FindingDetail,
  FindingFacts,
  Reason,
  StatementReading,
} from '../../../src-shared/features/statements/statement.ts'

const LONGEST_QUOTE = 120

/** Creates a finding. Facts that are left out are null. */
export function finding(
  reason: Reason,
  detail: FindingDetail,
  page: number | null,
  facts: Partial<FindingFacts> = {},
): Finding {
  return {
    reason,
    detail,
    page,
    printed_cents: null,
    read_cents: null,
    printed_count: null,
    read_count: null,
    day: null,
    other_page: null,
    ...facts,
    quote: facts.quote?.slice(0, LONGEST_QUOTE) ?? null,
  }
}

/** Returns the reading of a file that cannot be read. */
export function unreadable(detail: FindingDetail, reason: Reason = 'unreadable'): StatementReading {
  return { verdict: 'unreadable', findings: [finding(reason, detail, null)], accounts: [] }
}
