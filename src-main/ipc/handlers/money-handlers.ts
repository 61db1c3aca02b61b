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
import type { Within } from './within.ts'

export function createMoneyHandlers(
  within: Within,
  save: SaveFile,
): Pick<Handlers, Extract<keyof Handlers, `money.${string}`>> {
  return {
    'money.dashboard': ({ period }) => within((workspace) => readDashboard(workspace, period)),
    'money.ledger': () => within(readLedger),
    'money.change': ({ deal_id, changes }) => within((workspace) => changeMoney(workspace, deal_id, changes)),
    'money.save_clawback_days': ({ days }) => within((workspace) => saveClawbackDays(workspace, days)),
    'money.save_commission_basis': ({ basis }) =>
      within((workspace) => changeCommissionBasis(workspace, basis)),
    'money.export': ({ state }) => within((workspace) => exportLedger(workspace, save, state)),
    'money.renewals': () => within(readRenewals),
    'money.start_renewal': ({ deal_id }) => within((workspace) => startRenewal(workspace, deal_id)),
  }
}
