import { dateAt } from '../../../src-shared/platform/base/printed-dates.ts'
import { fold } from '../../../src-shared/platform/base/text.ts'
import { amountsIn } from './amounts.ts'
import { type Cell, cellsOf, type Line, squash } from './lines.ts'

/** The numbers of accounts that statements print: which digits are one, and which line says that it is the account of the statement. */

/** Numbers of other things, with the number itself: `Routing number: 091000019`. */
const OTHER_NUMBER =
  /\b(?:routing|transit|aba|rtn|customer|client|cliente|member|phone|telephone|telefono|fax|ext|extension|tax id|ein|reference|referencia|confirmation|invoice|card|tarjeta|check|cheque|loan|prestamo|branch|sucursal|ruta|sort code|swift)(?: (?:account|acct))?(?: ?(?:id|code))?(?: (?:number|no|num|numero|#|ending(?: in)?|terminada en))?\.?:? ?#? ?[x*.•\d][x*\d-]{2,20}/g
const OTHER_PAPER =
  /\b(?:statement|document|documento|batch|form|sequence|case|ticket|page|pagina)s? (?:number|no|num|numero|#)\.?:? ?#? ?[x*\d][x*\d-]{2,20}/g
const ACCOUNT_WORD = /account|acct|cuenta|numero|number|ending|checking|savings|draft|share|cta/
/** The word right before the number of an account. */
const NAMES_ACCOUNT =
  /(?:account|acct|cuenta|cta|checking|savings|ahorros?|corriente|share|draft|market|club|number|numero|nbr|num|no|ending|in|en)s?$/
/** The end of a text after which `number` is that of an account. */
const BEFORE_NUMBER = /(?:account|acct|cuenta|checking|savings|share|draft|market|club|your|su)s?[ .:#'-]*$/
/** The end of a text after which `ending` is about a day or a card: `Statement period ending`. */
const BEFORE_DAY =
  /(?:statement|period|cycle|month|week|quarter|year|day|balance|days|cards?|tarjetas?)[ .:-]*$/
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

/** Returns the last four digits of all account numbers in a line. Several if nothing tells where the number ends. */
export function accountsIn(line: Line, above?: Line): string[] {
  const own = aboutThis(line).replaceAll(OTHER_NUMBER, blank).replaceAll(OTHER_PAPER, blank)
  // Words keep their places, so that the gaps between them are known.
  const plain = own
    .split(' ')
    .map((word) => (isDate(word) ? blank(word) : word))
    .join(' ')
  if (ACCOUNT_WORD.test(plain)) {
    const masked = maskedIn(line, plain)
    if (masked.length > 0) return masked
    const found = numbersAfterWord(line, plain)
    if (found.length > 0) return found
    const title = own === line.plain ? titleNumber(line) : null
    if (title !== null) return [title]
  }
  const below = LINKED.test(line.plain) ? null : numberBelow(line, above)
  return below === null ? [] : [below]
}

/** Replaces all but the spaces of a text. */
const blank = (text: string) => text.replaceAll(/[^ ]/g, '_')

/** True for a date with a year, and for a month such as `03-2026`: their digits look like a number. */
function isDate(word: string): boolean {
  const bare = word.replace(/^[(:]/, '').replace(/[),.;:]$/, '')
  const date = dateAt(bare)
  return (
    (date !== null && date.year !== null && date.end === bare.length) || /^\d\d?-(?:19|20)\d\d$/.test(bare)
  )
}

/** Words of one number are this close, in font sizes. */
const GROUP_GAP = 1

/** True if a word of a line stands close to the word before. */
function isClose({ words }: Line, at: number): boolean {
  const [before, word] = [words[at - 1], words[at]]
  return before !== undefined && word !== undefined && word.x0 - before.x1 < GROUP_GAP * word.size
}

/** Numbers such as `XXXX4417`, `XXXX XXXX 4417`, `...4417`, or `account #4417`. */
function maskedIn(line: Line, plain: string): string[] {
  const found: string[] = []
  let before = ''
  let isGroup = false
  for (const [at, text] of plain.split(' ').entries()) {
    const bare = text.replace(/[),;:]$/, '')
    const last4 =
      /^[^\d\p{L}_]*[x*•.…#-]{1,24}(\d{4})$/iu.exec(bare)?.[1] ??
      (isGroup && isClose(line, at) ? /^\d{4}$/.exec(bare)?.[0] : undefined)
    // A single mark can also stand before the number of something else, such as `ext. x4521`.
    const isMasked = isGroup || /[x*•.#-]{2}|[•…]/u.test(bare) || NAMES_ACCOUNT.test(before)
    if (last4 !== undefined && isMasked && !before.startsWith('ext') && !found.includes(last4))
      found.push(last4)
    isGroup = /^[x*•]{2,}-?$/u.test(bare)
    if (/[a-z\d]/.test(text)) before = text.replace(/[.:#]{1,3}$/, '')
  }
  return found
}

/** The number after a word such as `account` or `ending in`. Several if nothing tells whether the last digits belong to it. */
function numbersAfterWord(line: Line, plain: string): string[] {
  for (const match of plain.matchAll(/account|acct|cuenta|numero|number|ending in|ending/g)) {
    const [word] = match
    const before = plain.slice(0, match.index)
    const start = match.index + word.length
    const rest = plain.slice(start).replace(/^[\s:#.no-]*/, '')
    const first = plain.slice(0, plain.length - rest.length).split(' ').length - 1
    const pieces = rest.split(' ')
    const groups: string[] = []
    for (const [at, piece] of pieces.entries()) {
      if (!isNumber(piece) || (at > 0 && !isClose(line, first + at))) break
      groups.push(piece.replaceAll(/\D/g, ''))
    }
    const whole = groups.join('')
    if (whole.length < 4 || whole.length > 20 || !isOfAccount(word, before, whole, line)) continue
    return isSure(groups, pieces[groups.length] ?? '')
      ? [whole.slice(-4)]
      : [whole.slice(-4), groups.slice(0, -1).join('').slice(-4)]
  }
  return []
}

/** True for digits with dashes or after a few letters, or with other separators that amounts and dates do not have. */
const isNumber = (text: string) =>
  /^\d[\d-]*$/.test(text) ||
  /^[a-z]{1,4}\d{7,20}$/.test(text) ||
  (/^\d{1,8}(?:[./]\d{2,12}){1,4}$/.test(text) &&
    text.replaceAll(/\D/g, '').length >= 8 &&
    !/^\d+\.\d\d$/.test(text))

/** False if the last digits can also be a year, or a count such as `000123454417 31 days`. */
function isSure(groups: readonly string[], next: string): boolean {
  const last = groups.at(-1) ?? ''
  if (groups.length < 2) return true
  if ((groups[0]?.length ?? 0) >= 8 || /^(?:19|20)\d\d$/.test(last)) return false
  return !(last.length < 4 && /^[a-z]/.test(next))
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
  if (!/^[x*•.…#-]*\d[\d-]*$/.test(bare) || isDate(bare)) return null
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

const DEBT_TITLE =
  /^(?:(?:your|business|commercial|personal|home|equity|secured|small|overdraft|revolving|term|auto|sba|su) ){0,3}(?:loan|mortgage|line of credit|credit line|credit card|visa|mastercard|prestamo|hipoteca|linea de credito|tarjeta de credito)(?: (?:account|acct|card|number|no|num|numero|cuenta|ending|in|de)\.?:?){0,4}:? ?#? ?[x*\d-]{4,20}$/

/** True if a line is the title of an account whose balance is a debt: `Line of credit account XXXX7788`. */
export const isDebtTitle = (line: Line): boolean =>
  cellsOf(line, 3).some(({ text }) => DEBT_TITLE.test(fold(text)))

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
