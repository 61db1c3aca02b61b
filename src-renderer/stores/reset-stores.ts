import { useMoney } from './money-store.ts'
import { usePipeline } from './pipeline-store.ts'
import { useQueue } from './server-stores.ts'
import { useSelection } from './selection-store.ts'
import { useUnsavedForms } from './unsaved-store.ts'

/** Drops the selection, the money, and the unsaved forms of the environment that this window left. */
export async function resetStores(): Promise<void> {
  useSelection.setState(useSelection.getInitialState())
  useMoney.setState(useMoney.getInitialState())
  useUnsavedForms.setState(useUnsavedForms.getInitialState())
  usePipeline.getState().choose({ search: '', filter: 'all', where: {} })
  await useQueue.getState().load()
}
