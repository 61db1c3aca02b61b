import type { moneyContract } from '../../../src-shared/features/money/contract.ts'
import type { Room } from '../../core/ports/room.ts'
import type { EnvironmentContext } from '../../core/environment-context.ts'
import type { SaveFile } from '../../core/ports/files.ts'
import {
  readDashboard,
  readLedger,
  changeMoney,
  saveClawbackDays,
  changeCommissionBasis,
  exportLedger,
} from '../../core/money/commissions.ts'
import { readRenewals, startRenewal } from '../../core/money/renewals.ts'

export function openMoney(
  context: EnvironmentContext,
  { save }: { save: SaveFile },
): Room<typeof moneyContract> {
  return {
    handlers: {
      'money.dashboard': ({ period }) => readDashboard(context, period),
      'money.ledger': () => readLedger(context),
      'money.change': ({ deal_id, changes }) => changeMoney(context, deal_id, changes),
      'money.save_clawback_days': ({ days }) => saveClawbackDays(context, days),
      'money.save_commission_basis': ({ basis }) => changeCommissionBasis(context, basis),
      'money.export': ({ state }) => exportLedger(context, save, state),
      'money.renewals': () => readRenewals(context),
      'money.start_renewal': ({ deal_id }) => startRenewal(context, deal_id),
    },
  }
}
