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
import { interleave, rounded } from './harness.ts'

/*
 * Method: the built app and a bare Electron window (bare/window/) start in alternating rounds, each in a new process with the same flags.
 * The app was set up with the real sandbox and relay, and its vault contains 10,000 deals. All times begin when the process is spawned.
 * First paint is the browser's `first-contentful-paint`. Interactive is the app's performance mark `pipeline-interactive`. The app sets
 * this mark in the frame after the pipeline's rows, read from the vault, are in the page. The bench reads both times through the browser's
 * debugging port. The results are medians. The bench repeats this with a quarter and with four times as many deals, in fewer rounds.
 * `growth` is the ratio of the app's interactive times, each divided by the bare window's time in the same rounds.
 */

const SIZES = [
  { deals: 10_000, rounds: 15 },
  { deals: 2_500, rounds: 7 },
  { deals: 40_000, rounds: 7 },
] as const
const WARM_UP = 2
const BARE = fileURLToPath(new URL('./bare/window', import.meta.url))

interface Start {
  paint: number
  interactive: number
}

export async function measure(): Promise<Measured> {
  const electron = await findElectron()
  const [usual, few, many] = [
    await startsWith(electron, SIZES[0]),
    await startsWith(electron, SIZES[1]),
    await startsWith(electron, SIZES[2]),
  ]
  return {
    metrics: {
      first_paint_ratio: rounded(usual.paint / usual.bare),
      interactive_ratio: rounded(usual.interactive / usual.bare),
      growth: rounded(many.interactive / many.bare / (few.interactive / few.bare)),
    },
    goals: {
      first_paint_ratio: { at_most: 1.2 },
      interactive_ratio: { at_most: 1.5 },
      growth: { at_most: 2 },
    },
    rounds: SIZES[0].rounds,
    context: {
      bare_paint_ms: rounded(usual.bare, 0),
      first_paint_ms: rounded(usual.paint, 0),
      interactive_ms: rounded(usual.interactive, 0),
      interactive_ms_at_2500: rounded(few.interactive, 0),
      interactive_ms_at_40000: rounded(many.interactive, 0),
    },
    runtime: { electron: electron.version },
  }
}

/** Returns the median times with this number of deals, in milliseconds. `bare` is the first paint of the bare window. */
async function startsWith(
  electron: FoundElectron,
  { deals, rounds }: (typeof SIZES)[number],
): Promise<Start & { bare: number }> {
  const environment = await establishedEnvironment(deals)
  const bareData = await mkdtemp(join(tmpdir(), 'funding-desk-bare-'))
  try {
    const { bare, ours } = await interleave(
      { rounds, warmUp: WARM_UP },
      {
        bare: () => startOf(electron, BARE, bareData, false),
        ours: () => startOf(electron, projectFolder, join(environment.folder, 'app'), true),
      },
    )
    return {
      bare: median(bare.map(({ paint }) => paint)),
      paint: median(ours.map(({ paint }) => paint)),
      interactive: median(ours.map(({ interactive }) => interactive)),
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
