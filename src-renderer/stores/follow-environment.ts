import { on, showsEnvironment, WINDOW_ID } from '../api/funding-desk.ts'
import { reloadAt } from '../navigation/route.ts'
import { isAllWritten } from './deal-store.ts'
import { release } from './follow-open-deal.ts'
import { useDemo } from './demo-store.ts'
import { useEnvironment } from './environment-store.ts'
import { useDashboard, useLedger, useMoney } from './money-store.ts'
import { usePipeline } from './pipeline-store.ts'
import { useQueue } from './server-stores.ts'
import { useSelection } from './selection-store.ts'
import { useUnsavedForms } from './unsaved-store.ts'

/**
 * Follows what other windows do to the office; to be called once, before anything is asked. Where another one is open since, nothing
 * that this window holds belongs to it: its page begins anew. What was asked for here is shown by
 * whoever asked, and nothing else of the one before stays.
 */
export function followEnvironment(): () => void {
  showsEnvironment(() =>
    useDemo.getState().running ? 'demo' : (useEnvironment.getState().environment?.environment ?? null),
  )
  return on('environment.changed', ({ window_id, turned }) => {
    if (window_id === WINDOW_ID) return turned ? void resetStores() : undefined
    if (!turned) return void useEnvironment.getState().load()
    // Its deal lies in a vault that is closed by now: nothing that waits could be written any more, so it holds nothing up.
    const isWritten = isAllWritten()
    release()
    reloadAt(isWritten ? 'turned' : 'turned-unsaved')
  })
}

/** Drops the selection, the money, and the unsaved forms of the environment that this window left. */
export async function resetStores(): Promise<void> {
  useSelection.setState(useSelection.getInitialState())
  useMoney.setState(useMoney.getInitialState())
  useLedger.setState(useLedger.getInitialState())
  useDashboard.setState(useDashboard.getInitialState())
  useUnsavedForms.setState(useUnsavedForms.getInitialState())
  usePipeline.getState().choose({ search: '', filter: 'all', where: {} })
  await useQueue.getState().load()
}
