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
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { formatMessage, msg } from '../../../src-shared/platform/texts/msg.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import {
  changesBack,
  commissionLine,
  isInState,
  ledgerOf,
  withChanges,
} from '../../../src-shared/features/money/ledger.ts'
import {
  splitProblem,
  totalCommission,
  type SplitProblem,
} from '../../../src-shared/features/money/splits.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { SettingsReader } from '../../platform/vault/vault.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { amountCell, csv } from '../../platform/files/csv.ts'
import {
  commissionBasisOf,
  standardEndpoints,
} from '../../../src-shared/platform/partner/standard-endpoints.ts'
import { readEndpoints, resetEndpoints, saveEndpoints } from '../connection/service-settings.ts'

const CLAWBACK_DAYS = 'clawback_days'
/**
 * Name of the lock for changes to the broker's entries about money. These changes run one after another, because each one depends on the
 * result of the previous one.
 */
const MONEY = 'money'

export async function readLedger({ vault, clock }: EnvironmentContext): Promise<Result<Ledger>> {
  const [facts, rules] = await Promise.all([vault.moneyFacts(), readRules(vault)])
  if (!facts.ok) return facts
  return rules.ok ? ok(ledgerOf(facts.value, rules.value, dayOf(clock.now()))) : rules
}

/** Returns the dashboard's figures as of today. The same rules apply as for the commission ledger. */
export async function readDashboard(
  { vault, clock }: EnvironmentContext,
  period: Period,
): Promise<Result<Dashboard>> {
  const rules = await readRules(vault)
  return rules.ok ? vault.dashboard(period, clock.now(), rules.value) : rules
}

export async function readRules(vault: SettingsReader): Promise<Result<LedgerRules>> {
  const [days, basis] = await Promise.all([vault.getSetting(CLAWBACK_DAYS), readCommissionBasis(vault)])
  if (!days.ok) return days
  if (!basis.ok) return basis
  const clawback_days = days.value === null ? USUAL_CLAWBACK_DAYS : Number(days.value)
  return ok({ clawback_days, commission_basis: basis.value })
}

/** Saves the clawback period (the days in which a funder can take a commission back), and returns the updated ledger. */
export async function saveClawbackDays(context: EnvironmentContext, days: number): Promise<Result<Ledger>> {
  const kept = await context.vault.commit([{ write: 'set_setting', key: CLAWBACK_DAYS, value: String(days) }])
  return kept.ok ? readLedger(context) : kept
}

/** Saves the commission basis (the rule for calculating commissions), and returns the updated ledger. */
export async function changeCommissionBasis(
  context: EnvironmentContext,
  basis: CommissionBasis,
): Promise<Result<Ledger>> {
  const kept = await saveCommissionBasis(context, basis)
  return kept.ok ? readLedger(context) : kept
}

/**
 * Changes the broker's money entries of a deal, and returns the inverse change. Fails with `DEAL_NOT_FOUND`, or with `INVALID_INPUT` if
 * splits exceed the commission.
 */
export function changeMoney(
  { vault, clock, emit }: EnvironmentContext,
  deal_id: string,
  changes: MoneyChanges,
): Promise<Result<{ back: MoneyChanges }>> {
  return oneAtATime(MONEY, async () => {
    const facts = await vault.moneyFactsOf(deal_id)
    if (!facts.ok) return facts
    if (facts.value === null) return fail(noMoney())
    const { hand } = facts.value
    const today = dayOf(clock.now())
    const after = withChanges(hand, changes, today)
    if (changes.splits !== undefined || changes.expected_cents !== undefined) {
      const rules = await readRules(vault)
      if (!rules.ok) return rules
      const line = commissionLine({ ...facts.value, hand: after }, rules.value, today)
      const whole = totalCommission(line?.expected_cents ?? null, after.settled_cents)
      const problem = splitProblem(after.splits, whole)
      if (problem !== null) return fail(splitsTooHigh(problem))
    }
    const committed = await vault.commit([{ write: 'put_money', deal_id, hand: after }])
    if (!committed.ok) return committed
    emit('deal.changed', { deal_id })
    return ok({ back: changesBack(hand, after) })
  })
}

