import { amountsIn } from './amounts.ts'
import { finding, unreadable } from './finding.ts'
import { collectParts } from './collect.ts'
import type { Implied } from './parts.ts'
import { dateAt } from '../../../src-shared/platform/base/printed-dates.ts'
import { fold } from '../../../src-shared/platform/base/text.ts'
import { labelBefore } from './labels.ts'
import { summaryKind } from './vocabulary.ts'
import { cellsOf, type Line, linesOf, squash } from './lines.ts'
import { arrangePages } from './arrange-pages.ts'
import { keptParts } from './kept-parts.ts'
import { dayIn, isDayFirstIn, periodOfFile } from './periods.ts'
import { fontsThatDiffer } from './fonts.ts'
import { solve, type Solved } from './solve/solve.ts'
import type { StatementFile } from './statement-words.ts'
import { hasOverlaidDigits, usualWords, wordInOtherDigits } from './words.ts'
import { type ResolvedPart, resolvePart } from './resolve.ts'
import type {
  Finding,
  FindingDetail,
  StatementAccount,
  StatementReading,
} from '../../../src-shared/features/statements/statement.ts'

/** A reading, and how far it is from adding up: the number of printed figures that disagree with the entries. 0 if verified. */
export interface Examined {
  reading: StatementReading
  misfits: number
}

/** More misfits than a statement has figures: nothing was found that can be checked. */
const NOT_FOUND = 100_000

/** Reads the statements in a file. Every figure of a verified reading agrees with what the statement itself prints. */
export const readStatement = (file: StatementFile): StatementReading => examine(file).reading

export function examine(file: StatementFile): Examined {
  const pages = file.pages.map((page, at) => linesOf({ ...page, words: usualWords(page.words) }, at + 1))
  if (pages.every((lines) => lines.length < 5)) return refuse('unreadable', 'no_text')
  if (isCardStatement(pages) || isCreditStatement(pages) || isSupplierStatement(pages))
    return refuse('not_a_bank_statement', 'card_statement')

  if (isInOtherCurrency(pages)) return refuse('unreadable', 'other_currency')

  const { order, findings } = arrangePages(pages)
  for (const [at, lines] of pages.entries()) {
    const other = wordInOtherDigits(lines)
    if (other !== null)
      findings.push(finding('does_not_add_up', 'amount_unreadable', at + 1, { quote: other }))
    if (lines.some(hasOverlaidDigits)) findings.push(finding('covered_text', 'digits_covered', at + 1))
  }
  for (const [at, page] of file.pages.entries())
    if (page.covered.some(({ text }) => /\d/.test(text)))
      findings.push(finding('covered_text', 'digits_covered', at + 1))
  for (const [at, page] of file.pages.entries())
    if (page.hasUnread === true) findings.push(finding('unreadable', 'page_unread', at + 1))
  if (file.isAmended) findings.push(finding('changed_after_creation', 'content_replaced', null))

  const ordered = order.map((at) => pages[at] ?? [])
  let best = interpret(file, ordered, [])
  if (best.reading.findings.length > 0) {
    // Columns without headings count only if they add up. If two kinds of columns do, nothing tells which one is right.
    const fitting = IMPLIED.map((implied) => interpret(file, ordered, implied)).filter(
      ({ reading }) => reading.findings.length === 0,
    )
    best = fitting[0] ?? best
    if (fitting.some(({ reading }) => amountsOf(reading) !== amountsOf(best.reading)))
      findings.push(finding('unreadable', 'reading_doubted', null))
  }
  if (best.reading.findings.length > 0) {
    const solved = solve(ordered)
    if (solved !== null && isMisread(best.reading, solved))
      best = {
        reading: { verdict: 'verified', findings: [], accounts: accountsOf(solved, holderOf(ordered)) },
        misfits: 0,
      }
  }
  if (best.reading.verdict === 'unreadable') return best
  const all = [...findings, ...best.reading.findings]
  return {
    reading: { ...best.reading, verdict: all.length === 0 ? 'verified' : 'unverified', findings: all },
    misfits: best.misfits + findings.length,
  }
}

/** A reading that has this share of the entries found their table. What contradicts it is a printed figure, and counts. */
const SAME_ENTRIES = 0.9

