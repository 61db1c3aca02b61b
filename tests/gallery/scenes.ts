import { busyOffice } from './acts/busy-office.ts'
import { firstRun } from './acts/first-run.ts'
import { newOffice } from './acts/new-office.ts'
import { spanishOffice } from './acts/spanish-office.ts'
import { stuckOffice } from './acts/stuck-office.ts'
import type { Act } from './scene.ts'

/** Every screen in every state, office by office. An act opens its office when it starts; the caller closes it. */
export const ACTS: Readonly<Record<string, () => Promise<Act>>> = {
  'first-run': firstRun,
  'new-office': newOffice,
  'busy-office': busyOffice,
  'stuck-office': stuckOffice,
  'spanish-office': spanishOffice,
}
