import { ok } from '../../../src-shared/errors.ts'
import type { EnvironmentManager } from '../../core/environments/environment-manager.ts'
import { BulkActions } from '../../core/pipeline/bulk.ts'
import { exportDeals } from '../../core/pipeline/export-deals.ts'
import {
  listDealIds,
  listDeals,
  readDealRows,
  readFilters,
  readLayout,
  saveFilters,
  saveLayout,
  sumDeals,
} from '../../core/pipeline/list-deals.ts'
import { incompleteDeals, nextActions } from '../../core/pipeline/next-actions.ts'
import type { Handlers, WithEnvironment } from '../router.ts'
import type { pipelineContract } from '../../../src-shared/ipc/pipeline-contract.ts'
import type { SaveFile, SavePieces } from '../../core/ports/files.ts'
import {
  changeCommissionBasis,
  changeMoney,
  exportLedger,
  readDashboard,
  readLedger,
  saveClawbackDays,
} from '../../core/money/commissions.ts'
import { readRenewals, startRenewal } from '../../core/money/renewals.ts'

export interface PipelineHandlerDeps {
  environmentManager: EnvironmentManager
  save: SaveFile
  savePieces: SavePieces
}

/** Creates the handlers of the pipeline and of its money: commissions, renewals, dashboard. */
export function createPipelineHandlers(
  withEnvironment: WithEnvironment,
  { environmentManager, save, savePieces }: PipelineHandlerDeps,
): Pick<Handlers, keyof typeof pipelineContract> {
  const bulk = new BulkActions()
  return {
    'deals.list': (query) => withEnvironment((context) => listDeals(context, query)),
    'pipeline.ids': (query) => withEnvironment((context) => listDealIds(context, query)),
    'pipeline.rows': ({ deal_ids }) => withEnvironment((context) => readDealRows(context, deal_ids)),
    'pipeline.sums': (choice) => withEnvironment((context) => sumDeals(context, choice)),
    'pipeline.next_actions': () => withEnvironment(nextActions),
    'pipeline.layout': () => withEnvironment(readLayout),
    'pipeline.save_layout': (layout) => withEnvironment((context) => saveLayout(context, layout)),
    'pipeline.filters': () => withEnvironment(readFilters),
    'pipeline.save_filters': ({ filters }) => withEnvironment((context) => saveFilters(context, filters)),
    'pipeline.incomplete': ({ deal_ids }) => withEnvironment((context) => incompleteDeals(context, deal_ids)),
    'pipeline.act': (options, { context, engine }) => bulk.run(context, engine, options),
    'pipeline.erase': ({ deal_ids }, { context }) =>
      environmentManager.settings.eraseDeals(context, deal_ids),
    'pipeline.stop': async ({ bulk_id }) => {
      bulk.stop(bulk_id)
      return ok({})
    },
    'pipeline.export': (options) => withEnvironment((context) => exportDeals(context, savePieces, options)),

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
