import { busyEnvironment } from './acts/busy-office.ts'
import { firstRun } from './acts/first-run.ts'
import { newEnvironment } from './acts/new-office.ts'
import { spanishEnvironment } from './acts/spanish-office.ts'
import { stuckEnvironment } from './acts/stuck-office.ts'
import type { Act } from './scene.ts'

/** All acts by name. Together, their scenes show every screen in every state. Calling an act starts its app. The caller closes this app. */
export const ACTS: Readonly<Record<string, () => Promise<Act>>> = {
  'first-run': firstRun,
  'new-office': newEnvironment,
  'busy-office': busyEnvironment,
  'stuck-office': stuckEnvironment,
  'spanish-office': spanishEnvironment,
}
