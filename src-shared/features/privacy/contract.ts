import { z } from 'zod'
import { dealId, type, type Nothing, type Contract } from '../../platform/ipc/parts.ts'

const ofField = dealId.extend({ path: z.string().max(200) })

export const privacyContract = {
  /**
   * Returns one sensitive value in full when the broker asks for it. From that moment, no program can capture the app's windows. The
   * protection ends when the window `window_id` reports that it hides the value again.
   */
  'deals.reveal': {
    input: ofField.extend({ window_id: z.uuid() }),
    output: type<{ value: string }>(),
  },
  /** Copies one value to the clipboard without showing it. The app removes a sensitive value from the clipboard after a minute. */
  'deals.copy_value': { input: ofField, output: type<void>() },
  /** Reports whether a window shows a sensitive value. The window repeats the call while the value is visible. */
  'screen.shown': {
    input: z.object({ window_id: z.uuid(), shown: z.boolean() }),
    output: type<void>(),
  },
} as const satisfies Contract

export interface PrivacyEvents {
  /** The computer's screen was locked, so the window must hide sensitive values. */
  'screen.locked': Nothing
}
