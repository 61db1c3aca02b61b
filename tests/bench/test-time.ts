import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { CannotMeasure, type Measured } from '../support/measured.ts'
import { rounded, timed } from './harness.ts'

/*
 * Method: the bench runs `npm test` once, with the caches that earlier runs left. `minutes` is its wall time. A run with a failed test
 * measures nothing, because it repeats the test files that failed.
 */

export async function measure(): Promise<Measured> {
  let code: unknown
  const ms = await timed(async () => {
    const tests = spawn('npm', ['test'], { cwd: projectFolder, stdio: ['ignore', process.stderr, 'inherit'] })
    ;[code] = await once(tests, 'exit')
  })
  if (code !== 0) throw new CannotMeasure(`npm test ended with ${String(code)}.`)
  return {
    metrics: { minutes: rounded(ms / 60_000, 1) },
    goals: { minutes: { at_most: 10 } },
    rounds: 1,
  }
}
