import { systemTimers } from '../../platform/base/system-time.ts'
import type { Log, ProtectWindows } from '../../platform/base/system.ts'
import { systemClipboard } from '../../platform/electron/system-clipboard.ts'
import { ScreenGuard, TemporaryClipboard } from './privacy.ts'

/** Creates what protects sensitive values on the screen and on the clipboard. */
export const createPrivacy = (protect: ProtectWindows, log: Log) => ({
  guard: new ScreenGuard(protect, systemTimers),
  temporaryClipboard: new TemporaryClipboard(systemClipboard, systemTimers, log),
})
