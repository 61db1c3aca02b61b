import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { findElectron, type FoundElectron } from '../../build/runtime/electron.mjs'
import type { Measured } from '../support/measured.ts'
import { establishedEnvironment } from '../support/established-environment.ts'
import { launchPlainly } from '../support/plain-launch.ts'
import { median } from '../support/median.ts'

/*
 * Method: the built app and a bare Electron window (bare-window/) start in alternating rounds, each in a new process with the same flags.
 * The app was set up with the real sandbox and relay, and its vault contains 10,000 deals. All times begin when the process is spawned.
 * First paint is the browser's `first-contentful-paint`. Interactive is the app's performance mark `pipeline-interactive`. The app sets
 * this mark in the frame after the pipeline's rows, read from the vault, are in the page. The bench reads both times through the browser's
 * debugging port. The results are medians.
 */

const DEALS = 10_000
const ROUNDS = 15
const WARM_UP = 2
const BARE = fileURLToPath(new URL('./bare-window', import.meta.url))

interface Start {
  paint: number
  interactive: number
}

export async function measure(): Promise<Measured> {
  const electron = await findElectron()
  const environment = await establishedEnvironment(DEALS)
  const bareData = await mkdtemp(join(tmpdir(), 'funding-desk-bare-'))
  try {
    const ours: Start[] = []
    const bare: Start[] = []
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const bareStart = await startOf(electron, BARE, bareData, false)
      const ourStart = await startOf(electron, projectFolder, join(environment.folder, 'app'), true)
      if (round < WARM_UP) continue
      bare.push(bareStart)
      ours.push(ourStart)
    }
    const barePaint = median(bare.map(({ paint }) => paint))
    const paint = median(ours.map((one) => one.paint))
    const interactive = median(ours.map((one) => one.interactive))
    const ratio = (value: number) => Number((value / barePaint).toFixed(2))
    return {
      metrics: { first_paint_ratio: ratio(paint), interactive_ratio: ratio(interactive) },
      goals: { first_paint_ratio: { at_most: 1.2 }, interactive_ratio: { at_most: 1.5 } },
      rounds: ROUNDS,
      context: {
        bare_paint_ms: Math.round(barePaint),
        first_paint_ms: Math.round(paint),
        interactive_ms: Math.round(interactive),
        deals: DEALS,
      },
      runtime: { electron: electron.version },
    }
  } finally {
    await rm(bareData, { recursive: true, force: true, maxRetries: 5 })
    await environment.close()
  }
}

/**
 * Returns the times of the first paint and of interactivity, in ms since the process was spawned. Only our app's page sets a performance
 * mark when it is interactive. The bare page therefore counts as interactive at its first paint.
 */
async function startOf(electron: FoundElectron, app: string, data: string, isOurs: boolean): Promise<Start> {
  const launched = await launchPlainly(electron, app, data)
  try {
    const { page, began } = launched
    const marks = () =>
      page.evaluate(
        (mark) => {
          const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime
          const [paint, interactive] = [at('first-contentful-paint'), at(mark ?? 'first-contentful-paint')]
          return paint === undefined || interactive === undefined
            ? null
            : { paint: performance.timeOrigin + paint, interactive: performance.timeOrigin + interactive }
        },
        isOurs ? 'pipeline-interactive' : null,
      )
    for (let tries = 0; tries < 600; tries++) {
      const seen = await marks()
      if (seen !== null) return { paint: seen.paint - began, interactive: seen.interactive - began }
      await page.waitForTimeout(50)
    }
    throw new Error(`${app} was not painted`)
  } finally {
    await launched.close()
  }
}
