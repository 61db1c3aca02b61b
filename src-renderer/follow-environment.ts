import { on, showsEnvironment, WINDOW_ID } from './platform/api/funding-desk.ts'
import { reloadAt } from './platform/navigation/route.ts'
import { isAllWritten } from './features/drafts/deal-store.ts'
import { release } from './features/deal-screen/follow-open-deal.ts'
import { useDemo, useQueue } from './platform/page/server-stores.ts'
import { useEnvironment } from './platform/page/environment-store.ts'
import { useDashboard, useLedger, useMoney } from './features/money/money-store.ts'
import { usePipeline } from './features/pipeline/pipeline-store.ts'
import { useSelection } from './features/pipeline/selection-store.ts'
import { askWhen } from './features/follow-ups/remind.ts'
import { forgetSteps } from './platform/ui/command.tsx'
import { useToday } from './features/today/today-store.ts'
import { useUnsavedForms } from './platform/page/unsaved-store.ts'

/**
 * Responds to changes of the environment that other windows request. When another environment opens, this page reloads, because its data
 * belongs to the previous environment. The window that requested the change shows the result without a reload. Call this function once,
 * before the first request.
 */
export function followEnvironment(): () => void {
  showsEnvironment(() =>
    useDemo.getState().value.running
      ? 'demo'
      : (useEnvironment.getState().value?.environment.environment ?? null),
  )
  return on('environment.changed', ({ window_id, switched }) => {
    if (window_id === WINDOW_ID) return switched ? void resetStores() : undefined
    if (!switched) return void useEnvironment.getState().load()
    // The vault of the previous environment is already closed. Unwritten edits can no longer be written, so do not wait for them.
    const isWritten = isAllWritten()
    release()
    reloadAt(isWritten ? 'switched' : 'switched-unsaved')
  })
}

/** Discards the selection, the money data, and the unsaved forms of the previous environment. */
export async function resetStores(): Promise<void> {
  useSelection.setState(useSelection.getInitialState())
  useMoney.setState(useMoney.getInitialState())
  useLedger.setState(useLedger.getInitialState())
  useDashboard.setState(useDashboard.getInitialState())
  useUnsavedForms.setState(useUnsavedForms.getInitialState())
  useToday.setState(useToday.getInitialState())
  askWhen(null)
  forgetSteps()
  usePipeline.getState().choose({ search: '', filter: 'all', where: {} })
  await useQueue.getState().load()
}
