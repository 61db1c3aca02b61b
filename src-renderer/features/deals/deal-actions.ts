import { call } from '../../platform/api/funding-desk.ts'
import { currentRoute, navigate, replaceRoute } from '../../platform/navigation/route.ts'
import { run } from '../../platform/ui/command.tsx'
import { notifications } from '@mantine/notifications'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import type { DealSummary } from '../../../src-shared/features/deals/deal.ts'
import { useDeal } from '../drafts/deal-store.ts'
import { useEnvironment } from '../../platform/page/environment-store.ts'
import { placeIn, useListRows, usePipeline } from '../pipeline/pipeline-store.ts'

/** Creates an empty draft, opens it, and focuses the first field of its form: the amount. */
export async function startDeal(): Promise<void> {
  const created = await run(call('deals.create', {}))
  if (created === null) return
  const { deal_id } = created
  const sections = useEnvironment.getState().value?.profile.sections ?? []
  const field = sections.flatMap(({ fields = [] }) => fields)[0]?.path
  navigate({ screen: 'deal', deal_id, part: 'application', ...(field === undefined ? {} : { field }) })
}

/** Shows a deal in a separate window. If this window shows the deal, it goes back to the pipeline. */
export function openInWindow(deal_id: string): void {
  const route = currentRoute()
  if (route.screen === 'deal' && route.deal_id === deal_id) navigate({ screen: 'pipeline' })
  void call('deals.open_window', { deal_id })
}

/** Deletes deals in the trash permanently, after a system dialog. Returns true if any deal was deleted. */
export async function eraseDeals(deal_ids: string[]): Promise<boolean> {
  const text = messages().selection
  const done = await run(call('pipeline.erase', { deal_ids }), ({ erased, kept }) =>
    [erased > 0 ? text.erased(erased) : '', kept > 0 ? text.notErased(kept) : ''].join(' ').trim(),
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
  return (await run(call('deals.delete', { deal_id }), messages().deal.isInBin(name), restore)) !== null
}

/**
 * Shows the next or previous deal of the pipeline's list instead of this one. Going back then still leads to the list, at the row of the
 * last shown deal.
 */
export function goToNeighbor(deal_id: string, step: 1 | -1): void {
  const { active, pages } = useListRows.getState()
  const text = messages().deal
  const at = placeIn(pages, deal_id) ?? (active?.deal_id === deal_id ? active.index : null)
  const note = (message: string) => void notifications.show({ id: 'neighbor', message, autoClose: 4_000 })
  if (at === null) return note(text.notInList)
  const neighbor = usePipeline.getState().rowAt(at + step)
  if (neighbor === undefined) return note(step === 1 ? text.isLastDeal : text.isFirstDeal)
  if (active !== null)
    useListRows.setState({ active: { ...active, deal_id: neighbor.deal_id, index: at + step } })
  replaceRoute({ screen: 'deal', deal_id: neighbor.deal_id })
}
