import { amountsIn } from './amounts.ts'
import { finding, unreadable } from './finding.ts'
import { dateAt } from '../../../src-shared/platform/base/printed-dates.ts'
import { currenciesOf, currencyOf, DOLLARS, isInThousands, namesCurrency } from './currency.ts'
import { cellsOf, type Line, linesOf, squash, tornText } from './lines.ts'
import { arrangePages } from './arrange-pages.ts'
import { dayIn } from './periods.ts'
import { fontsThatDiffer } from './fonts.ts'
import { MOST_STEPS, searchWithin } from './solve/effort.ts'
import { moneyIn } from './solve/facts.ts'
import type { Figure } from './solve/parts.ts'
import { NUMBER, solve, type Solved } from './solve/solve.ts'
import type { StatementFile, Word } from './statement-words.ts'
import type {
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

/** Digits that are no part of a name. Some banks mark the parts of a page with invisible names, such as `balance3`. */
const FIGURE = /(?:^|[^\p{L}\d])\d/u

/** A row below this share of a page's height can have others on the next page. */
const FULL = 0.85

/** Reads the statements in a file. Every figure of a verified reading agrees with what the statement itself prints. */
export const readStatement = (file: StatementFile): StatementReading => examine(file).reading

export function examine(file: StatementFile): Examined {
  const pages = file.pages.map((page, at) => linesOf({ ...page, words: usualWords(page.words) }, at + 1))
  if (pages.every((lines) => lines.length < 5)) return refuse('unreadable', 'no_text')
  if (isCardStatement(pages) || isCreditStatement(pages) || isSupplierStatement(pages))
    return refuse('not_a_bank_statement', 'card_statement')

  if (isInThousands(pages.flat())) return refuse('unreadable', 'in_thousands')

  const { order, findings } = arrangePages(pages)
  for (const [at, lines] of pages.entries()) {
    const other = wordInOtherDigits(lines)
    if (other !== null)
      findings.push(finding('does_not_add_up', 'amount_unreadable', at + 1, { quote: other }))
    const torn = tornText(lines)
    if (torn !== null) findings.push(finding('unreadable', 'page_unread', at + 1, { quote: torn }))
    if (lines.some(hasOverlaidDigits)) findings.push(finding('covered_text', 'digits_covered', at + 1))
  }
  for (const [at, page] of file.pages.entries())
    if (page.covered.some(({ text }) => FIGURE.test(text)))
      findings.push(finding('covered_text', 'digits_covered', at + 1))
  for (const [at, page] of file.pages.entries())
    if (page.hasUnread === true) findings.push(finding('unreadable', 'page_unread', at + 1))
  if (file.isAmended) findings.push(finding('changed_after_creation', 'content_replaced', null))

  const ordered = order.map((at) => pages[at] ?? [])
  const bottom = FULL * (file.pages[0]?.height ?? Infinity)
  const { found } = searchWithin(MOST_STEPS * pages.length, () => solve(ordered, bottom))
  if (found === null) return refuse('unreadable', 'took_too_long')
  const { solved, findings: ofFile, figures } = found
  const hasEntries = ordered
    .flat()
    .some(({ plain, words }) => dateAt(plain) !== null && amountsIn(words).length > 0)
  if (solved.length === 0 && findings.length === 0)
    return ofFile.some(({ detail }) => detail === 'no_period')
      ? refuse('unreadable', 'no_period')
      : refuse(hasEntries ? 'unreadable' : 'not_a_bank_statement', 'no_balances')
  const balances = figures.filter(isBalance)
  const ofPages = currencyOf(
    ordered,
    balances.map(({ strip }) => strip.line),
  )
  const currencies = currenciesOf(solved.map(amountsOf), ofPages)
  for (const [at, { month, pages: ofMonth }] of solved.entries())
    if (currencies[at] === null)
      month.findings.push(
        finding('unreadable', 'other_currency', ofMonth[0] ?? null, { quote: 'several currencies' }),
      )
  const all = [...findings, ...ofFile, ...solved.flatMap(({ month }) => month.findings)]
  if (all.length === 0 && !isOfAccount(ordered.flat()))
    all.push(finding('not_a_bank_statement', 'no_account', null))
  const evidence = fontsThatDiffer(solved, file.pages)
  const [currency = ofPages, ...others] = new Set(currencies.map((one) => one ?? ofPages))
  const areSame = others.length === 0
  const reading: StatementReading = {
    verdict: all.length > 0 ? 'unverified' : 'verified',
    findings: all,
    accounts: accountsOf(solved, ordered, areSame ? [] : currencies),
    ...(evidence.length > 0 ? { evidence } : {}),
    ...(currency === DOLLARS || !areSame ? {} : { currency }),
  }
  const misfits = solved.reduce((sum, one) => sum + one.misfits, 0)
  return {
    reading,
    misfits:
      all.length === 0
        ? 0
        : Math.max(1, misfits + findings.length + (ofFile.length + Number(solved.length === 0)) * 50),
  }
}

const isBalance = ({ kind }: Figure) => kind === 'opening' || kind === 'closing'

/** The lines of a month, and the amounts whose signs and codes tell its currency: its entries and its balances. */
function amountsOf({ entries, part: { strips, figures } }: Solved) {
  return {
    lines: strips.map(({ line }) => line),
    amounts: [
      ...entries.map(({ strip: { line }, cell: { first, last } }) => ({ line, first, last })),
      ...figures
        .filter(isBalance)
        .flatMap(({ strip }) => moneyIn(strip).map(({ first, last }) => ({ line: strip.line, first, last }))),
    ],
  }
}

/** Number and length of the lines of the first page that are kept if no holder is found. */
const FIRST_LINES = 30
const LONGEST_LINE = 120

/** `currencies` has the currency of each part if they differ. */
function accountsOf(
  parts: readonly Solved[],
  pages: readonly Line[][],
  currencies: readonly (string | null)[],
): StatementAccount[] {
  const holder = holderOf(pages)
  const first_lines = pages[0]?.slice(0, FIRST_LINES).map(({ text }) => text.slice(0, LONGEST_LINE)) ?? []
  const accounts: StatementAccount[] = []
  for (const [at, { last4, month }] of parts.entries()) {
    const currency = currencies[at] ?? DOLLARS
    // Two statements of the same days without a number are of two accounts.
    const known = accounts.find(
      ({ number_last4, months, ...other }) =>
        number_last4 === last4 &&
        (other.currency ?? DOLLARS) === currency &&
        (last4 !== '' || months.every(({ from }) => from !== month.from)),
    )
    const foreign = currency === DOLLARS ? {} : { currency }
    if (known === undefined)
      accounts.push({
        holder,
        ...(holder === '' ? { first_lines } : {}),
        number_last4: last4,
        months: [month],
        ...foreign,
      })
    else known.months.push(month)
  }
  return accounts
}

/** `Macon, GA 31201` or `MACON GA 31201-1102`, the last line of an address. */
const PLACE = /(?:, ?|^[\p{L} .'-]{2,30} )[A-Z]{2} {0,3}\d{5}(?:-\d{4})?$/u
/** Most lines of an address above its last one, besides lines that only say where in a house, or for whom. */
const MOST_ABOVE = 3
const INSIDE = /^(?:attn|c\/o|ste|suite|unit|apt|fl|floor|rm|room)\b/i
/** What is no name: the title of the paper, and what a bank prints in its own address. */
const TITLE = /\b(?:statement|summary|estado de cuenta)\b/i
const OF_BANK = /\bbank|\bbanco\b|credit union|\bn\.a\.|\bfdic\b/i
const BESIDE_BANK = /\bp\.? ?o\.? box\b|\bwww\.|\.com\b|\d{3}[-. ]\d{3}[-. ]\d{4}/i
/** A label before a colon, or without one, and the labels of the name. */
const LABEL = /^([^:]{2,30}(?=:)|(?:account|customer|client) (?:name|holder|owner)\b):?(.*)$/i
const NAMES_HOLDER = /holder|name|owner|customer|client|titular|nombre/i

/**
 * Returns the name of the account's holder: the first line of the first address in the file that looks least like the address of the bank.
 * Empty if there is none.
 */
function holderOf(pages: readonly Line[][]): string {
  let best = { name: '', marks: Infinity }
  for (const lines of pages) {
    const columns = lines.map((line) => cellsOf(line, 2.5))
    for (const [at, cells] of columns.entries()) {
      const place = cells.find(({ text }) => PLACE.test(text))
      if (place === undefined) continue
      let [name, marks] = ['', 0]
      let left = MOST_ABOVE
      for (let up = at - 1; up >= 0 && left > 0; up--) {
        const [above, below] = [lines[up], lines[up + 1]]
        if (above === undefined || below === undefined || below.y - above.y > 2.2 * above.size) break
        const cell = columns[up]?.find(({ x0 }) => Math.abs(x0 - place.x0) < 6)
        if (cell !== undefined && INSIDE.test(cell.text)) continue
        left--
        if (cell === undefined) continue
        if (TITLE.test(cell.text) && !cell.text.includes(':')) break
        if (BESIDE_BANK.test(cell.text)) marks++
        const [, label, value = ''] = LABEL.exec(cell.text) ?? []
        if (label === undefined) name = cell.text
        else if (NAMES_HOLDER.test(label)) {
          name = value.trim()
          break
        }
      }
      // The name of the bank is the first line of the paper.
      if (name === lines[0]?.text) marks++
      const isName = /\p{L}{3}/u.test(name) && !OF_BANK.test(name) && !BESIDE_BANK.test(name)
      if (isName && marks < best.marks) best = { name, marks }
    }
  }
  return best.name
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

/** Figures of an account that lends money. Each must have an amount or a date next to it: phrases alone can be an advertisement. */
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

/**
 * True if something tells that the figures are money of an account: a currency, the number of an account in a line without an amount, or a
 * word of a bank. A list of goods in stock has the arithmetic of a statement, too.
 */
const isOfAccount = (lines: readonly Line[]) =>
  namesCurrency(lines) ||
  namesDeposits(lines) ||
  lines.some(
    ({ plain, words }) =>
      /\bbank|\bbanco\b|\bbanque\b|account|cuenta/.test(plain) ||
      (amountsIn(words).length === 0 && words.some(({ text }) => NUMBER.test(text) && dateAt(text) === null)),
  )

/** True if a file has a word of an account that takes deposits. */
const namesDeposits = (lines: readonly Line[]) =>
  lines.some(({ text }) =>
    /deposit|withdraw|retiro|checking|savings|cuentacorriente|ahorro/.test(squash(text)),
  )

function refuse(reason: 'unreadable' | 'not_a_bank_statement', detail: FindingDetail): Examined {
  return { reading: unreadable(detail, reason), misfits: NOT_FOUND }
}

/** Characters that show nothing: zero-width ones, and marks that tell the direction of a text. */
const SHOWS_NOTHING = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const HYPHENS = /[\u00ad\u2010\u2011\ufe63]/g
const IS_PLAIN = /^[\x20-\x7e]*$/

/** Writes the words of a page with usual characters: full-width digits become digits, and characters that show nothing disappear. */
export function usualWords(words: readonly Word[]): Word[] {
  return words.flatMap((word) => {
    if (IS_PLAIN.test(word.text)) return [word]
    const text = word.text.normalize('NFKC').replaceAll(SHOWS_NOTHING, '').replaceAll(HYPHENS, '-')
    return text.trim() === '' ? [] : [{ ...word, text }]
  })
}

/** Returns a word with digits of another script, such as Arabic, because the reader cannot read amounts in them. */
const wordInOtherDigits = (lines: readonly Line[]): string | null =>
  lines.flatMap(({ words }) => words).find(({ text }) => /(?!\d)\p{Nd}/u.test(text))?.text ?? null

/** Returns true if digits are printed on top of other digits, so that nobody can read them. */
function hasOverlaidDigits({ words }: Line): boolean {
  return words.some((word, at) => {
    const before = words[at - 1]
    if (before === undefined || !/\d/.test(word.text) || !/\d/.test(before.text)) return false
    const common = Math.min(before.x1, word.x1) - Math.max(before.x0, word.x0)
    return common > 0.5 * Math.min(before.x1 - before.x0, word.x1 - word.x0)
  })
}
