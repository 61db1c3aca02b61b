import { call } from '../../api/funding-desk.ts'
import { navigate } from '../../navigation/route.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Makes an empty draft and opens it. */
export async function startDeal(): Promise<void> {
  const created = await call('deals.create', {})
  if (created.ok) navigate({ screen: 'deal', deal_id: created.value.deal_id })
  else notifyError(created.error)
}
