import { dayOf } from '../../src-shared/days.ts'
import { ok, type Result } from '../../src-shared/errors.ts'
import { commissionLine } from '../../src-shared/money/ledger.ts'
import type { EnvironmentContext } from './environment-context.ts'
import { readRules } from './money/commissions.ts'

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
