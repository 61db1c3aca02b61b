import { systemPreferences } from 'electron'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import type { SystemUnlock } from '../base/system.ts'

/** Touch ID on macOS. Other systems offer no way that the app supports (ADR 19). */
export const touchId: SystemUnlock = {
  available: () =>
    process.platform === 'darwin' && systemPreferences.canPromptTouchID() ? 'touch_id' : null,
  prompt: () =>
    systemPreferences.promptTouchID(messages().lock.touchIdReason).then(
      () => true,
      () => false,
    ),
}
