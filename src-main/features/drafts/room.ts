import type { draftsContract } from '../../../src-shared/features/drafts/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { DraftNeeds } from './change-draft.ts'
import { createDraft, discardEmptyDraft, duplicateDeal } from './create-draft.ts'
import { saveDraft, undoChange, redoChange } from './edit-draft.ts'
import { settleOrphan, discardOrphan } from './orphaned-values.ts'
import type { Deal } from '../../../src-shared/features/deals/deal.ts'

export function openDrafts(
  context: DraftNeeds,
  { viewDeal }: { viewDeal: (deal_id: string) => Promise<Deal> },
): RoomHandlers<typeof draftsContract> {
  return {
    'deals.create': async () => {
      const created = await createDraft(context)
      return viewDeal(created)
    },
    'deals.discard_empty': ({ deal_id }) => discardEmptyDraft(context, deal_id),
    'deals.duplicate': ({ deal_id, with_documents }) => duplicateDeal(context, deal_id, () => with_documents),
    'drafts.save': ({ edits, ...origin }) => saveDraft(context, origin, edits),
    'drafts.undo': (origin) => undoChange(context, origin),
    'drafts.redo': (origin) => redoChange(context, origin),
    'drafts.settle_orphan': ({ orphan_id, use, ...origin }) =>
      settleOrphan(context, origin, { orphan_id, use }),
    'drafts.discard_orphan': ({ path, ...origin }) => discardOrphan(context, origin, path),
  }
}
