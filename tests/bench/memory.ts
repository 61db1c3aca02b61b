import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { findElectron, type FoundElectron } from '../../build/runtime/electron.mjs'
import type { Measured } from '../support/measured.ts'
import { establishedEnvironment } from '../support/established-environment.ts'
import { launchPlainly, pssOf } from '../support/plain-launch.ts'
import { median } from '../support/median.ts'
import { interleave, rounded } from './harness.ts'

/*
 * Method: the app and a bare Electron window (bare/window/) idle in alternating rounds. The app shows the pipeline, with 10,000 deals in
 * its vault. In each round, the bench waits 15 s before it measures. It reads the PSS (a memory size that counts shared memory once) from
 * /proc/PID/smaps_rollup. It adds up the PSS of the process and all its descendants, including the app's vault process. The results are
 * medians.
 */

const DEALS = 10_000
const ROUNDS = 3
const IDLE_MS = 15_000
const BARE = fileURLToPath(new URL('./bare/window', import.meta.url))

export async function measure(): Promise<Measured> {
  const electron = await findElectron()
  const environment = await establishedEnvironment(DEALS)
  const bareData = await mkdtemp(join(tmpdir(), 'funding-desk-bare-'))
  try {
    const { bare, ours } = await interleave(
      { rounds: ROUNDS },
      {
        bare: () => idleSize(electron, BARE, bareData, 'h1'),
        ours: () => idleSize(electron, projectFolder, join(environment.folder, 'app'), '[data-deal]'),
      },
    )
    const [our, one] = [median(ours.map(({ mb }) => mb)), median(bare.map(({ mb }) => mb))]
    const processes = ours[0]?.processes ?? NaN
    return {
      metrics: { pss_ratio: rounded(our / one) },
      goals: { pss_ratio: { at_most: 1.3 } },
      rounds: ROUNDS,
      context: { app_mb: Math.round(our), bare_mb: Math.round(one), app_processes: processes, deals: DEALS },
      runtime: { electron: electron.version },
    }
  } finally {
    await rm(bareData, { recursive: true, force: true, maxRetries: 5 })
    await environment.close()
  }
}

async function idleSize(electron: FoundElectron, app: string, data: string, shows: string) {
  const launched = await launchPlainly(electron, app, data)
  try {
    await launched.page.locator(shows).first().waitFor()
    await sleep(IDLE_MS)
    return await pssOf(launched.child.pid ?? 0)
  } finally {
    await launched.close()
  }
}
