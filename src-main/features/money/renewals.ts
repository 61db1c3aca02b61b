import { Failure } from '../../platform/base/failure.ts'
import type { Announcement } from '../../../src-shared/features/today/notification.ts'
import type { Renewal } from '../../../src-shared/features/money/money-view.ts'
import { RENEWAL_DUE } from '../../../src-shared/features/follow-ups/follow-up.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import {
  remainingCents,
  renewalOf,
  renewalsOf,
  renewalsToAnnounce,
} from '../../../src-shared/features/money/renewals.ts'
import { frequencyOf } from '../../../src-shared/platform/partner/offer-words.ts'
import { moneyText } from '../../../src-shared/platform/entry/money.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { applyChanges, rowIds } from '../../../src-shared/features/form/form-path.ts'
import type { FormValues } from '../../../src-shared/features/form/form-values.ts'
import type { MoneyFacts } from '../../../src-shared/features/money/ledger.ts'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'
import { figuresOf } from '../../../src-shared/features/offers/figures.ts'
import { shownFigures } from '../../../src-shared/features/offers/shown-figures.ts'
import { termMonths } from '../../../src-shared/features/offers/term.ts'
import { duplicateDeal } from '../drafts/create-draft.ts'
import { changesFor } from '../drafts/form-changes.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { VaultWrite } from '../../platform/vault/vault.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import { noMoney } from './commissions.ts'

const RENEWALS = 'renewals'

/** Kinds of papers that a new application does not need anew. Statements, tax returns, and signatures are of one application. */
const STILL_VALID: ReadonlySet<string> = new Set([
  'voided_check',
  'drivers_license',
  'proof_of_ownership',
  'lease',
  'business_license',
])

export async function readRenewals({ vault, clock }: Pick<Platform, 'vault' | 'clock'>): Promise<Renewal[]> {
  const facts = await vault.moneyFacts()
  return renewalsOf(facts, dayOf(clock.now()))
}

/**
 * Starts a renewal: creates a draft with a funded deal's values and the papers that are still valid, and stores that the renewal was
 * started. The funded advance becomes an existing position with its estimated balance. If a draft was already started for this renewal,
 * returns that draft.
 */
export function startRenewal(context: DraftNeeds, deal_id: string): Promise<{ deal_id: string }> {
  return oneAtATime(RENEWALS, async () => {
    const { vault, clock } = context
    const facts = await vault.moneyFactsOf(deal_id)
    const renewal = facts === null ? null : renewalOf(facts, dayOf(clock.now()))
    if (facts === null || renewal === null) throw new Failure(noMoney())
    if (renewal.renewed_as !== null) return { deal_id: renewal.renewed_as }
    const copied = await duplicateDeal(
      context,
      deal_id,
      ({ kind }) => STILL_VALID.has(kind),
      (values) => withPosition(context, values, facts, renewal),
    )
    await vault.commit([{ write: 'note_renewal', deal_id, renewed_as: copied.deal_id }])
    return copied
  })
}

/** Returns the funded deal that a deal renews, with the estimated balance of its advance. Null if the deal renews none. */
export async function renewedDeal(
  { vault, clock }: Pick<Platform, 'vault' | 'clock'>,
  deal_id: string,
): Promise<Deal['renews']> {
  const renewed = await vault.renewedDeal(deal_id)
  const facts = renewed === null ? null : await vault.moneyFactsOf(renewed)
  if (facts === null || facts.funded_at === null) return null
  const funded_on = dayOf(facts.funded_at)
  return {
    deal_id: facts.deal_id,
    legal_name: facts.legal_name,
    funded_on,
    balance_cents: facts.offer === null ? null : remainingCents(funded_on, facts.offer, dayOf(clock.now())),
  }
}

/** Adds the advance that is renewed to the list of existing positions, if the form has one with a free row. */
function withPosition(
  { profile, clock }: Pick<DraftNeeds, 'profile' | 'clock'>,
  values: FormValues,
  { offer }: MoneyFacts,
  { funded_on, amount_cents }: Renewal,
): FormValues {
  const list = profile.sections.find(({ list: one }) =>
    one?.fields.some(({ statement_figure }) => statement_figure === 'position_funder'),
  )?.list
  if (list === undefined) return values
  const today = dayOf(clock.now())
  const cents = (amount: number | null) => (amount === null ? [] : [moneyText(amount)])
  const frequency = frequencyOf(offer?.payment_frequency ?? null)
  const payment = offer === null ? null : figuresOf(offer).payment_cents
  const months = offer === null ? null : termMonths(shownFigures(offer).term.value)
  const row = `${list.path}.${rowIds(values, list.path).length}`
  const known = new Map([
    ['position_funder', [messages().money.renewals.thisPartner]],
    ['position_daily_payment', cents(frequency === 'daily' ? payment : null)],
    ['position_weekly_payment', cents(frequency === 'weekly' ? payment : null)],
    ['balance', cents(offer === null ? null : remainingCents(funded_on, offer, today))],
    ['original_amount', cents(amount_cents)],
    ['original_term_months', months === null ? [] : [String(months)]],
  ])
  const found = list.fields.flatMap(({ path, statement_figure = path }) =>
    (known.get(statement_figure) ?? []).map((value) => ({ path: `${row}.${path}`, value })),
  )
  return applyChanges(profile, values, changesFor(profile, values, found)) ?? values
}

/** Announces each due renewal once, on the Today screen and, depending on the settings, by system notification. */
export function notifyRenewals(
  context: Pick<Platform, 'vault' | 'clock' | 'emit' | 'notifier' | 'log'>,
): Promise<number> {
  return oneAtATime(RENEWALS, async () => {
    const { vault, clock, notifier } = context
    const facts = await vault.moneyFacts()
    const at = clock.now()
    const day = dayOf(at)
    const due = renewalsToAnnounce(facts, day)
    if (due.length === 0) return 0
    const announcements = due.map(({ deal_id, legal_name, amount_cents }): Announcement => ({
      deal_id,
      status: RENEWAL_DUE,
      title: msg.money.renewals.dueTitle,
      body: legal_name || msg.common.noName,
      amount: amount_cents === null ? null : { cents: amount_cents, of: 'offer' },
    }))
    const writes = announcements.flatMap((announcement): VaultWrite[] => [
      { write: 'insert_news', item: { ...announcement, at } },
      { write: 'note_renewal_told', deal_id: announcement.deal_id, day },
    ])
    await vault.commit(writes)
    for (const announcement of announcements) notifier.notify(announcement)
    context.emit('today.changed', {})
    return due.length
  })
}
