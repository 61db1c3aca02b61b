import { nothing, type, type Saved, type Contract } from '../../platform/ipc/parts.ts'
import type { Diagnostics } from './diagnostics.ts'

export const diagnosticsContract = {
  /** Returns the diagnostics that the broker can send to support. `diagnostics.save` saves exactly the same data. */
  'diagnostics.view': { input: nothing, output: type<Diagnostics>() },
  'diagnostics.save': { input: nothing, output: type<Saved>() },
} as const satisfies Contract
