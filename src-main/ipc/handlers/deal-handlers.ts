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

/** What the handlers of a deal's screen need of the world outside. */
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

/** The handlers of a deal's screen: what is shown of it, copied from it and saved of it. */
export function createDealHandlers(
  within: Within,
  { guard, loan, print, saveZip }: DealDoors,
): Pick<Handlers, keyof typeof dealContract> {
  return {
    'deals.reveal': ({ deal_id, path, window_id }) =>
      within(async (workspace) => {
        const revealed = await revealValue(workspace, deal_id, path)
        // Before the page has it.
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
