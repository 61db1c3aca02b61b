import type { DealDocument } from '../../../src-shared/domain/deal.ts'
import type { ChecklistItem } from '../../../src-shared/domain/queue.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import type { OwnChecklistItem } from '../ports/vault.ts'

const KIND = 'kind:'

/**
 * What the funder wants to see: the kinds that the profile names, then the broker's own lines. A document answers the line it
 * is tied to; one that is tied to none answers the line of its kind.
 */
export function viewChecklist(
  profile: PayloadProfile,
  { items, ties }: { items: OwnChecklistItem[]; ties: { document_id: string; item_id: string }[] },
  documents: readonly DealDocument[],
): ChecklistItem[] {
  const tiedTo = new Map(ties.map(({ document_id, item_id }) => [document_id, item_id]))
  const line = (item_id: string, label: string, own: boolean): ChecklistItem => {
    const answering = documents.filter(
      ({ document_id, kind }) => (tiedTo.get(document_id) ?? `${KIND}${kind}`) === item_id,
    )
    const isAnswered = answering.some(({ state }) => state === 'received')
    return {
      item_id,
      label,
      own,
      state: isAnswered ? 'answered' : answering.length > 0 ? 'prepared' : 'open',
      document_ids: answering.map(({ document_id }) => document_id),
    }
  }
  return [
    ...profile.expected_documents.map((kind) =>
      line(
        `${KIND}${kind}`,
        profile.document_kinds.find(({ value }) => value === kind)?.label ?? kind,
        false,
      ),
    ),
    ...items.map(({ item_id, label }) => line(item_id, label, true)),
  ]
}
