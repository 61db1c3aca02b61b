import type { Deal } from '../deals/deal.ts'
import { nameOfMissing, type Spoken } from '../deal-screen/missing-papers.ts'
import { missingLines } from '../deal-screen/next-step.ts'
import { type ChecklistItem, STATEMENT_KINDS } from '../documents/document.ts'
import { lackingDays } from '../documents/statement-coverage.ts'
import { KIND_LINE } from '../pipeline/deal-match.ts'
import { dayOf } from '../../platform/base/days.ts'
import { offersOfStanding } from '../offers/offer-standings.ts'
import type { OfferedDeal } from '../offers/offer-status.ts'
import type { Offer } from '../offers/offer.ts'
import { businessStateOf } from '../merchant-page/gate-messages.ts'
import { type Gate, passMerchantGate, refuseMessage } from '../merchant-page/gate.ts'
import { MERCHANT_ROWS, type MerchantRow, type PageContent } from '../merchant-page/page-content.ts'
import { LOCALES } from '../../platform/texts/messages.ts'
import { insertable, placeholdersIn, templateParts } from '../../platform/base/placeholders.ts'
import { valueAt } from '../form/form-path.ts'
import { documentNameIn } from '../form/localized-profile.ts'
import type { PayloadProfile } from '../form/payload-profile.ts'
import { looksSensitive } from '../form/sensitive.ts'
import {
  isOfferPlaceholder,
  isSnippetPlaceholder,
  type OfferPlaceholder,
  type Snippet,
  type SnippetPlaceholder,
} from './snippet.ts'

/** The data from which the app fills in a snippet. It contains no SSN, EIN, or account number. */
export type SnippetDeal = Pick<
  Deal,
  | 'legal_name'
  | 'reference'
  | 'amount_cents'
  | 'funded_cents'
  | 'values'
  | 'offers'
  | 'has_offer'
  | 'checklist'
>

export interface SnippetSources {
  deal: SnippetDeal
  profile: PayloadProfile
  /** The offers that the broker chose for the message, by id, in any order. */
  offer_ids: readonly string[]
  broker_name: string
  signature: string
  /** When the message is made, as an ISO 8601 instant. */
  made_at: string
}

/**
 * A part of a filled-in text. `empty`: the deal has no value for the placeholder. `unknown`: there is no such placeholder. `left_out`: the
 * law of the merchant's state keeps the figure out.
 */
export interface FilledPart {
  kind: 'text' | 'value' | 'empty' | 'unknown' | 'left_out'
  text: string
  placeholder: string | null
}

export interface FilledSnippet {
  to: string
  subject: FilledPart[]
  body: FilledPart[]
  /** The legal check of a message with figures of offers. Null for a message without such figures, unless the check refuses it. */
  gate: Gate | null
  /** Numbers of the offers whose figures the message contains, as the screen shows them. */
  offers: number[]
}

/** The rows of the merchant's page from which the placeholders of an offer take their texts. */
const ROW_OF: Record<Exclude<OfferPlaceholder, 'offers'>, MerchantRow> = {
  offer_amount: 'amount',
  offer_payment: 'payment',
  offer_term: 'term',
  offer_factor: 'factor',
  offer_payback: 'payback',
  offer_fees: 'fees',
  offer_net: 'net',
  offer_apr: 'apr',
  offer_expires: 'expires',
}

const LONGEST_VALUE = 200
const MOST_LINES = 40

/**
 * Fills in a snippet. Figures of offers come only from the page for the merchant, so that they obey the same legal rules
 * (`passMerchantGate`). A value is inserted as it is: a placeholder inside a value is not filled in.
 */
