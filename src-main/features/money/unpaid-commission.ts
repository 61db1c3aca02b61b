import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { commissionLine } from '../../../src-shared/features/money/ledger.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { readRules } from './commissions.ts'

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
