import { ok, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { loadDeal } from '../load-deal.ts'

/** Adds the broker's note to a deal's timeline, in any state of the deal. */
export function addNote(
  context: EnvironmentContext,
  deal_id: string,
  text: string,
): Promise<Result<Record<string, never>>> {
  return oneAtATime(deal_id, async () => {
    const found = await loadDeal(context, deal_id)
    if (!found.ok) return found
    const at = context.clock.now()
    const committed = await context.vault.commit([
      { write: 'update_deal', deal_id, changes: { updated_at: at } },
      {
        write: 'append_timeline',
        entry: {
          deal_id,
          at,
          kind: 'note',
          title: msg.history.note,
          detail: text,
          verification: null,
        },
      },
    ])
    if (!committed.ok) return committed
    context.emit('deal.changed', { deal_id })
    return ok({})
  })
}
