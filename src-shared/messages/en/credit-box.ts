import { plural } from '../plural.ts'

/** The credit box: what a funder takes, and what of a draft lies outside it. */
export const creditBox = {
  title: 'Credit box',
  intro:
    'What your funders take. A draft that lies outside is marked before it goes out, with the reason. A mark never stops you.',
  none: 'No credit box yet. Nothing is marked.',
  add: 'Add a credit box',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  newName: 'My usual funder',
  saved: 'Kept. Drafts are judged by it from now on.',
  unnamed: 'Give each credit box a name.',
  name: 'Name',
  fields: {
    minimum_amount: 'Least amount',
    maximum_amount: 'Largest amount',
    minimum_score: 'Lowest credit score',
    minimum_revenue: 'Least monthly revenue',
    minimum_months: 'Months in business, at least',
    maximum_positions: 'Open advances, at most',
    maximum_times_revenue: 'Amount, at most times the monthly revenue',
    states: 'States it does not take',
    industries: 'Industries it does not take',
  },
  industriesHint:
    'The beginning of a NAICS or SIC code (713), a range of codes (44-45), or a word (cannabis). Press Enter after each.',
  noRule: 'No rule',
  outside: (count: number) =>
    plural(count, '1 thing lies outside the credit box', (n) => `${n} things lie outside the credit box`),
  outsideShort: (count: number) => plural(count, '1 outside the box', (n) => `${n} outside the box`),
  goThere: 'Go to the field',
  fine: 'You can submit it all the same.',
  reasonOf: (box: string, reason: string) => `${box}: ${reason}`,
  reasons: {
    amount_low: (amount: string, limit: string) => `asks for ${amount}; it takes ${limit} or more`,
    amount_high: (amount: string, limit: string) => `asks for ${amount}; it takes ${limit} at most`,
    score_low: (score: number, limit: number) => `a credit score of ${score}; it takes ${limit} or more`,
    revenue_low: (revenue: string, limit: string) => `${revenue} a month; it takes ${limit} or more`,
    months_low: (months: number, limit: number) =>
      `${plural(months, '1 month', (n) => `${n} months`)} in business; it takes ${limit} or more`,
    state: (state: string) => `it does not take ${state}`,
    industry: (industry: string) => `it does not take this industry (${industry})`,
    positions_high: (positions: number, limit: number) =>
      `${plural(positions, '1 open advance', (n) => `${n} open advances`)}; it takes ${limit} at most`,
    times_revenue: (amount: string, times: string, limit: string) =>
      `asks for ${amount}; ${times} times the monthly revenue is ${limit}`,
  },
}