/**
 * Saves the commission ledger as a file for spreadsheets: the lines of one state, or all lines. Amounts are in dollars. Dates have the
 * format `YYYY-MM-DD`.
 */
export async function exportLedger(
  context: EnvironmentContext,
  save: SaveFile,
  state: CommissionState | null,
): Promise<Result<{ saved_as: string | null }>> {
  const ledger = await readLedger(context)
  if (!ledger.ok) return ledger
  const { columns, expectedFrom, states, steps } = msg.money.ledger
  const heading = [
    columns.merchant,
    columns.step,
    columns.stepOn,
    columns.amount,
    columns.expected,
    columns.expectedFrom,
    columns.settled,
    columns.settledOn,
    columns.outstanding,
    columns.splits,
    columns.own,
    columns.ownSettled,
    columns.ownOutstanding,
    columns.clawbackOn,
    columns.clawedBackOn,
    columns.state,
    columns.note,
  ]
  const lines = ledger.value.lines
    .filter((line) => state === null || isInState(line, state))
    .map((line) => [
      line.legal_name,
      steps[line.step],
      line.step_on,
      amountCell(line.amount_cents),
      amountCell(line.expected_cents),
      line.expected_from === null ? '' : expectedFrom[line.expected_from],
      amountCell(line.settled_cents),
      line.settled_on ?? '',
      amountCell(line.outstanding_cents),
      splitsCell(line),
      amountCell(line.own_cents),
      amountCell(line.own_settled_cents),
      amountCell(line.own_outstanding_cents),
      line.clawback_on ?? '',
      line.clawed_back_on ?? '',
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
      const percent = hand.splits[at]?.percent ?? null
      return [name, ...(percent === null ? [] : [`${percent}%`]), amountCell(cents)].join(' ').trim()
    })
    .join('; ')
}

/** Creates the error for a deal that was neither accepted nor funded, so there is no commission. */
export function noMoney() {
  return appError('DEAL_NOT_FOUND', msg.errorsDeals.notFunded, msg.errorsDeals.lookInPipeline)
}

/**
 * Reads the partner's basis for calculating commissions. Returns null if the profile is unreadable; the app then calculates no commissions.
 */
export async function readCommissionBasis(vault: SettingsReader): Promise<Result<CommissionBasis | null>> {
  const profile = await readEndpoints(vault)
  if (profile.ok) return ok(commissionBasisOf(profile.value))
  return profile.error.code === 'SETTINGS_UNREADABLE' ? ok(null) : profile
}

/** Saves the basis in the endpoint profile. Fails with `SETTINGS_UNREADABLE` if the profile is unreadable. */
async function saveCommissionBasis(
  context: EnvironmentContext,
  commission_basis: CommissionBasis,
): Promise<Result<void>> {
  const profile = await readEndpoints(context.vault)
  if (!profile.ok) return profile
  const changed = { ...profile.value, commission_basis }
  return isDeepStrictEqual(changed, standardEndpoints)
    ? resetEndpoints(context)
    : saveEndpoints(context, JSON.stringify(changed))
}

/**
 * Returns the unpaid commission of a funded deal. Returns null if the deal is not funded, or if its commission is paid or was clawed back.
 */
export async function unpaidCommission(
  { vault, clock }: EnvironmentContext,
  deal_id: string,
): Promise<Result<{ outstanding_cents: number | null } | null>> {
  const [facts, rules] = await Promise.all([vault.moneyFactsOf(deal_id), readRules(vault)])
  if (!facts.ok) return facts
  if (!rules.ok) return rules
  const line = facts.value === null ? null : commissionLine(facts.value, rules.value, dayOf(clock.now()))
  if (line === null || line.step !== 'funded' || line.outstanding_cents === 0) return ok(null)
  return ok({ outstanding_cents: line.outstanding_cents })
}
