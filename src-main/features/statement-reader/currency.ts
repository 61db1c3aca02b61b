import { fold } from '../../../src-shared/platform/base/text.ts'
import { cellsOf, type Line } from './lines.ts'

/** The currency of a statement. Nothing else in the app has amounts that are not US dollars, so such a statement has no figures there. */

export const DOLLARS = 'USD'

/** Signs and letters of currencies that can stand at an amount. */
const SIGNS: Record<string, string> = {
  $: DOLLARS,
  us$: DOLLARS,
  dls: DOLLARS,
  '£': 'GBP',
  '€': 'EUR',
  '₹': 'INR',
  '¥': 'JPY',
  rs: 'INR',
  c$: 'CAD',
  ca$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  nz$: 'NZD',
  mx$: 'MXN',
  s$: 'SGD',
  hk$: 'HKD',
  r$: 'BRL',
}
const CODES = new Set(
  'usd cad eur gbp mxn chf aud nzd jpy cny inr cop dop gtq hnl nio crc brl ars clp pen uyu bob sgd hkd zar ngn kes aed'.split(
    ' ',
  ),
)
const NAMES: Record<string, string> = {
  euros: 'EUR',
  euro: 'EUR',
  libras: 'GBP',
  rupees: 'INR',
  pesos: 'MXN',
}

/** Returns the currency that a text names, with its sign, its code, or its name. Null if it names none. */
export function currencyNamed(text: string): string | null {
  const bare = fold(text).replaceAll(/[()[\].,:+\-−–]/g, '')
  return SIGNS[bare] ?? NAMES[bare] ?? (CODES.has(bare) ? bare.toUpperCase() : null)
}

/** `Currency: CAD`, or `All amounts in EUR`. */
const UNIT =
  /(?:^|\b(?:account|statement|cuenta) )(?:currency|moneda|divisa)\b|\b(?:amounts?|figures|importes|montos|cantidades) (?:are |shown |stated |expressed |expresad[ao]s )?(?:in|en)\b/

const unitLines = (lines: readonly Line[]) =>
  lines.flatMap((line) => cellsOf(line, 3).flatMap(({ text }) => (UNIT.test(fold(text)) ? [fold(text)] : [])))

/** True if a statement says that its amounts are in thousands. */
export const isInThousands = (lines: readonly Line[]): boolean =>
  unitLines(lines).some((text) => /\b(?:thousands|miles)\b/.test(text))

/** True if some lines contain a sign of a currency, or its letters next to an amount or alone in brackets. */
export const namesCurrency = (lines: readonly Line[]): boolean =>
  lines.some(({ words }) =>
    words.some(
      ({ text }, at) =>
        /[$£€₹¥]/.test(text) ||
        (currencyNamed(text) !== null &&
          (/^\(.+\)$/.test(text) ||
            [at - 1, at + 1].some((beside) => /\d[.,]\d\d/.test(words[beside]?.text ?? '')))),
    ),
  )

/** Numbers that only accounts of one country have, and names of countries. */
const OF_COUNTRY: readonly [RegExp, string][] = [
  // The last line of an address, such as `Macon, GA 31201`.
  [/, ?[a-z]{2} {0,3}\d{5}(?:-\d{4})?\b/, DOLLARS],
  [/\bifsc\b/, 'INR'],
  [/\bsort code\b/, 'GBP'],
  [/\bbsb\b|\babn\b|\baustralian?\b|\bpty ltd\b|\b(?:nsw|vic|qld|tas|act) \d{4}\b/, 'AUD'],
  [/\b\d\d-\d{4}-\d{7}-\d{2,3}\b|\bnz\b|\bnew zealand\b/, 'NZD'],
  [/\b[a-z]\d[a-z] \d[a-z]\d\b|\bcanada\b/, 'CAD'],
  [/\bsingapore\b/, 'SGD'],
  [/\bhong kong\b/, 'HKD'],
  [/\bnigeria\b/, 'NGN'],
  [/\bclabe\b/, 'MXN'],
  [/\biban:? ?gb/, 'GBP'],
  [/\biban:? ?ch/, 'CHF'],
  [/\biban:? ?(?:de|fr|es|it|nl|at|be|ie|pt|fi|gr)/, 'EUR'],
]

/** True if lines name a place in the United States, false if they are of a country that writes the day first. Null if they do not tell. */
export function isOfUnitedStates(lines: readonly Line[]): boolean | null {
  if (ofCountry(lines) === DOLLARS) return true
  const currency = currencyOf([lines], [])
  return currency === DOLLARS || currency === 'CAD' ? null : false
}

/** Returns the currency of the country that the lines without amounts name. Null if they name none. */
function ofCountry(lines: readonly Line[]): string | null {
  const named = lines.filter(({ plain }) => !/\d[.,]\d\d(?!\d)/.test(plain))
  return OF_COUNTRY.find(([pattern]) => named.some(({ plain }) => pattern.test(plain)))?.[1] ?? null
}