/** True if a reading by words missed the tables, so that what contradicts it says nothing. Doubts about the account and the period count. */
function isMisread({ accounts, findings }: StatementReading, solved: readonly Solved[]): boolean {
  if (
    findings.some(
      ({ detail }) =>
        detail === 'reading_doubted' || detail === 'rows_doubted' || detail === 'card_statement',
    )
  )
    return false
  const left = new Map<number, number>()
  for (const { amount_cents } of accounts.flatMap(({ months }) =>
    months.flatMap((month) => month.transactions),
  ))
    left.set(amount_cents, (left.get(amount_cents) ?? 0) + 1)
  const entries = solved.flatMap(({ month }) => month.transactions)
  const common = entries.filter(({ amount_cents }) => {
    const count = left.get(amount_cents) ?? 0
    left.set(amount_cents, count - 1)
    return count > 0
  })
  return common.length < SAME_ENTRIES * entries.length
}

/** The amounts of a reading, to compare two of them. */
const amountsOf = ({ accounts }: StatementReading) =>
  JSON.stringify(
    accounts.map(({ months }) =>
      months.map(({ opening_cents, transactions }) => [
        opening_cents,
        ...transactions.map(({ amount_cents }) => amount_cents),
      ]),
    ),
  )

/** Kinds of the columns of amounts to try in tables without headings. */
const IMPLIED: readonly Implied[] = [
  ['amount', 'balance'],
  ['amount'],
  ['debit', 'credit', 'balance'],
  ['credit', 'debit', 'balance'],
  ['debit', 'credit'],
  ['credit', 'debit'],
]

/** Reads the parts of a file in one interpretation of the tables without headings. */
function interpret(file: StatementFile, pages: readonly Line[][], implied: Implied): Examined {
  const isDayFirst = isDayFirstIn(pages)
  const fallback = periodOfFile(pages, isDayFirst)
  const parts = collectParts(pages, { implied, fallback, isDayFirst })
  const resolved = parts.map((part) => resolvePart(part, fallback))
  const whole = resolved.filter((part) => part !== null)
  if (whole.length === 0)
    return refuse(
      parts.some(({ entries }) => entries.length > 0) ? 'unreadable' : 'not_a_bank_statement',
      'no_balances',
    )
  const findings: Finding[] = parts.flatMap((part, at) =>
    part.entries.length > 0 && resolved[at] === null
      ? [finding('unreadable', 'entries_without_balances', part.pages[0] ?? null)]
      : [],
  )
  const { kept, findings: doubts } = keptParts(parts, resolved)
  for (const { part, more, isIdle } of kept) {
    part.month.findings = [...(isIdle && part.month.findings.length === 0 ? [] : partFindings(part)), ...more]
    findings.push(...part.month.findings)
  }
  findings.push(...doubts)
  const evidence = fontsThatDiffer(parts, file.pages)
  const misfits = kept.reduce((sum, { part }) => sum + part.misfits, 0)
  return {
    reading: {
      verdict: findings.length === 0 ? 'verified' : 'unverified',
      findings,
      accounts: accountsOf(
        kept.map(({ part }) => part),
        holderOf(pages),
      ),
      ...(evidence.length > 0 ? { evidence } : {}),
    },
    misfits: findings.length === 0 ? 0 : Math.max(1, misfits) + (parts.length - whole.length) * 50,
  }
}

function partFindings({ month, pages }: ResolvedPart): Finding[] {
  const { findings, transactions } = month
  const passed = new Set(month.passed)
  if (transactions.length === 0 && findings.length === 0)
    return [finding('no_transactions', 'no_entries', null)]
  if (findings.length > 0) return findings
  if (
    passed.has('sum') &&
    (passed.has('running') || passed.has('daily') || passed.has('totals') || passed.has('sections'))
  )
    return []
  return [finding('nothing_to_check', 'nothing_printed', pages[0] ?? null)]
}

function accountsOf(parts: readonly Solved[], holder: string): StatementAccount[] {
  const accounts = new Map<string, StatementAccount>()
  for (const { last4, month } of parts) {
    const known = accounts.get(last4)
    if (known === undefined) accounts.set(last4, { holder, number_last4: last4, months: [month] })
    else known.months.push(month)
  }
  return [...accounts.values()]
}

/** `Macon, GA 31201`, the last line of an address. */
const PLACE = /, ?[A-Z]{2} {0,3}\d{5}(?:-\d{4})?$/

/** Returns the first line of the first address in the file: the name of the account's holder. Empty if there is none. */
function holderOf(pages: readonly Line[][]): string {
  for (const lines of pages) {
    const columns = lines.map((line) => cellsOf(line, 2.5))
    for (const [at, cells] of columns.entries()) {
      const place = cells.find(({ text }) => PLACE.test(text))
      if (place === undefined) continue
      let name = ''
      for (let up = at - 1; up >= Math.max(0, at - 3); up--) {
        const [above, below] = [lines[up], lines[up + 1]]
        if (above === undefined || below === undefined || below.y - above.y > 2.2 * above.size) break
        const cell = columns[up]?.find(({ x0 }) => Math.abs(x0 - place.x0) < 6)
        if (cell === undefined) continue
        name = cell.text
      }
      if (/\p{L}{3}/u.test(name) && !/bank|banco|credit union/i.test(name)) return name
    }
  }
  return ''
}

