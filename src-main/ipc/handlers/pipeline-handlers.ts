import { ok } from '../../../src-shared/errors.ts'
import type { EnvironmentManager } from '../../core/environments/environment-manager.ts'
import { BulkActions } from '../../core/pipeline/bulk.ts'
import { exportDeals, type SavePieces } from '../../core/pipeline/export-deals.ts'
import { listDealIds, listDeals, readDealRows, sumDeals } from '../../core/pipeline/list-deals.ts'
import { nextActions } from '../../core/pipeline/next-actions.ts'
import { readFilters, readLayout, saveFilters, saveLayout } from '../../core/pipeline/views.ts'
import { incompleteDeals } from '../../core/pipeline/incomplete-deals.ts'
import type { Handlers } from '../router.ts'
import type { WithEnvironment } from './with-environment.ts'

type PipelineHandlers = Pick<Handlers, Extract<keyof Handlers, `pipeline.${string}`> | 'deals.list'>

export function createPipelineHandlers(
  withEnvironment: WithEnvironment,
  environmentManager: EnvironmentManager,
  save: SavePieces,
): PipelineHandlers {
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
    'pipeline.export': (options) => withEnvironment((context) => exportDeals(context, save, options)),
  }
}