export function fillSnippet(snippet: Snippet, sources: SnippetSources, spoken: Spoken): FilledSnippet {
  const used = placeholdersIn(`${snippet.subject}\n${snippet.body}`).filter(isOfferPlaceholder)
  const offers = offersFor(sources, used)
  const plain = plainValues(sources, spoken)
  const gate =
    used.length === 0 || offers.length === 0
      ? checkOwnText(snippet, sources, used)
      : check(snippet, sources, spoken, { used, offers, plain })
  const fill = (template: string) =>
    templateParts(template).map((part): FilledPart => {
      if ('text' in part) return { kind: 'text', text: part.text, placeholder: null }
      const { name } = part
      if (!isSnippetPlaceholder(name)) return { kind: 'unknown', text: `{${name}}`, placeholder: name }
      const text = isOfferPlaceholder(name) ? offerText(name, gate) : plain[name]
      if (text === null) return { kind: 'left_out', text: '', placeholder: name }
      if (text !== '') return { kind: 'value', text, placeholder: name }
      // A message without a signature ends with the broker's name.
      const lacks = name === 'signature' ? 'my_name' : name
      return { kind: 'empty', text: `[${spoken.said.snippets.placeholders[lacks]}]`, placeholder: lacks }
    })
  const disclaimer = gate?.ok === true && statesPrice(used) ? `\n\n${gate.page.disclaimer}` : ''
  return {
    to: emailOf(sources.deal),
    subject: fill(snippet.subject).map((part) => ({ ...part, text: oneLine(part.text) })),
    body: [
      ...fill(snippet.body),
      ...(disclaimer === '' ? [] : [{ kind: 'value', text: disclaimer, placeholder: null } as const]),
    ],
    gate,
    offers: used.length === 0 ? [] : offers.map(({ number }) => number),
  }
}

export function textOf(parts: readonly FilledPart[]): string {
  return parts.map(({ text }) => text).join('')
}

/** The text of a message after the broker's changes. */
export interface EditedMessage {
  subject: string
  body: string
}

/**
 * Checks a message that the broker changed after it was filled in. The figures of offers and their notice must remain as they are, and
 * what the broker added obeys the rules of a message without figures.
 */
export function editMessage(
  filled: FilledSnippet,
  { subject, body }: EditedMessage,
  { deal, made_at }: Pick<SnippetSources, 'deal' | 'made_at'>,
): FilledSnippet {
  const before = new Set(`${textOf(filled.subject)}\n${textOf(filled.body)}`.split('\n'))
  const added = `${subject}\n${body}`.split('\n').filter((line) => !before.has(line))
  const isChanged = filled.body.some(
    ({ kind, text, placeholder }) =>
      kind === 'value' &&
      (placeholder === null || isOfferPlaceholder(placeholder)) &&
      !body.includes(text.trim()),
  )
  const own = checkOwnText({ subject: '', body: '' }, { deal, made_at }, [], added)
  const refusals = [
    ...(filled.gate?.ok === false ? filled.gate.refusals : []),
    ...(isChanged ? [{ refusal: 'figures_changed' } as const] : []),
    ...(own?.ok === false ? own.refusals : []),
  ]
  return {
    ...filled,
    subject: [{ kind: 'text', text: oneLine(subject), placeholder: null }],
    body: [{ kind: 'text', text: body, placeholder: null }],
    gate:
      refusals.length === 0 ? filled.gate : { flags: [], keeps_out: [], ...filled.gate, ok: false, refusals },
  }
}

/** Returns the parts that the broker must complete or correct by hand. */
export function openParts({ subject, body }: FilledSnippet): FilledPart[] {
  return [...subject, ...body].filter(({ kind }) => kind === 'empty' || kind === 'unknown')
}

/**
 * Returns the ids of the offers that a message first shows: the accepted offer if there is one, otherwise the open offers. After an
 * acceptance, no other offer is open.
 */
export function usualOffers(deal: OfferedDeal, now: number): string[] {
  return offersOfStanding(deal, ['open', 'accepted'], now).map(({ offer_id }) => offer_id)
}

/**
 * Returns the snippet that a message first shows: for a draft, the first one in the list. Later, the shortest list of placeholders that
 * fits: those of offers if the deal has an open one, otherwise the missing papers, or neither. For a funded deal, the funded amount.
 */
