import { z } from 'zod'

const nothing = z.object({})
/** `available`: this build has the sandbox and the relay in it. `running`: everything shown is of the demo. */
const demoStatus = z.object({ available: z.boolean(), running: z.boolean() })

/** The channels of the built-in sandbox, as a part of the contract. */
export const demoContract = {
  'demo.status': { input: nothing, output: demoStatus },
  /** Starts sandbox and relay on this computer and connects to them, apart from everything real. */
  'demo.start': { input: nothing, output: demoStatus },
  /** Ends it for good; what was tried out is gone. */
  'demo.stop': { input: nothing, output: demoStatus },
} as const
