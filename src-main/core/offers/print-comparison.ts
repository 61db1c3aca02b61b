import { appError, fail, type Result } from '../../../src-shared/errors.ts'
import { joinMessages, uniqueMessages } from '../../../src-shared/messages/message.ts'
import { loadMessages } from '../../../src-shared/messages/load-messages.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import type { Language } from '../../../src-shared/messages/messages.ts'
import { businessStateOf } from '../../../src-shared/merchant-page/business-state.ts'
import { passMerchantGate, type Refusal } from '../../../src-shared/merchant-page/gate.ts'
import { refusalMessage } from '../../../src-shared/merchant-page/gate-messages.ts'
import { dayOf } from '../../../src-shared/days.ts'
import { loadDeal } from '../load-deal.ts'
import { fileNameOf } from '../file-name.ts'
import type { PrintPage, SaveFile } from '../ports/files.ts'
import { printed } from '../printed-page.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { comparisonPage } from './comparison-page.ts'

/** Setting: the broker's name for the next comparison. */
export const BROKER_NAME = 'broker_name'

export interface ComparisonPrint {
  print: PrintPage
  save: SaveFile
}

export interface PrintOptions {
  deal_id: string
  offer_ids: string[]
  /** The merchant's language, independent of the app's. */
  language: Language
  broker_name: string
}

/** Saves a comparison of offers for the merchant at a path that the broker chooses. */
export async function printComparison(
  context: EnvironmentContext,
  { print, save }: ComparisonPrint,
  { deal_id, offer_ids, language, broker_name }: PrintOptions,
): Promise<Result<{ saved_as: string | null }>> {
  const { vault, clock } = context
  const deal = await loadDeal(context, deal_id)
  if (!deal.ok) return deal
  const numbered = deal.value.offers.map((offer, at) => ({ number: at + 1, offer }))
  const offers = offer_ids.flatMap(
    (offer_id) => numbered.find(({ offer }) => offer.offer_id === offer_id) ?? [],
  )
  if (offers.length === 0)
    return fail(appError('OFFER_NOT_OPEN', msg.errorsDeals.offersGone, msg.errorsDeals.refreshOffers))
  const { legal_name, values } = deal.value
  const said = await loadMessages(language)
  const made_at = clock.now()
  const gate = passMerchantGate(
    { merchant: legal_name, broker: broker_name, made_at, offers, state: businessStateOf(values) },
    language,
    said.offers,
  )
  if (!gate.ok) return refused(gate.refusals)
  const kept = await vault.commit([{ write: 'set_setting', key: BROKER_NAME, value: broker_name }])
  if (!kept.ok) return kept
  const pdf = await printed(() => print(comparisonPage(gate.page)))
  if (!pdf.ok) return pdf
  const name = [said.offers.print.title, fileNameOf(legal_name), dayOf(made_at)].filter(Boolean).join(' ')
  return save({ name: `${name}.pdf`, kind: 'pdf' }, pdf.value)
}

function refused(refusals: readonly Refusal[]): Result<never> {
  const said = refusals.map((refusal) => refusalMessage(refusal))
  const advice = uniqueMessages(said.map((one) => one.advice))
  return fail(
    appError('MERCHANT_PAGE_REFUSED', joinMessages(said.map(({ why }) => why)), joinMessages(advice)),
  )
}