export function usualSnippet(
  snippets: readonly Snippet[],
  deal: Pick<Deal, 'state' | 'checklist'> & OfferedDeal,
  now: number,
): Snippet | undefined {
  const isFunded = deal.latest_status === 'app_funded'
  const hasOffer = !isFunded && usualOffers(deal, now).length > 0
  if (deal.state === 'draft' && !hasOffer) return snippets[0]
  const lacksPapers = !isFunded && !hasOffer && missingLines(deal.checklist).length > 0
  const misfit = (asks: readonly string[]) => Number(asks.includes('amount_funded') !== isFunded)
  const [fitting] = snippets
    .map((snippet) => ({ snippet, asks: placeholdersIn(`${snippet.subject}\n${snippet.body}`) }))
    .filter(
      ({ asks }) =>
        asks.some(isOfferPlaceholder) === hasOffer && asks.includes('missing_papers') === lacksPapers,
    )
    .toSorted((one, other) => misfit(one.asks) - misfit(other.asks) || one.asks.length - other.asks.length)
  return fitting?.snippet ?? snippets[0]
}

interface Checked {
  used: readonly OfferPlaceholder[]
  offers: readonly { number: number; offer: Offer }[]
  plain: Record<Exclude<SnippetPlaceholder, OfferPlaceholder>, string>
}

/** Checks a message with figures. Its own texts may contain no restricted word, except in names of the merchant. */
function check(
  snippet: Snippet,
  sources: SnippetSources,
  spoken: Spoken,
  { used, offers, plain }: Checked,
): Gate {
  const { deal, profile, broker_name, made_at } = sources
  const rows = used.includes('offers')
    ? MERCHANT_ROWS
    : used.flatMap((name) => (name === 'offers' ? [] : [ROW_OF[name]]))
  const own = { ...plain, merchant: '', dba: '', contact_name: '', contact_first_name: '' }
  const texts = linesOf(snippet, (name) => (isOfferPlaceholder(name) ? ' ' : own[name]))
  return passMerchantGate(
    {
      merchant: deal.legal_name,
      broker: broker_name,
      made_at,
      offers,
      state: businessStateOf(deal.values),
      documentName: (label) => documentNameIn(profile, spoken.language, label),
      message: { rows, texts },
    },
    spoken.language,
    spoken.said.offers,
  )
}

/**
 * Checks a message without figures of offers, if the deal has an offer or the message has placeholders of offers. The broker may have typed
 * figures. Values of placeholders are not checked: the broker's name or a missing paper may contain a restricted word.
 */
function checkOwnText(
  snippet: Pick<Snippet, 'subject' | 'body'>,
  { deal, made_at }: Pick<SnippetSources, 'deal' | 'made_at'>,
  used: readonly OfferPlaceholder[],
  texts = linesOf(snippet, () => ' '),
): Gate | null {
  const { offers, has_offer, values } = deal
  if (used.length === 0 && offers.length === 0 && !has_offer) return null
  const refusals = refuseMessage({
    made_at,
    state: businessStateOf(values),
    offers,
    expectsPrice: statesPrice(used),
    texts,
  })
  return refusals.length === 0 ? null : { ok: false, refusals, flags: [], keeps_out: [] }
}

/** Returns the lines of a snippet that are not empty. `fill` returns the text in place of a placeholder. */
function linesOf(
  { subject, body }: Pick<Snippet, 'subject' | 'body'>,
  fill: (name: SnippetPlaceholder) => string,
): string[] {
  return [subject, body]
    .flatMap((template) => template.split('\n'))
    .map((line) =>
      templateParts(line)
        .map((part) => ('text' in part ? part.text : isSnippetPlaceholder(part.name) ? fill(part.name) : ' '))
        .join('')
        .trim(),
    )
    .filter((text) => text !== '')
}

const statesPrice = (used: readonly OfferPlaceholder[]) => used.some((name) => name !== 'offer_expires')

function offersFor({ deal, offer_ids }: SnippetSources, used: readonly OfferPlaceholder[]) {
  const chosen = deal.offers
    .map((offer, at) => ({ number: at + 1, offer }))
    .filter(({ offer }) => offer_ids.includes(offer.offer_id))
  return used.includes('offers') ? chosen : chosen.slice(0, 1)
}

