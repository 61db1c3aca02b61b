import { call } from '../api/funding-desk.ts'
import { useMoney } from './money-store.ts'
import { usePipeline } from './pipeline-store.ts'
import { useQueue } from './queue-store.ts'
import { useSelection } from './selection-store.ts'
import { useUnsavedForms } from './unsaved-store.ts'

/** This window opened another office: nothing that it chose or read of the one before stands, lest it be taken for the new one's. */
export async function resetStores(): Promise<void> {
  useSelection.setState(useSelection.getInitialState())
  useMoney.setState(useMoney.getInitialState())
  useUnsavedForms.setState(useUnsavedForms.getInitialState())
  usePipeline.getState().choose({ search: '', filter: 'all', where: {} })
  const queue = await call('queue.status', {})
  if (queue.ok) useQueue.setState({ status: queue.value })
}
