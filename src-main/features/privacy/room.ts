import { failure } from '../../platform/base/failure.ts'
import type { privacyContract } from '../../../src-shared/features/privacy/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import type { ScreenGuard, TemporaryClipboard } from './privacy.ts'
import { revealValue } from '../drafts/edit-draft.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

export function openPrivacy(
  context: Pick<Platform, 'vault'> & Pick<BrokerForm, 'profile'>,
  { guard, temporaryClipboard }: { guard: ScreenGuard; temporaryClipboard: TemporaryClipboard },
): RoomHandlers<typeof privacyContract> {
  return {
    'deals.reveal': async ({ deal_id, path, window_id }) => {
      const revealed = await revealValue(context, deal_id, path)
      // Protect the windows from screenshots before the page gets the value.
      guard.shown(window_id)
      return revealed
    },
    'deals.copy_value': async ({ deal_id, path }) => {
      const revealed = await revealValue(context, deal_id, path)
      if (await temporaryClipboard.copy(revealed.value)) return
      throw failure('CLIPBOARD_UNAVAILABLE', msg.errors.notCopied, msg.errors.tryCopyAgain, {
        retryable: true,
      })
    },
    'screen.shown': async ({ window_id, shown }) => {
      if (shown) guard.shown(window_id)
      else guard.hidden(window_id)
    },
  }
}