/** Returns the text of an offer's placeholder. It is empty if there is no figure, and null if the law keeps the figure out. */
function offerText(name: OfferPlaceholder, gate: Gate | null): string | null {
  if (gate?.ok !== true) return ''
  if (name === 'offers') return blockOf(gate.page)
  const row = ROW_OF[name]
  if (gate.keeps_out.includes(row)) return null
  return (gate.page.rows.find((one) => one.row === row)?.cells[0] ?? []).join(', ')
}

/** Writes the figures of all offers, one line for each figure. */
function blockOf({ columns, rows }: PageContent): string {
  return columns
    .map((column, at) => {
      const lines = rows.flatMap(({ label, cells }) => {
        const cell = cells[at] ?? []
        return cell.length === 0 ? [] : [`- ${label}: ${cell.join(', ')}`]
      })
      return [...(columns.length > 1 ? [column] : []), ...lines].join('\n')
    })
    .join('\n\n')
}

function plainValues(
  { deal, profile, broker_name, signature, made_at }: SnippetSources,
  spoken: Spoken,
): Checked['plain'] {
  const locale = LOCALES[spoken.language]
  const text = (path: string) => safe(valueAt(deal.values, path))
  const first = inMixedCase(text('company.owners.0.first_name'))
  const last = inMixedCase(text('company.owners.0.last_name'))
  const dollars = (cents: number | null) =>
    cents === null
      ? ''
      : new Intl.NumberFormat(locale, {
          style: 'currency',
          currency: 'USD',
          minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
        }).format(cents / 100)
  return {
    merchant: safe(deal.legal_name),
    dba: text('company.dba'),
    contact_name: [first, last].filter(Boolean).join(' '),
    contact_first_name: first,
    amount_requested: dollars(deal.amount_cents),
    amount_funded: dollars(deal.funded_cents),
    reference: safe(deal.reference),
    missing_papers: missingPapers(deal, profile, dayOf(made_at), spoken),
    date: new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(made_at)),
    my_name: safe(broker_name),
    signature: safeLines(signature) || safe(broker_name),
  }
}

function missingPapers(
  { checklist }: SnippetDeal,
  profile: PayloadProfile,
  today: string,
  spoken: Spoken,
): string {
  return missingLines(checklist)
    .slice(0, MOST_LINES)
    .map((line) =>
      nameOfMissing(
        {
          ...line,
          // The checklist names no months before the first statement. The merchant needs them then, too.
          ...(isOfStatements(line) && line.missing_days.length === 0
            ? lackingDays(profile.statements, [], today)
            : {}),
          // A merchant can send the missing months, but cannot know which statements the app could not date.
          undated: 0,
          label: documentNameIn(profile, spoken.language, line.label),
        },
        spoken,
      ),
    )
    .map((line) => `- ${safe(line)}`)
    .join('\n')
}

const isOfStatements = ({ item_id }: ChecklistItem) =>
  item_id.startsWith(KIND_LINE) && STATEMENT_KINDS.has(item_id.slice(KIND_LINE.length))

/** Returns a name that is written in capitals, as applications often have it, as a letter writes it: `ADA O'NEIL` is `Ada O'Neil`. */
function inMixedCase(name: string): string {
  if (name !== name.toUpperCase() || !/\p{L}{2}/u.test(name)) return name
  return name.toLowerCase().replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toUpperCase())
}

/** Makes a value safe for a message. A value that looks like an SSN or an EIN counts as empty. */
function safe(value: unknown): string {
  if (typeof value !== 'string') return ''
  const inserted = insertable(value, LONGEST_VALUE)
  return looksSensitive('', inserted) ? '' : inserted
}

function safeLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .slice(0, MOST_LINES)
    .map((line) => insertable(line, LONGEST_VALUE))
    .join('\n')
    .trim()
}

function emailOf({ values }: SnippetDeal): string {
  const owner = valueAt(values, 'company.owners.0.email')
  const company = valueAt(values, 'company.email')
  const [found = ''] = [company, owner].filter((one) => typeof one === 'string' && one !== '')
  return typeof found === 'string' ? insertable(found, 254) : ''
}

const oneLine = (text: string) => text.split('\n').join(' ')
