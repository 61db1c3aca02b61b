import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchApp } from '../../build/demo/launch-app.ts'
import { findElectron } from '../../build/runtime/electron.mjs'
import { COLUMNS } from '../../src-shared/features/pipeline/pipeline-view.ts'
import type { Measured } from '../support/measured.ts'
import { fillPipeline } from '../support/fill-vault.ts'
import { median } from '../support/median.ts'

/*
 * Method: the built app shows its pipeline with 20,000 deals in a window of 1280×800 with all columns. The deals have no documents and
 * notes, because creating those takes most of the setup time. The mouse wheel scrolls the list as a hand does. A stroke is 60 notches of
 * 120 px, one every 16 ms, followed by a rest. The first strokes scroll down. Before every second stroke, the list jumps to a distant
 * place. The last stroke scrolls up. In the page, requestAnimationFrame reports the start of each frame. The display's frame interval is
 * the median interval while nothing scrolls. If a frame starts n intervals after the previous frame (rounded), n-1 frames count as dropped.
 *
 * A machine without a GPU, or a busy one, drops frames of any page. Therefore the bench afterward makes the same strokes on a bare page in
 * the same window: 1,500 rows of plain text without scripts. `dropped_percent` is the list's percentage of dropped frames minus the bare
 * page's. The result's `context` contains both percentages. The bench starts no new stroke after 40 seconds (`strokes` is the number of
 * strokes). `dom_nodes` is the highest number of elements seen in the page. `waiting_rows` in `context` is the number of visible rows whose
 * deal was not loaded yet, added up over all frames.
 */

const DEALS = 20_000
const NOTCH = 120
const NOTCHES = 60
const STROKES = 8
const LONGEST_MS = 40_000

interface Watched {
  frames: number[]
  most_nodes: number
  waiting: number
}

export async function measure(): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-bench-'))
  try {
    const data = join(folder, 'app')
    await fillPipeline(data, DEALS, { bare: true })
    const electron = await findElectron()
    const app = await launchApp({ electron, data })
    try {
      const { page, application } = app
      await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1280, 800))
      // A busy machine needs time to open a vault with this many deals.
      page.setDefaultTimeout(120_000)
      await page.locator('[data-deal]').first().waitFor()
      await showAllColumns(page)
      await sleep(3_000)

      await watch(page)
      await sleep(3_000)
      const rest = await watched(page)
      const interval = median(gaps(rest.frames))

      const { strokes, seen } = await scrollThrough(page)
      await showBarePage(page)
      const bare = await scrollThrough(page)
      const dropped = droppedPercent(seen.frames, interval)
      const bareDropped = droppedPercent(bare.seen.frames, interval)
      return {
        metrics: {
          dropped_percent: Math.round(Math.max(0, dropped - bareDropped) * 100) / 100,
          dom_nodes: seen.most_nodes,
        },
        goals: { dropped_percent: { at_most: 0.5 }, dom_nodes: { at_most: 1_000 } },
        rounds: seen.frames.length,
        context: {
          deals: DEALS,
          strokes,
          list_dropped_percent: dropped,
          bare_page_dropped_percent: bareDropped,
          at_rest_dropped_percent: droppedPercent(rest.frames, interval),
          display_interval_ms: Math.round(interval * 10) / 10,
          worst_frame_ms: Math.round(Math.max(...gaps(seen.frames))),
          bare_page_worst_frame_ms: Math.round(Math.max(...gaps(bare.seen.frames))),
          waiting_rows: seen.waiting,
        },
        runtime: { electron: electron.version },
      }
    } finally {
      await app.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function scrollThrough(page: Page): Promise<{ strokes: number; seen: Watched }> {
  const box = await page.locator('[data-list]').boundingBox()
  if (box === null) throw new Error('The list is not there.')
  await page.mouse.move(box.x + 300, box.y + box.height / 2)
  await watch(page)
  const end = performance.now() + LONGEST_MS
  let strokes = 0
  for (; strokes < STROKES && performance.now() < end; strokes++) {
    if (strokes % 2 === 1) await page.evaluate(jumpTo((strokes * 0.13) % 1))
    for (let notch = 0; notch < NOTCHES; notch++) {
      await page.mouse.wheel(0, strokes === STROKES - 1 ? -NOTCH : NOTCH)
      await sleep(16)
    }
    await sleep(150)
  }
  return { strokes, seen: await watched(page) }
}

/** Replaces the app with a bare page, to measure how well this machine can scroll at all. */
async function showBarePage(page: Page): Promise<void> {
  await page.evaluate(`{
    const list = document.createElement('div')
    list.dataset.list = ''
    Object.assign(list.style, { height: '720px', overflow: 'auto' })
    for (let row = 0; row < 1_500; row++) {
      const line = list.appendChild(document.createElement('div'))
      line.style.height = '44px'
      line.textContent = 'A row of plain text ' + row
    }
    document.body.replaceChildren(list)
  }`)
  await sleep(500)
}

async function showAllColumns(page: Page): Promise<void> {
  await page.evaluate(`fundingDesk.call('pipeline.layout', {}).then(({ value }) =>
    fundingDesk.call('pipeline.save_layout', { ...value, columns: { shown: ${JSON.stringify(COLUMNS)}, widths: {} } }))`)
  await page.reload()
  await page.locator('[data-column="application"]').first().waitFor()
}

/**
 * Returns code for the page that jumps to a place of the list, as dragging the scroll bar does. `share` 0.5 is the middle of the
 * list.
 */
function jumpTo(share: number): string {
  return `{ const list = document.querySelector('[data-list]'); list.scrollTop = list.scrollHeight * ${share} }`
}

async function watch(page: Page): Promise<void> {
  await page.evaluate(`{
    const seen = (globalThis.seen = { frames: [], most_nodes: 0, waiting: 0, on: true })
    const look = (at) => {
      seen.frames.push(at)
      // Count the elements only in every tenth frame, because counting takes time itself.
      if (seen.frames.length % 10 === 0) seen.most_nodes = Math.max(seen.most_nodes, document.getElementsByTagName('*').length)
      seen.waiting += document.querySelectorAll('[data-index][aria-busy]').length
      if (seen.on) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }`)
}

async function watched(page: Page): Promise<Watched> {
  return page.evaluate<Watched>(`(() => { seen.on = false; return seen })()`)
}

function gaps(frames: number[]): number[] {
  return frames.slice(1).map((at, before) => at - (frames[before] as number))
}

function droppedPercent(frames: number[], interval: number): number {
  const intervals = gaps(frames).map((gap) => Math.max(1, Math.round(gap / interval)))
  const due = intervals.reduce((sum, count) => sum + count, 0)
  return Math.round(((due - intervals.length) / due) * 10_000) / 100
}
