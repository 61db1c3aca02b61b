import { on } from '../api/funding-desk.ts'
import { WINDOW_ID } from '../api/window-id.ts'
import { beginAnew } from '../navigation/begin-anew.ts'
import { isAllWritten } from './deal-store.ts'
import { forgetOffice } from './forget-office.ts'
import { letGo } from './follow-open-deal.ts'
import { useOffice } from './office-store.ts'

/**
 * Follows what other windows do to the office; to be called once, before anything is asked. Where another one is open since, nothing
 * that this window holds belongs to it: its page begins anew. What was asked for here is shown by
 * whoever asked, and nothing else of the one before stays.
 */
export function followEnvironment(): () => void {
  return on('environment.changed', ({ window_id, turned }) => {
    if (window_id === WINDOW_ID) return turned ? void forgetOffice() : undefined
    if (!turned) return void useOffice.getState().load()
    // Its deal lies in a vault that is closed by now: nothing that waits could be written any more, so it holds nothing up.
    const isWritten = isAllWritten()
    letGo()
    beginAnew(isWritten ? 'turned' : 'turned-unsaved')
  })
}
