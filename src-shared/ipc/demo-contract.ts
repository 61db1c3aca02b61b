import { z } from 'zod'
import { askedBy } from './asked-by.ts'

const nothing = z.object({})
/** `available`: this build has the sandbox and the relay in it. `running`: everything shown is of the demo. */
const demoStatus = z.object({ available: z.boolean(), running: z.boolean() })

/** The channels of the built-in sandbox, as a part of the contract. */
export const demoContract = {
  'demo.status': { input: nothing, output: demoStatus },
  /** Starts sandbox and relay on this computer and connects to them, apart from everything real. */
  'demo.start': { input: askedBy, output: demoStatus },
  /** Ends it for good; what was tried out is gone. */
  'demo.stop': { input: askedBy, output: demoStatus },
} as const
