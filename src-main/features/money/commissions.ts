import { Failure, must, resultOf } from '../../platform/base/failure.ts'
import { isDeepStrictEqual } from 'node:util'
import {
  USUAL_CLAWBACK_DAYS,
  type CommissionLine,
  type CommissionState,
  type Dashboard,
  type Ledger,
  type LedgerRules,
  type MoneyChanges,
  type Period,
} from '../../../src-shared/features/money/money-view.ts'
import type { CommissionBasis } from '../../../src-shared/platform/partner/offer-units.ts'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { formatMessage, msg } from '../../../src-shared/platform/texts/msg.ts'
import { percent } from '../../../src-shared/platform/texts/plural.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import {
  changesBack,
  commissionLine,
  isInState,
  ledgerOf,
  withChanges,
} from '../../../src-shared/features/money/ledger.ts'
import {
  paymentTotals,
  splitProblem,
  totalCommission,
  type SplitProblem,
} from '../../../src-shared/features/money/splits.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { SettingsReader } from '../../platform/vault/vault.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { amountCell, csv } from '../../platform/files/csv.ts'
import { standardEndpoints } from '../../../src-shared/platform/partner/standard-endpoints.ts'
import { keepEndpoints, readEndpoints } from '../connection/service-settings.ts'

const CLAWBACK_DAYS = 'clawback_days'
/**
 * Name of the lock for changes to the broker's entries about money. These changes run one after another, because each one depends on the
 * result of the previous one.
 */
const MONEY = 'money'

export async function readLedger({ vault, clock }: Pick<Platform, 'vault' | 'clock'>): Promise<Ledger> {
  const [facts, rules] = await Promise.all([vault.moneyFacts(), readRules(vault)])
  return ledgerOf(facts, rules, dayOf(clock.now()))
}

/** Returns the dashboard's figures as of today. The same rules apply as for the commission ledger. */
export async function readDashboard(
  { vault, clock }: Pick<Platform, 'vault' | 'clock'>,
  period: Period,
): Promise<Dashboard> {
  const rules = await readRules(vault)
  return vault.dashboard(period, clock.now(), rules)
}

export async function readRules(vault: SettingsReader): Promise<LedgerRules> {
  const [days, basis] = await Promise.all([vault.getSetting(CLAWBACK_DAYS), readCommissionBasis(vault)])
  const clawback_days = days === null ? USUAL_CLAWBACK_DAYS : Number(days)
  return { clawback_days, commission_basis: basis }
}

/** Saves the clawback period (the days in which a funder can take a commission back), and returns the updated ledger. */
export async function saveClawbackDays(
  context: Pick<Platform, 'vault' | 'clock'>,
  days: number,
): Promise<Ledger> {
  await context.vault.commit([{ write: 'set_setting', key: CLAWBACK_DAYS, value: String(days) }])
  return readLedger(context)
}

/** Saves the commission basis (the rule for calculating commissions), and returns the updated ledger. */
export async function changeCommissionBasis(
  context: Pick<Platform, 'vault' | 'clock'>,
  basis: CommissionBasis,
): Promise<Ledger> {
  await saveCommissionBasis(context, basis)
  return readLedger(context)
}

/**
 * Changes the broker's money entries of a deal, and returns the inverse change. Fails with `DEAL_NOT_FOUND`, or with `INVALID_INPUT` if
 * splits exceed the commission.
 */
export function changeMoney(
  { vault, clock, emit }: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  deal_id: string,
  changes: MoneyChanges,
): Promise<{ back: MoneyChanges }> {
  return oneAtATime(MONEY, async () => {
    const facts = await vault.moneyFactsOf(deal_id)
    if (facts === null) throw new Failure(noMoney())
    const { hand } = facts
    const today = dayOf(clock.now())
    const after = withChanges(hand, changes)
    if (changes.splits !== undefined || changes.expected_cents !== undefined) {
      const rules = await readRules(vault)
      const line = commissionLine({ ...facts, hand: after }, rules, today)
      const { settled_cents } = paymentTotals(after.payments)
      const whole = totalCommission(line?.expected_cents ?? null, settled_cents)
      const problem = splitProblem(after.splits, whole)
      if (problem !== null) throw new Failure(splitsTooHigh(problem))
    }
    await vault.commit([{ write: 'put_money', deal_id, hand: after }])
    emit('deal.changed', { deal_id })
    return { back: changesBack(hand, after) }
  })
}

/**
 * Saves the commission ledger as a file for spreadsheets: the lines of one state, or all lines. Amounts are in dollars. Dates have the
 * format `YYYY-MM-DD`.
 */
