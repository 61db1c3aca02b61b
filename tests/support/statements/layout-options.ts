import type { Dice } from './ledger.ts'

/**
 * What banks do differently. Each choice has a weight. A generated statement takes one choice of each line, so that failures can be counted
 * per choice.
 */
const OPTIONS = {
  language: { en: 6, es: 2, de: 1, fr: 1, pt: 1, nl: 1, it: 1 },
  paper: { letter: 3, a4: 1 },
  font: { f1: 1, f2: 2, f3: 1 },
  size: { '6': 1, '7': 2, '8': 3, '9': 3, '10': 1, '11.5': 1 },
  gap: { '1.2': 1, '1.35': 2, '1.7': 1 },
  /** One column with signs, one for each direction, one with a column of marks beside it, or a section for each direction. */
  amounts: { signed: 3, in_out: 2, out_in: 3, marked: 1, sections: 4 },
  cells: { usual: 5, amount_first: 2, balance_first: 1, date_right: 1, text_first: 1 },
  balance: { row: 4, day: 2, list: 2, none: 2 },
  order: { oldest_first: 4, newest_first: 1 },
  /** A column of print, or two side by side. */
  print: { one: 4, two: 1 },
  headings: { each_page: 3, first_page: 2, none: 1 },
  date: { each: 5, once: 1, heading: 1, two: 1 },
  date_style: {
    numbers_month_first: 4,
    numbers_day_first: 2,
    points: 1,
    iso: 1,
    name_first: 2,
    name_second: 2,
    capitals: 1,
  },
  year: { four: 3, two: 1, none: 3 },
  period: { range: 5, dated_balances: 1, title: 1 },
  summary: { lines: 4, stacked: 2, beside: 1, sentence: 2, split: 1, balances: 2, none: 1 },
  summary_place: { top: 4, end: 1 },
  opening: { summary: 4, row: 3, implied: 1 },
  totals: { none: 2, end: 4, top: 1, next_page: 1 },
  section_signs: { plain: 3, signed: 2 },
  checks: { rows: 3, abreast: 2, repeated: 1 },
  numbers: { us: 7, plain: 1, german: 2, spaced: 1, swiss: 1, lakh: 1 },
  currency: { none: 8, $: 4, '£': 1, '€': 1, '₹': 1, CHF: 1, A$: 1 },
  currency_place: { before: 4, after: 1, apart: 1, head: 1 },
  sign: { before: 4, after: 2, brackets: 2, marks: 1, dash: 1, plus: 1 },
  text: { plain: 3, amounts: 1, dates: 1, numbers: 1, long: 2 },
  amount_line: { first: 4, last: 1 },
  noise: { none: 2, marketing: 1, edges: 1, both: 2 },
  pages: { none: 2, of: 3, number: 1, slash: 1 },
  accounts: { one: 7, two: 1, three: 1 },
} as const

export type Options = { [Name in keyof typeof OPTIONS]: keyof (typeof OPTIONS)[Name] & string }

function weighted(dice: Dice, weights: Record<string, number>): string {
  const all = Object.entries(weights)
  let rest = dice.next() * all.reduce((sum, [, weight]) => sum + weight, 0)
  return all.find(([, weight]) => (rest -= weight) < 0)?.[0] ?? all[0]?.[0] ?? ''
}

export function pickOptions(dice: Dice): Options {
  const picked = Object.entries(OPTIONS).map(([name, weights]) => [name, weighted(dice, weights)])
  return consistent(Object.fromEntries(picked) as Options)
}

/** Changes choices that do not go together, and those with which a statement would print too little to be checked. */
function consistent(picked: Options): Options {
  const made = { ...picked }
  const set = <Name extends keyof Options>(when: boolean, name: Name, value: Options[Name]) => {
    if (when) made[name] = value
  }
  const isSectioned = made.amounts === 'sections'
  set(made.print === 'two' && !['signed', 'sections'].includes(made.amounts), 'amounts', 'signed')
  set(made.print === 'two' && Number(made.size) > 8, 'size', '7')
  set(isSectioned && !['list', 'none'].includes(made.balance), 'balance', 'none')
  set(isSectioned, 'order', 'oldest_first')
  set(isSectioned && made.date === 'heading', 'date', 'each')
  set(!isSectioned && made.checks === 'abreast', 'checks', 'rows')
  const hasRows = ['row', 'day'].includes(made.balance)
  set(!hasRows && made.cells === 'balance_first', 'cells', 'usual')
  set(!hasRows && made.opening !== 'summary', 'opening', 'summary')
  set(made.opening === 'implied' && made.balance === 'day', 'opening', 'row')
  set(made.opening === 'implied', 'summary', 'none')
  // Then, only numbers of pages show that none is missing.
  set(made.opening === 'implied' && !['of', 'slash'].includes(made.pages), 'pages', 'of')
  set(made.opening === 'summary' && made.summary === 'none', 'summary', 'lines')
  set(made.balance === 'none' && made.totals === 'none' && made.summary === 'balances', 'summary', 'lines')
  // Nothing else tells the year, or where one direction ends.
  set(made.summary === 'none' && made.period === 'dated_balances', 'period', 'range')
  set(made.order === 'newest_first' && made.date === 'once', 'date', 'each')
  set(made.amounts === 'marked' && made.sign !== 'marks', 'sign', 'before')
  return made
}
