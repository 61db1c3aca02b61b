import { z } from 'zod'
import { nothing, type, type Contract } from '../../platform/ipc/parts.ts'
import type { AppInfo } from '../connection/environment.ts'
import type { UpdateView } from './update.ts'

export const updatesContract = {
  'app.info': { input: nothing, output: type<AppInfo>() },
  'updates.get': { input: nothing, output: type<UpdateView>() },
  /** Checks the update server immediately and downloads a newer version. Responds when the download is complete. */
  'updates.check': { input: nothing, output: type<UpdateView>() },
  'updates.set_automatic': { input: z.object({ automatic: z.boolean() }), output: type<UpdateView>() },
  /** Quits, installs the new version, and starts it. Refused while something is being sent to the partner. */
  'updates.restart': { input: nothing, output: type<void>() },
  'updates.dismiss_note': { input: nothing, output: type<UpdateView>() },
  /** The page calls this when it has painted its first screen with data, which proves that this version of the app works. */
  'updates.proven': { input: nothing, output: type<void>() },
} as const satisfies Contract

export interface UpdatesEvents {
  'updates.changed': UpdateView
}
