import { ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Workspace } from '../workspace.ts'
import { loadDeal } from './load-deal.ts'

/** Adds the broker's note to a deal's timeline, in any state of the deal. */
export function addNote(
  workspace: Workspace,
  deal_id: string,
  text: string,
): Promise<Result<Record<string, never>>> {
  return oneAtATime(deal_id, async () => {
    const found = await loadDeal(workspace, deal_id)
    if (!found.ok) return found
    const at = workspace.clock.now()
    const committed = await workspace.vault.commit([
      { write: 'update_deal', deal_id, changes: { updated_at: at } },
      {
        write: 'append_timeline',
        entry: { deal_id, at, kind: 'note', title: words().history.note, detail: text, verification: null },
      },
    ])
    if (!committed.ok) return committed
    workspace.emit('deal.changed', { deal_id })
    return ok({})
  })
}
