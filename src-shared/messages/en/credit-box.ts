import { plural } from '../plural.ts'

/** Funder criteria (the credit box in code) and the reasons why a draft is outside them. */
export const creditBox = {
  title: 'Funder criteria',
  intro:
    'Enter what your funders accept. Drafts outside these criteria are marked, with the reason, before you submit. You can still submit them.',
  none: 'No funder criteria yet.',
  add: 'Add funder criteria',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  newName: 'My usual funder',
  saved: 'Saved. Drafts are now checked against these criteria.',
  unnamed: 'Enter a name for each funder.',
  name: 'Name',
  fields: {
    minimum_amount: 'Min amount',
    maximum_amount: 'Max amount',
    minimum_score: 'Min credit score',
    minimum_revenue: 'Min monthly revenue',
    minimum_months: 'Min months in business',
    maximum_positions: 'Max open advances',
    maximum_times_revenue: 'Max amount as a multiple of monthly revenue',
    states: 'Excluded states',
    industries: 'Excluded industries',
  },
  industriesHint:
    'Enter the start of a NAICS or SIC code (713), a range of codes (44-45), or a word (cannabis). Press Enter after each one.',
  noRule: 'No limit',
  outside: (count: number) =>
    plural(
      count,
      '1 value is outside the funder criteria',
      (n) => `${n} values are outside the funder criteria`,
    ),
  outsideShort: (count: number) => plural(count, '1 outside criteria', (n) => `${n} outside criteria`),
  goThere: 'Go to field',
  fine: 'You can still submit it.',
  reasonOf: (box: string, reason: string) => `${box}: ${reason}`,
  reasons: {
    amount_low: (amount: string, limit: string) => `requests ${amount}; minimum ${limit}`,
    amount_high: (amount: string, limit: string) => `requests ${amount}; maximum ${limit}`,
    score_low: (score: number, limit: number) => `credit score ${score}; minimum ${limit}`,
    revenue_low: (revenue: string, limit: string) => `monthly revenue ${revenue}; minimum ${limit}`,
    months_low: (months: number, limit: number) =>
      `${plural(months, '1 month', (n) => `${n} months`)} in business; minimum ${limit}`,
    state: (state: string) => `excludes ${state}`,
    industry: (industry: string) => `excludes this industry (${industry})`,
    positions_high: (positions: number, limit: number) =>
      `${plural(positions, '1 open advance', (n) => `${n} open advances`)}; maximum ${limit}`,
    times_revenue: (amount: string, times: string, limit: string) =>
      `requests ${amount}; ${times} times monthly revenue is ${limit}`,
  },
}
