import type { handoutContract } from '../../../src-shared/features/handout/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import { type HandOut, saveDocumentCopy, type HandoutNeeds } from './hand-out.ts'
import type { SaveFile } from '../../platform/files/ports.ts'

export function openHandout(
  context: HandoutNeeds,
  { handOut, save }: { handOut: HandOut; save: SaveFile },
): RoomHandlers<typeof handoutContract> {
  return {
    'documents.save_copy': ({ document_id }) => saveDocumentCopy(context, save, document_id),
    'handout.prepare': ({ deal_id, what }) => handOut.prepare(context, deal_id, what),
    'handout.start_drag': ({ handout_id }) => handOut.startDrag(context, handout_id),
    'handout.copy': ({ deal_id, document_ids }) => handOut.copy(context, deal_id, document_ids),
    'handout.save': ({ deal_id, document_ids }) => handOut.save(context, deal_id, document_ids),
    'handout.settings': () => handOut.settings(context),
    'handout.save_pattern': ({ pattern }) => handOut.savePattern(context, pattern),
  }
}
