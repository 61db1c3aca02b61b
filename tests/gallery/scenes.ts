import { busyEnvironment } from './acts/busy-office.ts'
import { firstRun } from './acts/first-run.ts'
import { newEnvironment } from './acts/new-office.ts'
import { spanishEnvironment } from './acts/spanish-office.ts'
import { stuckEnvironment } from './acts/stuck-office.ts'
import type { Act } from './scene.ts'

/** Every screen in every state, office by office. An act opens its office when the act starts; the caller closes the office. */
export const ACTS: Readonly<Record<string, () => Promise<Act>>> = {
  'first-run': firstRun,
  'new-office': newEnvironment,
  'busy-office': busyEnvironment,
  'stuck-office': stuckEnvironment,
  'spanish-office': spanishEnvironment,
}
