import type { moneyContract } from '../../../src-shared/features/money/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import {
  readDashboard,
  readLedger,
  changeMoney,
  saveClawbackDays,
  changeCommissionBasis,
  exportLedger,
} from './commissions.ts'
import { readRenewals, startRenewal } from './renewals.ts'

export function openMoney(
  context: DraftNeeds,
  { save }: { save: SaveFile },
): RoomHandlers<typeof moneyContract> {
  return {
    'money.dashboard': ({ period }) => readDashboard(context, period),
    'money.ledger': () => readLedger(context),
    'money.change': ({ deal_id, changes }) => changeMoney(context, deal_id, changes),
    'money.save_clawback_days': ({ days }) => saveClawbackDays(context, days),
    'money.save_commission_basis': ({ basis }) => changeCommissionBasis(context, basis),
    'money.export': ({ state }) => exportLedger(context, save, state),
    'money.renewals': () => readRenewals(context),
    'money.start_renewal': ({ deal_id }) => startRenewal(context, deal_id),
  }
}
