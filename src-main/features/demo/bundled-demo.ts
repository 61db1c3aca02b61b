import { join } from 'node:path'
import { forkProcess } from '../../platform/processes/fork-process.ts'
import { BundledDemoServices } from './demo.ts'

/** Creates the services of the demo from their program, which is in the folder with main's built programs. */
export function bundledDemo(programs: string): BundledDemoServices {
  const program = join(programs, 'demo-services.cjs')
  return new BundledDemoServices(program, forkProcess(program, 'Funding Desk sandbox'))
}
