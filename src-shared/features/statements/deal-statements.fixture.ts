import { addMonths } from '../../platform/base/days.ts'
import { wholeMonth } from '../documents/statement-coverage.ts'
import type {
  DealStatements,
  PositionView,
  StatementAccountView,
  StatementDocument,
  StatementMonthView,
} from './deal-statements.ts'
import type { Finding, Reason } from './statement.ts'

/** Figures of a month with $40,000 of revenue. */
const FIGURES = {
  opening_cents: 10_000_00,
  closing_cents: 12_345_67,
  deposits_cents: 45_000_00,
  deposits_count: 31,
  true_revenue_cents: 40_000_00,
  withdrawals_cents: 42_654_33,
  withdrawals_count: 60,
  average_daily_balance_cents: 9_000_00,
  lowest_balance_cents: -120_50,
  negative_days: 1,
  nsf_count: 2,
  returned_count: 1,
  funder_debits_cents: 6_000_00,
  funder_share_basis_points: 1_500,
} satisfies StatementMonthView['figures']

type Figures = StatementMonthView['figures']

/** Returns a verified month of an account, in a document of its own. */
export function verifiedMonth(
  month: string,
  figures: Figures = {},
  {
    account = 'a1',
    period = wholeMonth(month),
  }: { account?: string; period?: { from: string; to: string } } = {},
): StatementMonthView {
  return {
    month_id: `${account} ${month}`,
    document_id: documentId(account, month),
    ...period,
    verdict: 'verified',
    findings: [],
    figures: { ...FIGURES, ...figures },
    unconfirmed_rows: 0,
  }
}

/** Returns a month that is not verified, because its entries do not add up. It has no figures. */
export function unverifiedMonth(month: string, account = 'a1'): StatementMonthView {
  return {
    ...verifiedMonth(month, {}, { account }),
    verdict: 'unverified',
    findings: [findingOf('does_not_add_up', 3)],
    figures: {},
  }
}

/** Returns a finding about a page, or about the whole file. */
export function findingOf(reason: Reason, page: number | null = null): Finding {
  return {
    reason,
    page,
    detail: 'closing_balance',
    printed_cents: null,
    read_cents: null,
    printed_count: null,
    read_count: null,
    quote: null,
    day: null,
    other_page: null,
  }
}

const documentId = (account: string, month: string) => `document ${account} ${month}`

export function accountOf(
  months: StatementMonthView[],
  account_id = 'a1',
  number_last4 = '4417',
): StatementAccountView {
  return { account_id, holder: 'LARKSPUR AUTO LLC', number_last4, months }
}

export function positionOf(changes: Partial<PositionView> = {}): PositionView {
  return {
    position_id: 'p1',
    name: 'BLUEHERON CAP',
    cadence: 'daily',
    typical_cents: 312_00,
    count: 21,
    total_cents: 6_552_00,
    returned_count: 0,
    first: '2026-04-01',
    last: '2026-04-30',
    active_until: '2026-04-30',
    confirmed: null,
    ...changes,
  }
}

/** Returns what a deal's statements say. The totals are those of the months in which every account is verified. */
export function dealStatements(
  accounts: StatementAccountView[],
  { positions = [] }: { positions?: PositionView[] } = {},
): DealStatements {
  const all = accounts.flatMap((account) => account.months)
  const names = [...new Set(all.map(({ from }) => from.slice(0, 7)))]
  return {
    deal_id: '3f0f4a0e-90a5-4a5c-8a1e-0d2c3b4a5f60',
    documents: all.map((month): StatementDocument => ({
      document_id: month.document_id,
      name: `Statement ${month.from.slice(0, 7)}.pdf`,
      pages: 3,
      is_picture: false,
      is_outdated: false,
      reading: { state: 'read', verdict: month.verdict, findings: month.findings, evidence: [] },
      months: [],
    })),
    accounts,
    totals: names.flatMap((month) => {
      const ofMonth = all.filter(({ from }) => from.startsWith(month))
      const [first] = ofMonth
      return first !== undefined && ofMonth.every(({ verdict }) => verdict === 'verified')
        ? [{ month, figures: first.figures }]
        : []
    }),
    other_accounts: [],
    positions,
    funder_credits: [],
    missing_months: [],
  }
}

/** Returns `count` months from the first one on (`2026-04`). */
export function monthNames(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => addMonths(first, at))
}
