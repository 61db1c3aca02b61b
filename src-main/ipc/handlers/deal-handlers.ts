import { appError, fail, ok } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { revealValue } from '../../core/drafts/edit-draft.ts'
import { pageOfTimeline } from '../../core/drafts/list-timeline.ts'
import { savePackage } from '../../core/package/save-package.ts'
import type { SaveZip } from '../../core/ports/package-export.ts'
import type { PrintProof } from '../../core/ports/proof-export.ts'
import type { TemporaryClipboard } from '../../core/privacy/temporary-clipboard.ts'
import type { ScreenGuard } from '../../core/privacy/screen-guard.ts'
import type { dealContract } from '../../../src-shared/ipc/deal-contract.ts'
import type { Handlers } from '../router.ts'
import type { WithEnvironment } from './with-environment.ts'

export interface DealHandlerDeps {
  guard: ScreenGuard
  temporaryClipboard: TemporaryClipboard
  print: PrintProof
  saveZip: SaveZip
}

function notCopied() {
  return appError('CLIPBOARD_UNAVAILABLE', msg.errors.notCopied, msg.errors.tryCopyAgain, {
    retryable: true,
  })
}

/** Creates the handlers of a deal's screen: showing, copying, and saving its data. */
export function createDealHandlers(
  withEnvironment: WithEnvironment,
  { guard, temporaryClipboard, print, saveZip }: DealHandlerDeps,
): Pick<Handlers, keyof typeof dealContract> {
  return {
    'deals.reveal': ({ deal_id, path, window_id }) =>
      withEnvironment(async (context) => {
        const revealed = await revealValue(context, deal_id, path)
        // Activate the guard before the page has the value.
        if (revealed.ok) guard.shown(window_id)
        return revealed
      }),
    'deals.copy_value': ({ deal_id, path }) =>
      withEnvironment(async (context) => {
        const revealed = await revealValue(context, deal_id, path)
        if (!revealed.ok) return revealed
        return (await temporaryClipboard.copy(revealed.value.value)) ? ok({}) : fail(notCopied())
      }),
    'screen.shown': async ({ window_id, shown }) => {
      if (shown) guard.shown(window_id)
      else guard.hidden(window_id)
      return ok({})
    },
    'deals.save_package': (options) =>
      withEnvironment((context) => savePackage(context, { print, saveZip }, options)),
    'timeline.list': ({ deal_id, filter, before }) =>
      withEnvironment((context) => pageOfTimeline(context, deal_id, { filter, before })),
  }
}
