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

/** Numbers that only accounts of one country have. */
const OF_COUNTRY: readonly [RegExp, string][] = [
  [/\bifsc\b/, 'INR'],
  [/\bsort code\b/, 'GBP'],
  [/\bbsb\b/, 'AUD'],
  [/\bclabe\b/, 'MXN'],
  [/\biban:? ?gb/, 'GBP'],
  [/\biban:? ?ch/, 'CHF'],
  [/\biban:? ?(?:de|fr|es|it|nl|at|be|ie|pt|fi|gr)/, 'EUR'],
]

/**
 * Returns the currency of the amounts: the one that the statement names, the one whose sign most of its amounts have, or that of its country.
 * `balances` are the lines of the printed balances. Dollars if nothing says something else.
 */
export function currencyOf(pages: readonly (readonly Line[])[], balances: readonly Line[]): string {
  const lines = pages.flat()
  for (const text of unitLines(lines))
    for (const word of text.split(' ')) {
      const named = currencyNamed(word)
      if (named !== null) return named
    }
  const ofBalances = balances.flatMap(({ words }) => words.flatMap(({ text }) => currencyNamed(text) ?? []))
  const counts = new Map<string, number>()
  const signs = lines.flatMap(({ words }) =>
    words.flatMap(({ text }) => /^[-−–+(]{0,2}([^\d\s.,()-]{1,3})[\d.]/.exec(text)?.[1] ?? []),
  )
  for (const currency of [...ofBalances, ...signs.flatMap((sign) => SIGNS[sign.toLowerCase()] ?? [])])
    counts.set(currency, (counts.get(currency) ?? 0) + 1)
  const [most] = [...counts].toSorted((one, other) => other[1] - one[1])
  if (most !== undefined) return most[0]
  const ofCountry = OF_COUNTRY.find(([pattern]) => lines.some(({ plain }) => pattern.test(plain)))
  return ofCountry?.[1] ?? DOLLARS
}
