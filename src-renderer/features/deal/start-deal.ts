import { call } from '../../api/funding-desk.ts'
import { currentRoute, navigate } from '../../navigation/route.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Creates an empty draft and opens it. */
export async function startDeal(): Promise<void> {
  const created = await call('deals.create', {})
  if (created.ok) navigate({ screen: 'deal', deal_id: created.value.deal_id })
  else notifyError(created.error)
}

/** Shows a deal in a window of its own. The window that shows it goes back to the pipeline. */
export function openInWindow(deal_id: string): void {
  const route = currentRoute()
  if (route.screen === 'deal' && route.deal_id === deal_id) navigate({ screen: 'pipeline' })
  void call('deals.open_window', { deal_id })
}