/** Phrases that only the statement of a card prints. One of them could be an advertisement. */
const CARD = [
  /minimumpayment|pagominimo/,
  /creditlimit|limitedecredito|creditline/,
  /paymentdue|fechadepago|duedate/,
  /interestcharge|cargosporinteres/,
]

function isCardStatement(pages: readonly Line[][]): boolean {
  const text = squash(
    pages
      .flat()
      .map((line) => line.text)
      .join(' '),
  )
  return CARD.filter((phrase) => phrase.test(text)).length >= 2 && /minimumpayment|pagominimo/.test(text)
}

/** Figures of an account that lends money. Each must stand beside an amount or a date: phrases alone can be an advertisement or the law. */
const CREDIT_ACCOUNT = [
  /creditlimit|creditline|limitedecredito|lineadecredito/,
  /availablecredit|creditavailable|creditodisponible/,
  /paymentdue|duedate|fechadepago|fechalimite/,
  /amountdue|minimumdue|minimumpayment|pagominimo|totaldue/,
  /financecharge|cargosfinancieros/,
  /annualpercentagerate|tasaporcentualanual/,
]

/** True for the statement of a line of credit, or of another account whose balance is a debt. */
function isCreditStatement(pages: readonly Line[][]): boolean {
  const found = new Set<RegExp>()
  for (const lines of pages)
    for (const [at, line] of lines.entries()) {
      // The entry of a bank account can be a payment that was due.
      if (dateAt(line.plain) !== null) continue
      if (amountsIn(line.words).length === 0 && dayIn(line.plain) === null && !line.text.includes('%'))
        continue
      // A checking account can have a line of credit for overdrafts.
      if (lines.slice(Math.max(0, at - 4), at).some(({ plain }) => /overdraft|sobregiro/.test(plain)))
        continue
      const text = squash(line.text)
      const phrase = CREDIT_ACCOUNT.find((one) => one.test(text))
      if (phrase !== undefined) found.add(phrase)
    }
  return found.size >= 2 || (found.size === 1 && !namesDeposits(pages.flat()))
}

/** True for the statement of account of a supplier: invoices that are to be paid, and no word of a bank. */
function isSupplierStatement(pages: readonly Line[][]): boolean {
  const lines = pages.flat()
  const entries = lines.filter(({ plain, words }) => dateAt(plain) !== null && amountsIn(words).length > 0)
  const invoices = entries.filter(({ plain }) => /\b(?:invoice|factura)/.test(plain))
  return invoices.length * 4 >= entries.length && invoices.length > 0 && !namesDeposits(lines)
}

/** True if a file has a word of an account that takes deposits. */
const namesDeposits = (lines: readonly Line[]) =>
  lines.some(({ text }) =>
    /deposit|withdraw|retiro|checking|savings|cuentacorriente|ahorro/.test(squash(text)),
  )

const CODE =
  /^\(?(?:cad|eur|gbp|mxn|chf|aud|nzd|jpy|cny|inr|cop|dop|gtq|hnl|nio|crc|pab|brl|ars|clp|pen|uyu|bob|euros?|pesos|libras)\)?[.,]?$/
/** The unit of all amounts: `Currency: CAD`, `All amounts in EUR`, `Amounts in thousands of dollars`. */
const UNIT =
  /(?:^|\b(?:account|statement|cuenta) )(?:currency|moneda|divisa)\b|\b(?:amounts?|figures|importes|montos|cantidades) (?:are |shown |stated |expressed |expresad[ao]s )?(?:in|en)\b/

/** True if a statement says that its amounts are not in US dollars, or in thousands. */
function isInOtherCurrency(pages: readonly Line[][]): boolean {
  return pages.flat().some((line) => {
    const isNamed = cellsOf(line, 3).some(({ text }) => {
      const plain = fold(text)
      const words = plain.split(' ')
      return UNIT.test(plain) && words.some((word) => CODE.test(word) || /^(?:thousands|miles)$/.test(word))
    })
    if (isNamed) return true
    const words = line.plain.split(' ')
    const kind = summaryKind(labelBefore(line), false, false)
    return (kind === 'opening' || kind === 'closing') && words.some((word) => CODE.test(word))
  })
}

function refuse(reason: 'unreadable' | 'not_a_bank_statement', detail: FindingDetail): Examined {
  return { reading: unreadable(detail, reason), misfits: NOT_FOUND }
}
