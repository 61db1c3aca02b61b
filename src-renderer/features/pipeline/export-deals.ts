import { notifications } from '@mantine/notifications'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import { queryNow, usePipeline } from '../../stores/pipeline-store.ts'
import { notifyError } from '../../ui/notify-error.ts'

/** Saves these deals, or without any all that the list shows, with the columns that it has. */
export async function exportDeals(deal_ids?: string[]): Promise<void> {
  const saved = await call('pipeline.export', {
    columns: ['business', ...usePipeline.getState().layout.columns.shown],
    of: deal_ids === undefined ? { query: queryNow() } : { deal_ids },
  })
  if (!saved.ok) return notifyError(saved.error)
  if (saved.value.saved_as !== null)
    notifications.show({ message: messages().selection.exported(saved.value.saved_as), autoClose: 6_000 })
}
