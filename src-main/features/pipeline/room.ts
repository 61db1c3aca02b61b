import type { pipelineContract } from '../../../src-shared/features/pipeline/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import { BulkActions, type BulkNeeds } from './bulk.ts'
import type { Consent } from '../../platform/base/system.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import {
  listDeals,
  listDealIds,
  sumDeals,
  readLayout,
  saveLayout,
  readFilters,
  saveFilters,
} from './list-deals.ts'
import { nextActions, incompleteDeals } from './next-actions.ts'
import type { SubmissionEngine } from '../submission/engine.ts'
import { eraseDeals } from '../backup/empty-trash.ts'
import { exportDeals } from './export-deals.ts'

export function openPipeline(
  context: BulkNeeds,
  {
    consent,
    save,
    engine,
  }: { consent: Consent; save: SaveFile<AsyncIterable<string>>; engine: SubmissionEngine },
): RoomHandlers<typeof pipelineContract> {
  const bulk = new BulkActions()
  return {
    'deals.list': (query) => listDeals(context, query),
    'pipeline.ids': (query) => listDealIds(context, query),
    'pipeline.rows': ({ deal_ids }) => context.vault.dealRows(deal_ids),
    'pipeline.sums': (choice) => sumDeals(context, choice),
    'pipeline.next_actions': (present) => nextActions(context, present),
    'pipeline.layout': () => readLayout(context),
    'pipeline.save_layout': (layout) => saveLayout(context, layout),
    'pipeline.filters': () => readFilters(context),
    'pipeline.save_filters': ({ filters }) => saveFilters(context, filters),
    'pipeline.incomplete': ({ deal_ids }) => incompleteDeals(context, deal_ids),
    'pipeline.act': (options) => bulk.run(context, engine, options),
    'pipeline.erase': ({ deal_ids }) => eraseDeals(context, consent, deal_ids),
    'pipeline.stop': async ({ bulk_id }) => {
      bulk.stop(bulk_id)
    },
    'pipeline.export': (options) => exportDeals(context, save, options),
  }
}