/**
 * Returns the currency of the amounts: the one that the statement names, the one whose sign most of its amounts have, or that of its country.
 * The sign `$` alone can be the dollar of another country. `balances` are the lines of the printed balances. US dollars if nothing says
 * something else.
 */
export function currencyOf(pages: readonly (readonly Line[])[], balances: readonly Line[]): string {
  const lines = pages.flat()
  for (const text of unitLines(lines))
    for (const word of text.split(' ')) {
      const named = currencyNamed(word)
      if (named !== null) return named
    }
  const signs = [
    ...balances.flatMap(({ words }) => words.map(({ text }) => text)),
    ...lines.flatMap(({ words }) =>
      words.flatMap(({ text }) => /^[-−–+(]{0,2}([^\d\s.,()-]{1,3})[\d.]/.exec(text)?.[1] ?? []),
    ),
  ]
  const counts = new Map<string, number>()
  for (const currency of signs.flatMap((sign) => currencyNamed(sign) ?? []))
    counts.set(currency, (counts.get(currency) ?? 0) + 1)
  const most = [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? DOLLARS
  const isSure =
    most !== DOLLARS || signs.some((sign) => /us|dls/i.test(sign) && currencyNamed(sign) === DOLLARS)
  return isSure ? most : (ofCountry(lines) ?? DOLLARS)
}

/** An amount of a line: the indexes of its first and its last word. */
export interface AmountAt {
  line: Line
  first: number
  last: number
}

/** A code or a sign this many font sizes from an amount belongs to it. */
const BESIDE = 1.2
/** Currencies whose sign can be `$` alone. */
const WITH_DOLLAR_SIGN = new Set('USD CAD AUD NZD SGD HKD MXN COP ARS CLP UYU DOP'.split(' '))
/** Returns the currencies that signs and codes at an amount name, with `$` for a sign that several currencies have. */
function namedAt({ line: { words }, first, last }: AmountAt): string[] {
  const beside = [first - 1, last + 1].flatMap((at) => {
    const [word, edge] = [words[at], words[at < first ? first : last]]
    if (word === undefined || edge === undefined) return []
    const gap = at < first ? edge.x0 - word.x1 : word.x0 - edge.x1
    return gap <= BESIDE * word.size ? [word.text] : []
  })
  const own = words
    .slice(first, last + 1)
    .flatMap(({ text }) => [text, ...(text.match(/^[^\d]{1,5}(?=[\d.])|(?<=\d)[^\d.,]{1,5}$/g) ?? [])])
  return [...own, ...beside].flatMap((text) =>
    /^[-−–+(]*\$[-−–+]*$/.test(text) ? '$' : (currencyNamed(text) ?? []),
  )
}

/** `EUR account`, or `Account in EUR`. */
const TITLE =
  /\b([a-z]{3}) (?:account|acct|cuenta|konto|compte)\b|\b(?:account|acct|cuenta|konto|compte) (?:(?:in|en) )?\(?([a-z]{3})\b/

/** Returns the currencies that lines without amounts name for the account. */
function unitsOf(lines: readonly Line[]): Set<string> {
  const titles = lines.flatMap(({ plain }) =>
    /\d[.,]\d\d(?!\d)/.test(plain)
      ? []
      : (TITLE.exec(plain)?.slice(1) ?? []).filter((code) => CODES.has(code)),
  )
  const named = [...titles, ...unitLines(lines).flatMap((text) => text.split(' '))]
  return new Set(named.flatMap((text) => currencyNamed(text) ?? []))
}

/**
 * Returns the currency of each account of a file. The signs and codes at its amounts decide, then the words in its lines, and then the file.
 * Null if the account has two currencies, or if nothing shows which currency of the file it has.
 */
export function currenciesOf(
  accounts: readonly { lines: readonly Line[]; amounts: readonly AmountAt[] }[],
  ofFile: string,
): (string | null)[] {
  const units = accounts.map(({ lines }) => unitsOf(lines))
  const all = new Set(units.flatMap((some) => [...some]))
  return accounts.map(({ amounts }, at) => {
    const signs = new Set(amounts.flatMap(namedAt))
    const hasSign = signs.delete('$')
    const own = units[at] ?? new Set()
    const named = signs.size > 0 ? signs : own
    const [first, ...others] = named
    if (first === undefined) {
      if (hasSign) return WITH_DOLLAR_SIGN.has(ofFile) ? ofFile : DOLLARS
      return all.size > 1 ? null : ofFile
    }
    return others.length > 0 || (hasSign && !WITH_DOLLAR_SIGN.has(first)) ? null : first
  })
}
