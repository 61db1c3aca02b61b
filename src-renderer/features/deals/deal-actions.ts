import { call } from '../../platform/api/funding-desk.ts'
import { currentRoute, navigate } from '../../platform/navigation/route.ts'
import { run } from '../../platform/ui/command.tsx'
import { joinTexts } from '../../platform/ui/formats.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import type { DealSummary } from '../../../src-shared/features/deals/deal.ts'
import { useDeal, writeAll } from '../drafts/deal-store.ts'
import { hasNoteDraft } from '../../platform/page/unsaved-store.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'

/** Creates an empty draft, opens it, and focuses the first field of its form: the amount. */
export async function startDeal(): Promise<void> {
  const created = await run(call('deals.create', {}))
  if (created === null) return
  const { deal_id } = created
  const sections = useEnvironment.getState().value?.profile.sections ?? []
  const field = sections.flatMap(({ fields = [] }) => fields)[0]?.path
  navigate({ screen: 'deal', deal_id, part: 'application', ...(field === undefined ? {} : { field }) })
  discardIfLeftEmpty(deal_id)
}

/** The new draft that this window shows, unless another window shows it too. */
let newest: string | null = null

/** When the broker leaves a new draft without having typed anything, the draft disappears. */
function discardIfLeftEmpty(deal_id: string): void {
  newest = deal_id
  const discard = async () => {
    if (await writeAll()) await call('deals.discard_empty', { deal_id })
  }
  const look = () => {
    const route = currentRoute()
    if ('deal_id' in route && route.deal_id === deal_id) return
    window.removeEventListener('hashchange', look)
    if (newest !== deal_id || hasNoteDraft()) return
    void discard()
  }
  window.addEventListener('hashchange', look)
}

/** Shows a deal in a separate window. If this window shows the deal, it goes back to the pipeline. */
export function openInWindow(deal_id: string): void {
  newest = null
  const route = currentRoute()
  if (route.screen === 'deal' && route.deal_id === deal_id) navigate({ screen: 'pipeline' })
  void call('deals.open_window', { deal_id })
}

/** Deletes deals in the trash permanently, after a system dialog. Returns true if any deal was deleted. */
export async function eraseDeals(deal_ids: string[]): Promise<boolean> {
  const text = messages().selection
  const done = await run(call('pipeline.erase', { deal_ids }), ({ erased, kept }) =>
    joinTexts([erased > 0 && text.erased(erased), kept > 0 && text.notErased(kept)]),
  )
  return done !== null && done.erased > 0
}

/** Moves a deal to the trash, and offers to undo it. Returns false if main refused, for example while the deal is being sent. */
export async function moveToTrash({
  deal_id,
  legal_name,
}: Pick<DealSummary, 'deal_id' | 'legal_name'>): Promise<boolean> {
  const open = useDeal.getState()
  // For the open deal, use the live summary, because only the live summary contains a name that the broker just typed.
  const name = open.deal?.deal_id === deal_id ? open.liveSummary.legal_name : legal_name
  const restore = () => call('deals.restore', { deal_id })
  const { deal: text, selection, common } = messages()
  const undone = selection.restored(1, name || common.noName)
  return (await run(call('deals.delete', { deal_id }), text.isInBin(name), restore, undone)) !== null
}
