import { call } from '../../api/funding-desk.ts'
import { currentRoute, navigate } from '../../navigation/route.ts'
import { notifyError } from '../../ui/notify-error.ts'
import { notifications } from '@mantine/notifications'
import { messages } from '../../../src-shared/messages/messages.ts'
import { useEnvironment } from '../../stores/environment-store.ts'

/** Creates an empty draft, opens it, and focuses the first field of its form: the amount. */
export async function startDeal(): Promise<void> {
  const created = await call('deals.create', {})
  if (!created.ok) return notifyError(created.error)
  const { deal_id } = created.value
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
  const done = await call('pipeline.erase', { deal_ids })
  if (!done.ok) {
    // This error means that the broker declined in the dialog. Do not report it.
    if (done.error.code !== 'CHANGE_NOT_CONFIRMED') notifyError(done.error)
    return false
  }
  const { erased, kept } = done.value
  const text = messages().selection
  const reported = [erased > 0 ? text.erased(erased) : '', kept > 0 ? text.notErased(kept) : '']
  notifications.show({ message: reported.filter((part) => part !== '').join(' '), autoClose: 6_000 })
  return erased > 0
}
