import type { Offer } from '../offers/offer.ts'
import type { Language } from '../../platform/texts/messages.ts'
import { dayOf } from '../../platform/base/days.ts'
import { shownFigures, type ShownFigures } from '../offers/shown-figures.ts'
import {
  MERCHANT_ROWS,
  pageContent,
  unclearRows,
  type FiguredOffer,
  type MerchantPageOptions,
  type MerchantRow,
  type OfferMessages,
  type PageContent,
} from './page-content.ts'
import { coversAmount, rulesOn, type StateRule } from './state-rules.ts'

declare const passed: unique symbol
/**
 * A page that passed the legal checks of `passMerchantGate`. Code that prints or exports a page for the merchant accepts only this type.
 */
export type MerchantPage = PageContent & { readonly [passed]: true }

/**
 * The reason why the app refuses to create a page for the merchant. `law` is null if the state is unknown, because then the strictest rules
 * of all states apply.
 */
export type Refusal =
  | { refusal: 'no_apr'; law: string | null; offer: number }
  | { refusal: 'apr_not_shown'; law: string | null }
  | { refusal: 'no_offer'; law: string | null }
  | { refusal: 'figures_changed' }
  | { refusal: 'word' | 'own_word'; law: string | null; word: string; text: string }

/** A warning that the broker sees before giving the page to the merchant. */
export type Flag =
  | { flag: 'wording' | 'disclosure'; law: string }
  | { flag: 'unknown_state' }
  | { flag: 'estimate' | 'contradiction' | 'doubt'; offer: number }

/** The decision about a page. `keeps_out` lists the rows that the law keeps out of the page. */
export type Gate = { flags: Flag[]; keeps_out: readonly MerchantRow[] } & (
  | { ok: true; page: MerchantPage }
  | { ok: false; refusals: Refusal[] }
)

/** A message to the merchant, which contains only a part of the page. */
export interface MerchantMessage {
  /** The rows of the page whose figures the message contains. */
  rows: readonly MerchantRow[]
  /** All texts of the message around these figures, without the merchant's own name. */
  texts: readonly string[]
}

/** Rows that state neither a price nor an amount. A message with only these rows needs no APR. */
const WITHOUT_PRICE: readonly MerchantRow[] = ['expires', 'stipulations']

/**
 * Creates every page for the merchant: PDF, print, copy, mail, or file. With `message`, checks a message with figures of offers by the same
 * rules. Applies the rules that are in force in the business's state on the
 * date of the page. Reports violations, but never claims that a page complies with the law.
 */
export function passMerchantGate(
  options: MerchantPageOptions & { state: string | null; message?: MerchantMessage },
  language: Language,
  said: OfferMessages,
): Gate {
  const rows = options.message?.rows ?? MERCHANT_ROWS
  const statesPrice = rows.some((row) => !WITHOUT_PRICE.includes(row))
  const rules = rulesOn(dayOf(options.made_at), options.state)
  const offers = options.offers.map((one) => ({ ...one, shown: shownFigures(one.offer) }))
  const covered = offers.map(({ number, offer, shown }) => ({
    number,
    shown,
    gate: rules.find((rule) => rule.effect === 'gate' && coversAmount(rule, smallestAmount(offer))),
  }))
  const gate = covered.find((one) => one.gate !== undefined)?.gate
  const lawOf = (rule: StateRule) => (options.state === null ? null : rule.law)
  const keeps_out: readonly MerchantRow[] = gate === undefined ? [] : ['factor']
  const leaves_out = MERCHANT_ROWS.filter((row) => !rows.includes(row) || keeps_out.includes(row))
  const content = pageContent({ ...options, offers }, language, said, leaves_out)
  const refusals: Refusal[] = covered.flatMap((one) =>
    one.gate === undefined || !statesPrice || hasApr(one.shown)
      ? []
      : [{ refusal: 'no_apr', law: lawOf(one.gate), offer: one.number }],
  )
  if (gate !== undefined && statesPrice && !rows.includes('apr'))
    refusals.push({ refusal: 'apr_not_shown', law: lawOf(gate) })
  if (gate !== undefined)
    for (const text of [...textsOf(content, options, language, said), ...(options.message?.texts ?? [])])
      for (const word of restrictedTerms(text))
        refusals.push({ refusal: 'word', law: lawOf(gate), word, text })
  const flags = [...flagsOf(options, rules), ...offers.flatMap(flagsOfOffer)]
  return refusals.length === 0
    ? { ok: true, page: content as MerchantPage, flags, keeps_out }
    : { ok: false, refusals, flags, keeps_out }
}

