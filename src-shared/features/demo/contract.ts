import { nothing, type, byWindow, type Contract } from '../../platform/ipc/parts.ts'

/**
 * The state of the demo. `available`: this build includes the sandbox (a simulated partner) and the relay. `running`: the app shows only
 * the demo's data.
 */
export interface DemoStatus {
  available: boolean
  running: boolean
}

export const demoContract = {
  'demo.status': { input: nothing, output: type<DemoStatus>() },
  /**
   * Starts a sandbox (a simulated partner) and a relay on this computer, and connects the app to them. The demo's data is separate from all
   * real data.
   */
  'demo.start': { input: byWindow, output: type<DemoStatus>() },
  'demo.stop': { input: byWindow, output: type<DemoStatus>() },
} as const satisfies Contract
