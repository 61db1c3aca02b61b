import { dateAt } from '../../../src-shared/printed-dates.ts'
import { fold } from '../../../src-shared/text.ts'
import { amountsIn } from './amounts.ts'
import { type Cell, cellsOf, type Line, squash } from './lines.ts'

/** The numbers of accounts that statements print: which digits are one, and which line says that it is the account of the statement. */

/** Numbers of other things, with the number itself: `Routing number: 091000019`. */
const OTHER_NUMBER =
  /\b(?:routing|transit|aba|rtn|customer|client|cliente|member|phone|telephone|telefono|fax|ext|extension|tax id|ein|reference|referencia|confirmation|invoice|card|tarjeta|check|cheque|loan|prestamo|branch|sucursal|ruta|sort code|swift)(?: (?:account|acct))?(?: ?(?:id|code))?(?: (?:number|no|num|numero|#))?\.?:? ?#? ?[x*\d][x*\d-]{2,20}/g
const OTHER_PAPER =
  /\b(?:statement|document|documento|batch|form|sequence|case|ticket|page|pagina)s? (?:number|no|num|numero|#)\.?:? ?#? ?[x*\d][x*\d-]{2,20}/g
const ACCOUNT_WORD = /account|acct|cuenta|numero|number|ending|checking|savings|draft|share|cta/
/** The word right before the number of an account. */
const NAMES_ACCOUNT =
  /(?:account|acct|cuenta|cta|checking|savings|ahorros?|corriente|share|draft|market|club|number|numero|nbr|num|no|ending|in|en)s?$/
/** The end of a text after which `number` is that of an account. */
const BEFORE_NUMBER = /(?:account|acct|cuenta|checking|savings|share|draft|market|club|your|su)s?[ .:#'-]*$/
/** The end of a text after which `ending` is about a day: `Statement period ending`. */
const BEFORE_DAY = /(?:statement|period|cycle|month|week|quarter|year|day|balance|days)[ .:-]*$/
/** From these words on, a line is about another account than that of the statement. */
const LINKED =
  /\b(?:linked|link|vinculad\w*|enlazad\w*|overdraft (?:protection|coverage)|proteccion|sobregiro|transfer\w*|transfier\w*|relationship|relacion|backup|sweep|questions|preguntas|pay from|debited|charged to)\b/
/** Words of a line that is nothing but the name and the number of an account. */
const TITLE_WORD =
  /^(?:primary|principal|business|commercial|personal|small|basic|plus|premium|free|simple|advantage|interest|money|market|checking|savings|saving|account|accounts|acct|share|draft|club|number|no|num|nbr|ending|in|with|your|summary|for|of|the|cuenta|cta|numero|de|del?|ahorros?|corriente|cheques|comercial|negocios|empresarial|su|resumen|terminada|en|x+)$/
/** The kinds of accounts that a title names. */
const KIND = /\b(?:checking|savings|money market|ahorros?|corriente|cheques)\b/

/**
 * Returns the last four digits of the account number that a line outside the tables prints. Null if there is none. `above` is the line above,
 * which can hold the label.
 */
export const accountIn = (line: Line, above?: Line): string | null => accountsIn(line, above)[0] ?? null

/** Returns the last four digits of all account numbers in a line. */
export function accountsIn(line: Line, above?: Line): string[] {
  const own = aboutThis(line).replaceAll(OTHER_NUMBER, ' ').replaceAll(OTHER_PAPER, ' ')
  const plain = withoutDates(own)
  if (ACCOUNT_WORD.test(plain)) {
    const masked = maskedIn(plain)
    if (masked.length > 0) return masked
    const one = numberAfterWord(line, plain) ?? (own === line.plain ? titleNumber(line) : null)
    if (one !== null) return [one]
  }
  const below = LINKED.test(line.plain) ? null : numberBelow(line, above)
  return below === null ? [] : [below]
}

/** Removes dates with a year, and months such as `03-2025`: their digits look like a number. */
const withoutDates = (plain: string) =>
  plain
    .split(' ')
    .filter((word) => {
      const bare = word.replace(/^[(:]/, '').replace(/[),.;:]$/, '')
      const date = dateAt(bare)
      return (
        !(date !== null && date.year !== null && date.end === bare.length) &&
        !/^\d\d?-(?:19|20)\d\d$/.test(bare)
      )
    })
    .join(' ')

/** Numbers such as `XXXX4417`, `...4417`, or `account #4417`. */
function maskedIn(plain: string): string[] {
  const found: string[] = []
  let before = ''
  for (const text of plain.split(' ')) {
    const bare = text.replace(/[),;:]$/, '')
    const last4 = /^[^\d\p{L}]*[x*•.…#-]{1,14}(\d{4})$/iu.exec(bare)?.[1]
    // A single mark can also stand before the number of something else, such as `ext. x4521`.
    const isMasked = /[x*•.#-]{2}|[•…]/u.test(bare) || NAMES_ACCOUNT.test(before)
    if (last4 !== undefined && isMasked && !/^ext/.test(before) && !found.includes(last4)) found.push(last4)
    if (/[a-z\d]/.test(text)) before = text.replace(/[.:#]{1,3}$/, '')
  }
  return found
}

/** The number after a word such as `account` or `ending in`. */
function numberAfterWord(line: Line, plain: string): string | null {
  for (const match of plain.matchAll(/account|acct|cuenta|numero|number|ending in|ending/g)) {
    const [word] = match
    const before = plain.slice(0, match.index)
    const pieces = plain
      .slice(match.index + word.length)
      .replace(/^[\s:#.no-]*/, '')
      .split(' ')
    let digits = ''
    // A number can be printed in groups, such as `0012 3456 7890`. A date or a count that follows does not belong to it.
    for (const piece of pieces.slice(0, 5)) {
      if (!/^\d[\d-]*$/.test(piece) || (digits !== '' && (digits.length >= 6 || piece.length < 3))) break
      digits += piece.replaceAll('-', '')
    }
    if (digits.length >= 4 && digits.length <= 20 && isOfAccount(word, before, digits, line))
      return digits.slice(-4)
  }
  return null
}

/** True if a word and the text before it say that the digits after it are the number of an account. */
function isOfAccount(word: string, before: string, digits: string, line: Line): boolean {
  if (word.startsWith('ending')) return ACCOUNT_WORD.test(before) && !BEFORE_DAY.test(before)
  if (word === 'number' || word === 'numero') {
    if (BEFORE_NUMBER.test(before)) return true
    return digits.length >= 6 && cellsOf(line, 2).some(({ text }) => fold(text).startsWith(word))
  }
  // Four digits right after `account` can also be a year: `Estado de cuenta 2026`.
  return !/^(?:19|20)\d\d$/.test(digits)
}

/** Names of the cell above an account number. */
const NUMBER_HEADING =
  /^(?:your|su|primary|business|checking|savings)?(?:(?:account|acct)(?:number|num|nbr|no)|(?:numero|num|no)decuenta|cuenta(?:numero|num|no))$/
const ACCOUNT_HEADING = /^(?:account|acct|cuenta)$/

/** The number below a cell such as `Account number`. */
function numberBelow(line: Line, above: Line | undefined): string | null {
  if (above === undefined || line.page !== above.page || line.y - above.y > 2.2 * line.size) return null
  for (const heading of cellsOf(above)) {
    const label = squash(heading.text)
    if (!NUMBER_HEADING.test(label) && !ACCOUNT_HEADING.test(label)) continue
    const cell = cellsOf(line).find(({ x0, x1 }) => x0 < heading.x1 && x1 > heading.x0)
    const last4 = cell === undefined ? null : wholeNumber(cell)
    if (last4 !== null) return last4
  }
  return null
}

/** The last four digits of a cell with nothing but the number of an account. */
function wholeNumber({ text }: Cell): string | null {
  const bare = fold(text).replaceAll(' ', '')
  if (!/^[x*•.…#-]*\d[\d-]*$/.test(bare) || withoutDates(bare) === '') return null
  const digits = bare.replaceAll(/\D/g, '')
  const isMasked = /^[x*•.…#-]{2}/.test(bare)
  return digits.length >= (isMasked ? 4 : 6) && digits.length <= 20 ? digits.slice(-4) : null
}

/** Returns the part of a line that is about the account of the statement. */
const aboutThis = ({ plain }: Line): string => plain.slice(0, LINKED.exec(plain)?.index)

/** The number in a title such as `Business Savings - 9921`, `Business Savings (9921)`, or `Business Savings 000123459921`. */
function titleNumber(line: Line): string | null {
  if (!KIND.test(line.plain) || amountsIn(line.words).length > 0) return null
  for (const { first, last } of cellsOf(line, 3)) {
    const text = line.words
      .slice(first, last + 1)
      .map((word) => word.text)
      .join(' ')
    const found = /^([\p{L}' ]{4,48}?) ?(?:[-–—:] ?(\d{4})|\((\d{4})\)|(\d{8,17}))$/u.exec(text)
    const digits = found?.[2] ?? found?.[3] ?? found?.[4]
    // Four digits can also be a year.
    if (digits === undefined || /^(?:19|20)\d\d$/.test(digits)) continue
    if (KIND.test(fold(found?.[1] ?? ''))) return digits.slice(-4)
  }
  return null
}

/** True if a line is the title of an account: its name and its number in a cell without other words. `above` has the lines above. */
export function isAccountTitle(line: Line, above: readonly Line[]): boolean {
  if (LINKED.test(line.plain) || above.some(({ plain }) => LINKED.test(plain))) return false
  const words = line.plain.split(' ')
  return cellsOf(line).some(({ first, last }) => {
    const own = words.slice(first, last + 1).join(' ')
    const letters = own.split(/[^a-z]+/).filter((word) => word !== '')
    return /\d{4}/.test(own) && letters.length > 0 && letters.every((word) => TITLE_WORD.test(word))
  })
}

/** Words that say that a number is that of the statement's account. */
const LABELLED =
  /(?:account|acct)\.? ?(?:number|nbr|num|no\b|#)|(?:numero|num|no)\.? de (?:la )?cuenta|cuenta\.? ?(?:numero|num|no\b|#)/

/** True if a line with an account number says that this is the account of the statement. `above` has the lines above. */
export const isOwnAccount = (line: Line, above: readonly Line[]): boolean =>
  !above.some(({ plain }) => LINKED.test(plain)) && (LABELLED.test(line.plain) || isAccountTitle(line, above))

/** True for a line of a list of accounts: after the number follows an amount, without a word between. */
export function isListedAccount({ words }: Line, last4: string): boolean {
  const at = words.findIndex(({ text }) => text.replace(/[),.;:]$/, '').endsWith(last4))
  const [amount] = amountsIn(words.slice(at + 1))
  if (at < 0 || amount === undefined) return false
  return !words.slice(at + 1, at + 1 + amount.first).some(({ text }) => /\p{L}/u.test(text))
}

/** The place of an account number, and what its line says. */
interface NumberPlace {
  page: number
  y: number
  size: number
  /** True for a line of a list of accounts. */
  isListed: boolean
  isTitle: boolean
}

/** Lines of a list of accounts are this close, in font sizes. */
const LIST_GAP = 3.5

/** Decides which of the numbers above the first figure of a part is the number of its account. */
export class AccountNumbers {
  last4 = ''
  /** True if nothing tells which of several numbers it is. */
  isDoubted = false
  /** Numbers outside of lists since the part began or the last list. */
  #heads = new Set<string>()
  /** Numbers of lists since the part began. */
  #listed = new Set<string>()
  #before: (NumberPlace & { last4: string }) | null = null

  startPart(): void {
    this.isDoubted = false
    this.#heads.clear()
    this.#listed.clear()
    this.#before = null
  }

  take(last4: string, place: NumberPlace): void {
    const before = this.#before
    this.#before = { last4, ...place }
    if (place.isListed) return this.#takeListed(last4, before !== null)
    if (before !== null && this.#continuesList(last4, before, place)) {
      this.#listed.add(before.last4)
      return this.#takeListed(last4, true)
    }
    // The title of an account replaces all numbers above it. Another number is in doubt.
    this.isDoubted = !place.isTitle && this.#heads.size > 0 && !this.#heads.has(last4)
    this.#heads.add(last4)
    this.last4 = last4
  }

  /** True if two titles stand right below each other. The second one can only be a title if it repeats a line of the list. */
  #continuesList(
    last4: string,
    before: NumberPlace & { last4: string },
    { page, y, size }: NumberPlace,
  ): boolean {
    return (
      !before.isListed &&
      before.last4 !== last4 &&
      !this.#listed.has(last4) &&
      before.page === page &&
      y - before.y <= LIST_GAP * size
    )
  }

  /** A list of several accounts does not tell of which one the figures are. */
  #takeListed(last4: string, isNumbered: boolean): void {
    this.isDoubted ||= isNumbered && this.last4 !== last4
    this.#heads.clear()
    this.#listed.add(last4)
    this.last4 = last4
  }
}
