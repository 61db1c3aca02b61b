import { appError, fail, ok } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { revealValue } from '../../core/drafts/edit-draft.ts'
import { pageOfTimeline } from '../../core/drafts/list-timeline.ts'
import { savePackage } from '../../core/package/save-package.ts'
import type { SaveZip } from '../../core/ports/package-export.ts'
import type { PrintProof } from '../../core/ports/proof-export.ts'
import type { ClipboardLoan } from '../../core/privacy/clipboard-loan.ts'
import type { ScreenGuard } from '../../core/privacy/screen-guard.ts'
import type { dealContract } from '../../../src-shared/ipc/deal-contract.ts'
import type { Handlers } from '../router.ts'
import type { Within } from './within.ts'

export interface DealDoors {
  guard: ScreenGuard
  loan: ClipboardLoan
  print: PrintProof
  saveZip: SaveZip
}

function notCopied() {
  return appError('CLIPBOARD_UNAVAILABLE', words().errors.notCopied, words().errors.tryCopyAgain, {
    retryable: true,
  })
}

/** Creates the handlers of a deal's screen: showing, copying, and saving its data. */
export function createDealHandlers(
  within: Within,
  { guard, loan, print, saveZip }: DealDoors,
): Pick<Handlers, keyof typeof dealContract> {
  return {
    'deals.reveal': ({ deal_id, path, window_id }) =>
      within(async (workspace) => {
        const revealed = await revealValue(workspace, deal_id, path)
        // Activate the guard before the page has the value.
        if (revealed.ok) guard.shown(window_id)
        return revealed
      }),
    'deals.copy_value': ({ deal_id, path }) =>
      within(async (workspace) => {
        const revealed = await revealValue(workspace, deal_id, path)
        if (!revealed.ok) return revealed
        return (await loan.lend(revealed.value.value)) ? ok({}) : fail(notCopied())
      }),
    'screen.shown': async ({ window_id, shown }) => {
      if (shown) guard.shown(window_id)
      else guard.hidden(window_id)
      return ok({})
    },
    'deals.save_package': (wish) => within((workspace) => savePackage(workspace, { print, saveZip }, wish)),
    'timeline.list': ({ deal_id, filter, before }) =>
      within((workspace) => pageOfTimeline(workspace, deal_id, { filter, before })),
  }
}
