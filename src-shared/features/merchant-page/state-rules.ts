/**
 * State laws on commercial financing that concern a page for the merchant. Each entry has dates. If a law changes, the old entry gets an
 * end date, and a new entry is added. `docs/merchant-page.md` explains the entries and says what the app does not check.
 */
export interface StateRule {
  state: string
  /** The name of the law, as screens show it. */
  law: string
  citations: readonly string[]
  /** First and last date on which the rule applies, `YYYY-MM-DD`. `until` is null for a rule without an end. */
  from: string
  until: string | null
  /**
   * The amounts of the offers that the rule covers: those below `cents` and, if `included` is true, those of exactly `cents`. Null if the
   * rule covers offers of any amount.
   */
  limit: { cents: number; included: boolean } | null
  /**
   * The app's reaction to the law. `gate`: the app creates a page only if it shows the APR of each covered offer and uses "rate" for
   * nothing else. `flag`: the app only warns the broker. The law then requires the funder's own disclosure, which this page does not
   * replace.
   */
  effect: 'gate' | 'flag'
}

/** The day on which a developer last compared the entries with their sources. */
export const RULES_READ_ON = '2026-11-23'

const upTo = (dollars: number) => ({ cents: dollars * 100, included: true })

export const STATE_RULES: readonly StateRule[] = [
  {
    state: 'CA',
    law: 'California SB 362',
    citations: [
      'Cal. Fin. Code § 22806 (SB 362, Stats. 2025, ch. 352)',
      'Cal. Fin. Code § 22800 (recipient: offers of $500,000 or less)',
      '10 CCR §§ 921, 940, 942, 954',
    ],
    from: '2026-01-01',
    until: null,
    limit: upTo(500_000),
    effect: 'gate',
  },
  {
    state: 'CA',
    law: 'California Commercial Financing Disclosures',
    citations: ['Cal. Fin. Code §§ 22802, 22804 (SB 1235)', '10 CCR §§ 900–956, broker: § 952'],
    from: '2022-12-09',
    until: null,
    limit: upTo(500_000),
    effect: 'flag',
  },
  {
    state: 'NY',
    law: 'New York Financial Services Law § 810',
    citations: [
      'N.Y. Fin. Serv. Law § 810 (other metrics are not presented as a rate; APR beside a financing amount)',
      'N.Y. Fin. Serv. Law § 802(g) (over $2,500,000 is exempt)',
      '23 NYCRR §§ 600.3, 600.19',
    ],
    from: '2023-08-01',
    until: null,
    limit: upTo(2_500_000),
    effect: 'gate',
  },
  {
    state: 'NY',
    law: 'New York Commercial Finance Disclosure Law',
    citations: ['N.Y. Fin. Serv. Law §§ 801–812', '23 NYCRR 600, broker: § 600.21'],
    from: '2023-08-01',
    until: null,
    limit: upTo(2_500_000),
    effect: 'flag',
  },
  {
    state: 'VA',
    law: 'Virginia Code § 6.2-2231',
    citations: ['Va. Code §§ 6.2-2228 to 6.2-2238 (HB 1027, 2022)', '10 VAC 5-240'],
    from: '2022-07-01',
    until: null,
    limit: upTo(500_000),
    effect: 'flag',
  },
  {
    state: 'UT',
    law: 'Utah Code § 7-27-202',
    citations: ['Utah Code §§ 7-27-101, 7-27-202 (SB 183, 2022)'],
    from: '2023-01-01',
    until: null,
    limit: upTo(1_000_000),
    effect: 'flag',
  },
  {
    state: 'FL',
    law: 'Florida Commercial Financing Disclosure Law',
    citations: ['Fla. Stat. §§ 559.961–559.9615 (HB 1353, 2023), broker: § 559.9614'],
    from: '2024-01-01',
    until: null,
    limit: upTo(500_000),
    effect: 'flag',
  },
  {
    state: 'GA',
    law: 'Georgia Code § 10-1-393.18',
    citations: ['O.C.G.A. § 10-1-393.18 (SB 90, 2023)'],
    from: '2024-01-01',
    until: null,
    limit: upTo(500_000),
    effect: 'flag',
  },
  {
    state: 'CT',
    law: 'Connecticut General Statutes § 36a-863',
    citations: ['Conn. Gen. Stat. §§ 36a-861 to 36a-872 (Public Act 23-201)'],
    from: '2024-07-01',
    until: null,
    limit: upTo(250_000),
    effect: 'flag',
  },
  {
    state: 'KS',
    law: 'Kansas Commercial Financing Disclosure Act',
    citations: ['2024 SB 345, sections 1–5'],
    from: '2024-07-01',
    until: null,
    limit: upTo(500_000),
    effect: 'flag',
  },
  {
    state: 'MO',
    law: 'Missouri Revised Statutes § 427.300',
    citations: ['Mo. Rev. Stat. § 427.300 (SB 1359, 2024)'],
    from: '2025-02-28',
    until: null,
    limit: upTo(500_000),
    effect: 'flag',
  },
  {
    state: 'LA',
    law: 'Louisiana Revised Statutes 9:3137.10',
    citations: ['La. R.S. 9:3137.10 (HB 470, Act 198 of 2025)'],
    from: '2025-08-01',
    until: null,
    limit: null,
    effect: 'flag',
  },
  {
    state: 'TX',
    law: 'Texas Finance Code § 398.051',
    citations: ['Tex. Fin. Code ch. 398 (HB 700, 2025)'],
    from: '2025-09-01',
    until: null,
    limit: { cents: 100_000_000, included: false },
    effect: 'flag',
  },
]

/**
 * Returns the rules that apply on a date to a business in a state. If the state is unknown, returns the `gate` rules (those with which the
 * page must comply) of all states. A missing address therefore never makes the checks less strict.
 */
export function rulesOn(
  day: string,
  state: string | null,
  rules: readonly StateRule[] = STATE_RULES,
): StateRule[] {
  return rules.filter(
    (rule) =>
      rule.from <= day &&
      (rule.until === null || day <= rule.until) &&
      (state === null ? rule.effect === 'gate' : rule.state === state),
  )
}

export function coversAmount({ limit }: StateRule, cents: number | null): boolean {
  if (limit === null || cents === null) return true
  return cents < limit.cents || (limit.included && cents === limit.cents)
}