/**
 * Checks a message that contains no figures of offers from the page, and returns the refusals. The broker may have typed such figures, so
 * the texts may contain no restricted word. `expectsPrice`: the message has placeholders for figures, but no offer is chosen. `offers` are
 * all offers of the deal. If the list is empty, the laws apply as for an offer of unknown amount.
 */
export function refuseMessage({
  made_at,
  state,
  offers,
  expectsPrice,
  texts,
}: {
  made_at: string
  state: string | null
  offers: readonly Offer[]
  expectsPrice: boolean
  texts: readonly string[]
}): Refusal[] {
  const amounts = offers.length === 0 ? [null] : offers.map(smallestAmount)
  const rule = rulesOn(dayOf(made_at), state).find(
    (one) => one.effect === 'gate' && amounts.some((amount) => coversAmount(one, amount)),
  )
  if (rule === undefined) return []
  const law = state === null ? null : rule.law
  return [
    ...(expectsPrice ? [{ refusal: 'no_offer', law } as const] : []),
    ...texts.flatMap((text) =>
      restrictedTerms(text).map((word) => ({ refusal: 'own_word', law, word, text }) as const),
    ),
  ]
}

/**
 * Returns the smallest amount that the merchant may take under the offer. If a rule covers this amount, the rule covers the offer. Returns
 * null if the amount is unknown or implausible.
 */
function smallestAmount({ amount_cents, minimum_amount_cents, doubts }: Offer): number | null {
  if (amount_cents === null || doubts.some(({ field }) => field === 'minimum_amount')) return null
  return Math.min(amount_cents, minimum_amount_cents ?? amount_cents)
}

/** Returns true if the page shows a valid APR, either reported or estimated. An APR that is negative or not a number is not valid. */
function hasApr({ apr: { value } }: ShownFigures): boolean {
  return value !== null && /^\d{1,9}(?:\.\d{1,20})?$/.test(value)
}

function textsOf(
  content: PageContent,
  options: MerchantPageOptions,
  language: Language,
  said: OfferMessages,
): string[] {
  const { intro } = pageContent({ ...options, merchant: '', offers: [] }, language, said, [])
  const cells = content.rows.flatMap(({ label, meaning, cells: row }) => [label, meaning, ...row.flat()])
  const { title, columns, figure, what_it_means, disclaimer } = content
  return [...new Set([title, intro, ...columns, figure, what_it_means, disclaimer, ...cells])]
}

/** Names of the APR in both languages. The page may contain them although they contain restricted words. */
const APR_NAMES = ['annual percentage rate', 'tasa de porcentaje anual', 'tasa porcentual anual']
/** Restricted words: words in both languages, without accents, that a merchant could mistake for a yearly rate. */
const RESTRICTED = new Set(
  'rate rates interest interests factor factors factored tasa tasas interes intereses factores'.split(' '),
)

/** Returns the restricted words in a string. Ignores case, accents, and invisible characters. */
export function restrictedTerms(text: string): string[] {
  let plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
  for (const name of APR_NAMES) plain = plain.replaceAll(name, ' ')
  return [...new Set(plain.split(/[^a-z]/).filter((word) => RESTRICTED.has(word)))]
}

function flagsOf(
  { state, offers }: MerchantPageOptions & { state: string | null },
  rules: StateRule[],
): Flag[] {
  const covering = rules.filter((rule) =>
    offers.some(({ offer }) => coversAmount(rule, smallestAmount(offer))),
  )
  return state === null
    ? [{ flag: 'unknown_state' }]
    : covering.map(({ effect, law }) => ({ flag: effect === 'gate' ? 'wording' : 'disclosure', law }))
}

function flagsOfOffer(offer: FiguredOffer): Flag[] {
  const { number, shown } = offer
  const { apr } = shown
  const contradicts = Object.values(shown).some(({ ours }) => ours !== null)
  return [
    ...(apr.value !== null && apr.from === 'calculated'
      ? [{ flag: 'estimate', offer: number } as const]
      : []),
    ...(contradicts ? [{ flag: 'contradiction', offer: number } as const] : []),
    ...(unclearRows(offer).size > 0 ? [{ flag: 'doubt', offer: number } as const] : []),
  ]
}