export async function exportLedger(
  context: Pick<Platform, 'vault' | 'clock'>,
  save: SaveFile,
  state: CommissionState | null,
): Promise<{ saved_as: string | null }> {
  const ledger = await readLedger(context)
  const { columns, expectedFrom, states, steps } = msg.money.ledger
  const heading = [
    columns.merchant,
    columns.step,
    columns.stepOn,
    columns.amount,
    columns.expected,
    columns.expectedFrom,
    columns.settled,
    columns.clawedBack,
    columns.outstanding,
    columns.splits,
    columns.own,
    columns.ownSettled,
    columns.ownClawedBack,
    columns.ownOutstanding,
    columns.clawbackOn,
    columns.payments,
    columns.state,
    columns.note,
  ]
  const lines = ledger.lines
    .filter((line) => state === null || isInState(line, state))
    .map((line) => [
      line.legal_name,
      steps[line.step],
      line.step_on,
      amountCell(line.amount_cents),
      amountCell(line.expected_cents),
      line.expected_from === null ? '' : expectedFrom[line.expected_from],
      amountCell(line.settled_cents),
      amountCell(line.clawed_back_cents),
      amountCell(line.outstanding_cents),
      splitsCell(line),
      amountCell(line.own_cents),
      amountCell(line.own_settled_cents),
      amountCell(line.own_clawed_back_cents),
      amountCell(line.own_outstanding_cents),
      line.clawback_on ?? '',
      paymentsCell(line),
      states[line.state],
      line.hand.note ?? '',
    ])
  return save(
    { name: 'commissions.csv', kind: 'csv' },
    csv([heading, ...lines].map((cells) => cells.map(formatMessage))),
  )
}

function splitsTooHigh(problem: SplitProblem) {
  const { splitProblems, correctSplits } = msg.money.splits
  return appError('INVALID_INPUT', splitProblems[problem], correctSplits)
}

/** Formats splits as one cell: name, percentage if there is one, and dollars. */
function splitsCell({ shares, hand }: CommissionLine): string {
  return shares
    .map(({ name, cents }, at) => {
      const share = hand.splits[at]?.percent ?? null
      return [name, ...(share === null ? [] : [percent(share)]), amountCell(cents)].join(' ').trim()
    })
    .join('; ')
}

/** Formats the payments as one cell: the date of each, and its amount in dollars, negative for a clawback. */
function paymentsCell({ hand }: CommissionLine): string {
  return hand.payments
    .map(({ kind, on, cents }) => `${on} ${amountCell(kind === 'received' ? cents : -cents)}`)
    .join('; ')
}

/** Creates the error for a deal that was neither accepted nor funded, so there is no commission. */
export function noMoney() {
  return appError('DEAL_NOT_FOUND', msg.errorsDeals.notFunded, msg.errorsDeals.lookInPipeline)
}

/**
 * Reads the partner's basis for calculating commissions. Returns null if the profile is unreadable; the app then calculates no commissions.
 */
export async function readCommissionBasis(vault: SettingsReader): Promise<CommissionBasis | null> {
  const profile = await resultOf(readEndpoints(vault))
  if (profile.ok) return profile.value.commission_basis
  return profile.error.code === 'SETTINGS_UNREADABLE' ? null : must(profile)
}

/** Saves the basis in the endpoint profile. Fails with `SETTINGS_UNREADABLE` if the profile is unreadable. */
async function saveCommissionBasis(
  context: Pick<Platform, 'vault'>,
  commission_basis: CommissionBasis,
): Promise<void> {
  const profile = await readEndpoints(context.vault)
  const changed = { ...profile, commission_basis }
  const isStandard = isDeepStrictEqual(changed, standardEndpoints)
  return keepEndpoints(context, isStandard ? standardEndpoints : changed)
}

/**
 * Returns the unpaid commission of a funded deal. Returns null if the deal is not funded, or if its commission is paid or was clawed back.
 */
export async function unpaidCommission(
  { vault, clock }: Pick<Platform, 'vault' | 'clock'>,
  deal_id: string,
): Promise<{ outstanding_cents: number | null } | null> {
  const [facts, rules] = await Promise.all([vault.moneyFactsOf(deal_id), readRules(vault)])
  const line = facts === null ? null : commissionLine(facts, rules, dayOf(clock.now()))
  if (line === null || line.step !== 'funded' || line.outstanding_cents === 0) return null
  return { outstanding_cents: line.outstanding_cents }
}
