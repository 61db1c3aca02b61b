import type { SaveFile } from '../../core/ports/save-file.ts'
import {
  changeCommissionBasis,
  changeMoney,
  exportLedger,
  readDashboard,
  readLedger,
  saveClawbackDays,
} from '../../core/money/commissions.ts'
import { readRenewals, startRenewal } from '../../core/money/renewals.ts'
import type { Handlers } from '../router.ts'
import type { WithEnvironment } from './with-environment.ts'

export function createMoneyHandlers(
  withEnvironment: WithEnvironment,
  save: SaveFile,
): Pick<Handlers, Extract<keyof Handlers, `money.${string}`>> {
  return {
    'money.dashboard': ({ period }) => withEnvironment((context) => readDashboard(context, period)),
    'money.ledger': () => withEnvironment(readLedger),
    'money.change': ({ deal_id, changes }) =>
      withEnvironment((context) => changeMoney(context, deal_id, changes)),
    'money.save_clawback_days': ({ days }) => withEnvironment((context) => saveClawbackDays(context, days)),
    'money.save_commission_basis': ({ basis }) =>
      withEnvironment((context) => changeCommissionBasis(context, basis)),
    'money.export': ({ state }) => withEnvironment((context) => exportLedger(context, save, state)),
    'money.renewals': () => withEnvironment(readRenewals),
    'money.start_renewal': ({ deal_id }) => withEnvironment((context) => startRenewal(context, deal_id)),
  }
}
