import type { FormValue, FormValues } from '../deals/deal.ts'
import { readDate } from '../../platform/entry/date.ts'
import { rateOf, timesRate } from '../../platform/base/exact.ts'
import { typedCents } from '../../platform/entry/money.ts'
import { readState } from '../../platform/entry/us-states.ts'
import { rowIds, valueAt } from '../form/form-path.ts'
import type { CreditBox } from './credit-box.ts'
import { wordsOf } from '../../platform/base/text.ts'

/** Paths of the form fields that the criteria check. The paths are assumed, because the specification does not show the payload. */
const AMOUNT = 'application.amount_requested'
const REVENUE = 'company.monthly_revenue'
const STARTED = 'company.business_start_date'
const STATE = 'company.address.state'
const INDUSTRY = 'company.industry'
const OWNERS = 'company.owners'
const ADVANCES = 'application.open_advances'

type Finding =
  | { rule: 'amount_low' | 'amount_high' | 'revenue_low'; limit_cents: number; cents: number }
  | { rule: 'score_low' | 'months_low' | 'positions_high'; limit: number; value: number }
  | { rule: 'state' | 'industry'; value: string }
  | { rule: 'times_revenue'; limit: string; cents: number; limit_cents: number }

/** A value of a draft that does not meet a criterion of a credit box (a funder's criteria), with the path of its field. */
export type Mark = Finding & { box: string; path: string }

/**
 * Checks a draft against the criteria of every funder while the broker types. `today` is `YYYY-MM-DD`. Ignores missing and unreadable
 * values, because the form itself reports them. A result never prevents a submission.
 */
export function evaluateDraft(boxes: readonly CreditBox[], values: FormValues, today: string): Mark[] {
  const draft = readDraft(values, today)
  return boxes.flatMap((box) => findings(box, draft).map((mark) => ({ ...mark, box: box.name })))
}

interface Draft {
  amount: number | null
  revenue: number | null
  months: number | null
  state: string
  industry: string
  scores: { path: string; score: number }[]
  positions: number
}

function readDraft(values: FormValues, today: string): Draft {
  const text = (path: string) => textOf(valueAt(values, path))
  return {
    amount: typedCents(text(AMOUNT)),
    revenue: typedCents(text(REVENUE)),
    months: monthsBetween(text(STARTED), today),
    state: readState(text(STATE)) ?? '',
    industry: text(INDUSTRY),
    scores: rowIds(values, OWNERS).flatMap((row) => {
      const path = `${OWNERS}.${row}.fico`
      const score = text(path)
      return /^\d{3}$/.test(score) ? [{ path, score: Number(score) }] : []
    }),
    positions: rowIds(values, ADVANCES).length,
  }
}

function findings(box: CreditBox, draft: Draft): (Finding & { path: string })[] {
  const { amount, revenue, months, state, industry, scores, positions } = draft
  const found: (Finding & { path: string })[] = []
  const { minimum_amount_cents: least, maximum_amount_cents: most } = box
  if (amount !== null && least !== null && amount < least)
    found.push({ path: AMOUNT, rule: 'amount_low', limit_cents: least, cents: amount })
  if (amount !== null && most !== null && amount > most)
    found.push({ path: AMOUNT, rule: 'amount_high', limit_cents: most, cents: amount })
  const { minimum_score, minimum_monthly_revenue_cents: needed } = box
  for (const { path, score } of scores)
    if (minimum_score !== null && score < minimum_score)
      found.push({ path, rule: 'score_low', limit: minimum_score, value: score })
  if (revenue !== null && needed !== null && revenue < needed)
    found.push({ path: REVENUE, rule: 'revenue_low', limit_cents: needed, cents: revenue })
  if (months !== null && box.minimum_months !== null && months < box.minimum_months)
    found.push({ path: STARTED, rule: 'months_low', limit: box.minimum_months, value: months })
  if (box.states_excluded.includes(state)) found.push({ path: STATE, rule: 'state', value: state })
  const excluded = box.industries_excluded.find((entry) => isOfIndustry(industry, entry))
  if (excluded !== undefined) found.push({ path: INDUSTRY, rule: 'industry', value: excluded })
  if (box.maximum_positions !== null && positions > box.maximum_positions)
    found.push({ path: ADVANCES, rule: 'positions_high', limit: box.maximum_positions, value: positions })
  const times = rateOf(box.maximum_times_revenue)
  const ceiling = times === null || revenue === null ? null : timesRate(revenue, times)
  if (amount !== null && ceiling !== null && box.maximum_times_revenue !== null && amount > ceiling)
    found.push({
      path: AMOUNT,
      rule: 'times_revenue',
      limit: box.maximum_times_revenue,
      cents: amount,
      limit_cents: ceiling,
    })
  return found
}

function monthsBetween(from: string, to: string): number | null {
  const [year, month, day] = dayOf(from) ?? []
  const [toYear, toMonth, toDay] = dayOf(to) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  if (toYear === undefined || toMonth === undefined || toDay === undefined) return null
  const months = (toYear - year) * 12 + toMonth - month - (toDay < day ? 1 : 0)
  return months < 0 ? null : months
}

function dayOf(text: string): number[] | null {
  const read = readDate(text)
  return 'date' in read ? read.date.split('-').map(Number) : null
}

function textOf(value: FormValue | undefined): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Range of industry codes, including `first` and `last`. Both have the same number of digits. */
interface CodeRange {
  first: string
  last: string
}

/** Matches an industry code (NAICS or SIC), or a range of codes (44-45), at the beginning of a text. */
const CODE = /^(?:(?:naics|sic)[ :]?(?:code[ :]?)? ?)?(\d{1,6})(?: ?(?:[-–]|to) ?(\d{1,6}))?(?!\d)/

/**
 * Returns true if an entry in a funder's list of excluded industries covers the given industry. A code covers every code that begins with
 * it. A range covers every code that begins with one of its codes. An entry of words covers only texts that contain the same whole words in
 * the same order, singular or plural: "law" does not cover "lawn".
 */
export function isOfIndustry(industry: string, entry: string): boolean {
  const wanted = codesOf(entry)
  if (wanted?.rest === '') {
    const reported = codesOf(industry)
    return reported !== null && isWithin(reported, wanted)
  }
  const [reported, words] = [wordsOf(industry), wordsOf(entry)]
  if (words.length === 0) return false
  return reported.some((_, at) => words.every((word, index) => isSameWord(reported[at + index] ?? '', word)))
}

function codesOf(text: string): (CodeRange & { rest: string }) | null {
  const plain = text.trim().toLowerCase()
  const match = CODE.exec(plain)
  if (match === null) return null
  const [found, first = '', last = first] = match
  const rest = plain.slice(found.length).trim()
  return last.length === first.length ? { first, last, rest } : { first, last: first, rest }
}

/**
 * Returns true if a reported code is in a range. Compares only as many digits as the codes of the range have. A reported code with fewer
 * digits is too general and does not match.
 */
function isWithin(reported: CodeRange, { first, last }: CodeRange): boolean {
  const digits = first.length
  if (reported.first.length < digits) return false
  return reported.first.slice(0, digits) <= last && reported.last.slice(0, digits) >= first
}

function isSameWord(one: string, other: string): boolean {
  return one === other || isPlural(one, other) || isPlural(other, one)
}

function isPlural(plural: string, word: string): boolean {
  if (word.length < 3 || !plural.endsWith('s')) return false
  return (
    plural === `${word}s` ||
    plural === `${word}es` ||
    (word.endsWith('y') && plural === `${word.slice(0, -1)}ies`)
  )
}
