import { ok } from '../../../src-shared/errors.ts'
import type { Office } from '../../core/environments/office.ts'
import { BulkDesk } from '../../core/pipeline/bulk.ts'
import { exportDeals, type SavePieces } from '../../core/pipeline/export-deals.ts'
import { listDealIds, listDeals, readDealRows, sumDeals } from '../../core/pipeline/list-deals.ts'
import { nextActions } from '../../core/pipeline/next-actions.ts'
import { readFilters, readLayout, saveFilters, saveLayout } from '../../core/pipeline/views.ts'
import { wantingDeals } from '../../core/pipeline/wanting-deals.ts'
import type { Handlers } from '../router.ts'
import type { Within } from './within.ts'

type PipelineHandlers = Pick<Handlers, Extract<keyof Handlers, `pipeline.${string}`> | 'deals.list'>

export function createPipelineHandlers(within: Within, office: Office, save: SavePieces): PipelineHandlers {
  const bulk = new BulkDesk()
  return {
    'deals.list': (query) => within((workspace) => listDeals(workspace, query)),
    'pipeline.ids': (query) => within((workspace) => listDealIds(workspace, query)),
    'pipeline.rows': ({ deal_ids }) => within((workspace) => readDealRows(workspace, deal_ids)),
    'pipeline.sums': (choice) => within((workspace) => sumDeals(workspace, choice)),
    'pipeline.next_actions': () => within(nextActions),
    'pipeline.layout': () => within(readLayout),
    'pipeline.save_layout': (layout) => within((workspace) => saveLayout(workspace, layout)),
    'pipeline.filters': () => within(readFilters),
    'pipeline.save_filters': ({ filters }) => within((workspace) => saveFilters(workspace, filters)),
    'pipeline.wanting': ({ deal_ids }) => within((workspace) => wantingDeals(workspace, deal_ids)),
    'pipeline.act': async ({ shown, ...wish }) => {
      const opened = await office.openAs(shown)
      return opened.ok ? bulk.run(opened.value.workspace, opened.value.engine, wish) : opened
    },
    'pipeline.erase': ({ deal_ids, shown }) => office.settings.eraseDeals(deal_ids, shown),
    'pipeline.stop': async ({ bulk_id }) => {
      bulk.stop(bulk_id)
      return ok({})
    },
    'pipeline.export': (wish) => within((workspace) => exportDeals(workspace, save, wish)),
  }
}
