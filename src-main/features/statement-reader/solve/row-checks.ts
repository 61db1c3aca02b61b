import type { Finding } from '../../../../src-shared/features/statements/statement.ts'
import { finding } from '../finding.ts'
import { labelBefore } from '../labels.ts'
import { directionOf, isFeeBox, isTotal } from '../vocabulary.ts'
import { figuresIn, sumOf, sumsOf } from './sums.ts'
import { headingOver, moneyIn, type Strip } from './facts.ts'
import type { Part } from './parts.ts'
import type { Dated, Entry } from './reading.ts'

/** Checks of the rows of a reading: digits that are no amount, signs, and columns and rows that do not fit. */

/** Words stand alone if no word with letters is this close before them, in font sizes. */
const ALONE_GAP = 0.9

function standsAlone({ words }: Strip['line'], at: number): boolean {
  for (let index = at; index > 0; index--) {
    const [before, word] = [words[index - 1], words[index]]
    if (before === undefined || word === undefined || word.x0 - before.x1 > ALONE_GAP * word.size) return true
    if (/\p{L}/u.test(before.text)) return false
  }
  return true
}

/** Digits in a column of entries that are no amount, amounts in it that belong to no entry, and rows with two amounts. */
export function unreadIn(part: Part, reading: Dated): Finding[] {
  const { entries, rows, opening, closing, isChain, groups } = reading
  const [first, last] = [entries[0]?.at ?? 0, Math.max(...entries.map(({ at }) => at))]
  const byAt = new Map(entries.map((entry) => [entry.at, entry]))
  const rowAt = new Map(rows.map((row) => [row.at, row]))
  const columns = new Map<number, { x0: number; x1: number; size: number }>()
  for (const { cell, strip } of entries) {
    const [one, other] = [strip.line.words[cell.first], strip.line.words[cell.last]]
    const known = columns.get(cell.column)
    columns.set(cell.column, {
      x0: Math.min(known?.x0 ?? Infinity, one?.x0 ?? Infinity),
      x1: Math.max(known?.x1 ?? 0, other?.x1 ?? 0),
      size: strip.line.size,
    })
  }
  const isTaken = (strip: Strip, at: number) =>
    strip.dates.some((date) => at >= date.first && at <= date.last) ||
    strip.amounts.some((amount) => at >= amount.first && at <= amount.last)
  const figures = figuresIn(reading)
  for (const { sum } of groups) figures.add(Math.abs(sum))
  const findings: Finding[] = []
  const unreadable = ({ line }: Strip, quote = line.text) =>
    findings.push(finding('does_not_add_up', 'amount_unreadable', line.page, { quote }))
  /** True for a line between two entries with no heading between. */
  const isBetween = (at: number) =>
    [-1, 1].every((step) => {
      for (let next = at + step; next >= first && next <= last; next += step) {
        if (byAt.has(next)) return true
        const strip = part.strips[next]
        if (strip === undefined || (moneyIn(strip).length === 0 && strip.dates.length === 0)) return false
      }
      return false
    })
  for (const [at, strip] of part.strips.entries()) {
    const { line, dates } = strip
    const entry = byAt.get(at)
    const isRow = entry !== undefined || (dates[0] !== undefined && dates[0].first <= 1)
    const cells = (rowAt.get(at)?.cells ?? []).filter(
      ({ column, isWhole }) => columns.has(column) && !isWhole,
    )
    if (entry !== undefined) {
      const before = line.words[entry.cell.first - 1]
      const amount = line.words[entry.cell.first]
      const isDigitLike =
        before !== undefined &&
        amount !== undefined &&
        /^\W?[lIO|!]{1,3}[,.'’]?$/.test(before.text) &&
        amount.x0 - before.x1 < 2 * line.size &&
        standsAlone(line, entry.cell.first - 1)
      const others = cells.filter((cell) => cell.cents !== 0 && cell.column !== entry.cell.column)
      if (isDigitLike || others.length > 0) unreadable(strip)
    } else if (
      !isRow &&
      cells.length > 0 &&
      (isTotal(labelBefore(line)) ? at > first || cells.length > 1 : isBetween(at))
    ) {
      const isNamed = part.figures.some((figure) => figure.strip === strip && Math.abs(figure.cents) > 0)
      const wrong = cells.find((cell) => {
        // Totals with a name are compared with the money in or the money out.
        if (isNamed && isTotal(labelBefore(line)) && groups.length === 0) return false
        if (figures.has(Math.abs(cell.cents)) || isFeeBox(labelBefore(line))) return false
        // A subtotal is the sum of some of the entries above it.
        let sum = 0
        return !entries
          .filter((one) => one.at < at && one.cell.column === cell.column)
          .toReversed()
          .some(({ cents }) => Math.abs((sum += cents)) === Math.abs(cell.cents))
      })
      if (wrong !== undefined && isTotal(labelBefore(line)))
        findings.push(
          finding('totals_mismatch', 'section_total', line.page, {
            quote: labelBefore(line),
            printed_cents: Math.abs(wrong.cents),
            read_cents: Math.abs(
              sumOf(entries.filter((one) => one.cell.column === wrong.column).map(({ cents }) => cents)),
            ),
          }),
        )
      else if (wrong !== undefined && !isChain) unreadable(strip)
      else if (wrong !== undefined) unreadable(strip, labelBefore(line))
    }
    // Digits beside a first or last balance can be an amount before or after it.
    if (!isRow && !(isChain && moneyIn(strip).some(({ cents }) => cents === opening || cents === closing)))
      continue
    const odd = line.words.some(
      (word, index) =>
        /\p{Nd}/u.test(word.text) &&
        !isTaken(strip, index) &&
        !(index === 0 && dates[0]?.first === 1) &&
        standsAlone(line, index) &&
        [...columns.values()].some(
          ({ x0, x1, size }) =>
            word.x1 > x0 && word.x0 < x1 && (Math.abs(word.x1 - x1) < 1.5 * size || word.x0 > x0),
        ),
    )
    if (odd) unreadable(strip)
  }
  return findings
}

/** Fewest unmarked amounts, all money out, of a column in which a minus takes one back. */
const FEWEST_UNMARKED = 3
/** Fewest amounts that show what a column, or a mark in it, means. */
const FEWEST_ALIKE = 4

/**
 * A minus is money out, unless the heading of its column or all its other amounts are money out, too. If one column or mark is money in and
 * another one money out, a single amount that is the opposite is printed wrongly.
 */
export function signBreaks({ strips }: Part, { entries, isChain }: Dated): Finding[] {
  if (!isChain) return []
  const odd =
    entries.find(({ cell, cents, strip, at }) => {
      if (!cell.isSigned || cell.cents >= 0 || cents <= 0) return false
      const amount = strip.amounts.find(({ first }) => first === cell.first)
      if (amount !== undefined && directionOf(headingOver(strips, at, amount)) < 0) return false
      const unmarked = entries.filter((one) => one.cell.column === cell.column && !one.cell.isSigned)
      return unmarked.length < FEWEST_UNMARKED || unmarked.some((one) => one.cents > 0)
    }) ?? oddOne(entries)
  return odd === undefined
    ? []
    : [
        finding('running_balance_mismatch', 'running_balance', odd.strip.line.page, {
          quote: odd.strip.line.text,
        }),
      ]
}

/** The only entry of its column and mark in its direction, if another column or mark stands for this direction. */
function oddOne(entries: readonly Entry[]): Entry | undefined {
  const kinds = new Map<string, Entry[]>()
  for (const entry of entries) {
    const { column, isSigned, cents } = entry.cell
    const key = isSigned ? `${column} ${Math.sign(cents)}` : `${column}`
    const kind = kinds.get(key)
    if (kind === undefined) kinds.set(key, [entry])
    else kind.push(entry)
  }
  const sides = [...kinds.values()].flatMap((kind) => {
    const [inward, outward] = [kind.filter(({ cents }) => cents > 0), kind.filter(({ cents }) => cents < 0)]
    const [few, many] = inward.length < outward.length ? [inward, outward] : [outward, inward]
    return many.length >= FEWEST_ALIKE && few.length < 2
      ? [{ sign: Math.sign(many[0]?.cents ?? 0), few }]
      : []
  })
  return sides.find(({ sign, few }) => few.length === 1 && sides.some((other) => other.sign === -sign))
    ?.few[0]
}

/**
 * A column beside the entries with some of their running balances must have no other amounts. If rows or amounts changed their places, no
 * balance follows the one above. But then most balances less their entry are still another balance, or differ from the one above by an entry.
 */
export function columnBreaks({ entries, rows, opening, closing }: Dated): Finding[] {
  const own = new Set(entries.map(({ cell }) => cell.column))
  const steps = new Set(entries.map(({ cents }) => Math.abs(cents)))
  const byAt = new Map(rows.map((row) => [row.at, row]))
  const columns = new Map<
    number,
    { cents: number; before: number; up: number; down: number; strip: Strip }[]
  >()
  let above = 0
  for (const { at, strip, cents, balance } of entries) {
    const [up, down] = [opening + above + cents, closing - above]
    above += cents
    for (const cell of byAt.get(at)?.cells ?? [])
      if (!own.has(cell.column) && !cell.isWhole && cell.cents !== balance)
        columns.set(cell.column, [
          ...(columns.get(cell.column) ?? []),
          { cents: cell.cents, before: cell.cents - cents, up, down, strip },
        ])
  }
  return [...columns.values()].flatMap((cells) => {
    const key = cells.some(({ cents, up }) => cents === up) ? 'up' : 'down'
    const wrong = cells.find((cell) => cell.cents !== cell[key])
    const balances = new Set([opening, ...cells.map(({ cents }) => cents)])
    const linked = cells.filter(
      ({ cents, before }, at) =>
        balances.has(before) || steps.has(Math.abs(cents - (cells[at - 1]?.cents ?? opening))),
    )
    const isOfBalances = cells.some((cell) => cell.cents === cell[key]) || linked.length * 2 > cells.length
    if (wrong === undefined || !isOfBalances) return []
    return [
      finding('running_balance_mismatch', 'running_balance', wrong.strip.line.page, {
        quote: wrong.strip.line.text,
        printed_cents: wrong.cents,
        read_cents: wrong[key],
      }),
    ]
  })
}

/** Rows whose amount is a part of another amount beside it: the schedule of a loan, in which principal and interest are the payment. */
export function shareBreaks({ entries, rows, isChain }: Dated): Finding[] {
  const cellsAt = new Map(rows.map((row) => [row.at, row.cells]))
  const shared = entries.filter(({ at, cents, balance }) => {
    const others = (cellsAt.get(at) ?? []).flatMap((cell) =>
      cell.cents === balance || Math.abs(cell.cents) === Math.abs(cents) ? [] : [Math.abs(cell.cents)],
    )
    return others.some((share) => share > 0 && others.includes(share + Math.abs(cents)))
  })
  const [first] = shared
  return !isChain || first === undefined || shared.length * 2 <= entries.length
    ? []
    : [finding('not_a_bank_statement', 'card_statement', first.strip.line.page)]
}

/** Rows that cancel each other out, and that no balance would miss: notes without a date and a balance, and a page of another statement. */
export function cancelBreaks({ entries, isChain }: Dated, isSummed: boolean): Finding[] {
  if (isSummed) return []
  let [sum, count] = [0, 0]
  for (const { strip, balance, cents } of entries) {
    const isNote = strip.dates.length === 0 && balance === null
    ;[sum, count] = isNote ? [sum + cents, count + 1] : [0, 0]
    if (count > 1 && sum === 0) return [finding('unreadable', 'rows_doubted', strip.line.page)]
  }
  const pageOf = ({ strip }: Entry) => strip.line.page
  const pages = isChain ? [] : [...new Set(entries.map(pageOf))].slice(1)
  const foreign = pages.find(
    (page) => sumOf(entries.filter((one) => pageOf(one) === page).map(({ cents }) => cents)) === 0,
  )
  return foreign === undefined ? [] : [finding('unreadable', 'rows_doubted', foreign)]
}

/** Most amounts outside the rows whose sums are tried. */
const MOST_OUTSIDE = 60

/**
 * Running balances tell the first or the last balance by themselves. If the amounts outside of the rows add up to another one, rows are missing,
 * or the first amount is another one. The balance of a row that was missed can be taken for a balance outside of the rows, but then one of the
 * two sums of the rows that were read leads to another balance.
 */
export function bridgeBreaks(
  { strips }: Part,
  { opening, closing, isChain, explained, entries }: Dated,
): Finding[] {
  const outside = strips.flatMap((strip, at) =>
    explained.has(at) ? [] : moneyIn(strip).map(({ cents }) => ({ cents, page: strip.line.page })),
  )
  const has = (balance: number) => outside.some(({ cents }) => cents === balance)
  const [isFirst, isLast] = [has(opening), has(closing)]
  if (!isChain || (!isFirst && !isLast) || outside.length > MOST_OUTSIDE) return []
  const { credit, debit } = sumsOf(entries.map(({ cents }) => cents))
  const known = [0, opening, closing].map(Math.abs)
  const changes = [...new Set(outside.map(({ cents }) => Math.abs(cents)))].filter(
    (cents) => !known.includes(cents),
  )
  const leadsTo = (first: number, last: number, other: number) =>
    changes.some((income) => {
      const spent = first + income - last
      const isSure = isFirst !== isLast || (income === credit) !== (spent === debit)
      return isSure && changes.includes(spent) && income !== Math.abs(other) && spent !== Math.abs(other)
    })
  const others = outside.filter(({ cents }) => ![opening, closing, credit, debit].includes(cents))
  const [last, first] = [
    isFirst ? others.find(({ cents }) => leadsTo(opening, cents, cents)) : undefined,
    isLast ? others.find(({ cents }) => leadsTo(cents, closing, cents)) : undefined,
  ]
  const other = last ?? first
  return other === undefined
    ? []
    : [
        finding('does_not_add_up', last === undefined ? 'two_openings' : 'two_closings', other.page, {
          printed_cents: other.cents,
          read_cents: last === undefined ? opening : closing,
        }),
      ]
}
