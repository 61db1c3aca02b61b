import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { DEAL_PARTS } from '../../src-shared/platform/addresses/deep-link.ts'
import { MONEY_TABS, SETTINGS_SECTIONS } from '../../src-renderer/platform/navigation/route.ts'
import { openBusyEnvironment, type BusyEnvironment } from '../gallery/busy-office.ts'
import { goTo } from '../gallery/scene.ts'
import type { Measured } from '../support/measured.ts'
import { pssOf } from '../support/plain-launch.ts'

/**
 * Method: repeats a broker's day in the real app with a year of deals. One round opens every screen and every part of a deal, opens and
 * closes a document, tries other terms of an offer, searches, and types into a field. The bench reads the memory twice: after a warm-up and
 * at the end, each time after a full garbage collection. Memory that grows in this loop would also grow during a real day.
 *
 * The figures are the growth per hundred rounds. A round opens about thirty screens, so a hundred rounds open more screens than any broker
 * does in a day. The page's heap is measured without the code that V8 compiled, because its size depends on how often a function ran. The
 * PSS (memory size) of all processes is only part of the result's `context`, because Electron returns freed memory to the system late.
 */

const WARM = 15
const ROUNDS = 55

interface Held {
  /** Bytes in the page's JavaScript heap after garbage collection, without compiled code. */
  page: number
  nodes: number
  listeners: number
  /** Bytes in the JavaScript heap of the main process after garbage collection. */
  main: number
  pss: number
}

export async function measure(): Promise<Measured> {
  const busy = await openBusyEnvironment()
  try {
    const { page } = busy.environment
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    for (let round = 0; round < WARM; round++) await day(busy, round)
    const before = await held(busy, session)
    for (let round = WARM; round < ROUNDS; round++) await day(busy, round)
    const after = await held(busy, session)
    const per100 = (what: keyof Held) => ((after[what] - before[what]) / (ROUNDS - WARM)) * 100
    const mb = (what: keyof Held) => Number((per100(what) / 1024 ** 2).toFixed(1))
    return {
      metrics: {
        page_growth_mb: mb('page'),
        node_growth: Math.round(per100('nodes')),
        listener_growth: Math.round(per100('listeners')),
        main_growth_mb: mb('main'),
      },
      goals: {
        page_growth_mb: { at_most: 1 },
        node_growth: { at_most: 200 },
        listener_growth: { at_most: 50 },
        main_growth_mb: { at_most: 2 },
      },
      rounds: ROUNDS,
      context: {
        page_mb: Math.round(after.page / 1024 ** 2),
        nodes: after.nodes,
        main_mb: Math.round(after.main / 1024 ** 2),
        pss_mb_warm: Math.round(before.pss),
        pss_mb_end: Math.round(after.pss),
      },
    }
  } finally {
    await busy.environment.close()
  }
}

/** Runs one round: does each action of the day once. */
async function day({ environment, offers, incomplete }: BusyEnvironment, round: number): Promise<void> {
  const { page } = environment
  await goTo(page, '#/')
  await page.locator('[data-deal]').first().waitFor()
  const search = page.getByLabel('Search deals')
  await search.fill('bakery')
  await page.waitForTimeout(100)
  await search.fill('')
  await page.keyboard.press('Escape')
  await goTo(page, '#/')
  await page.keyboard.press('b')
  await page.keyboard.press('b')
  // Each click opens a menu and thereby closes the menu of the previous click.
  for (const name of ['Filter', 'Columns', 'Filter', 'Columns'])
    await page.getByRole('button', { name, exact: true }).click()
  await goTo(page, `#/deals/${incomplete}`)
  const reference = page.locator('[data-path="application.reference"]')
  await reference.fill(`R-${round}`)
  for (const part of DEAL_PARTS) await goTo(page, `#/deals/${offers}/${part}`)
  await look(page, offers)
  await goTo(page, `#/deals/${offers}/compare`)
  await page.getByRole('button', { name: 'Try other terms' }).first().click()
  await page.getByRole('button', { name: 'Close', exact: true }).first().click()
  for (const screen of ['today', 'calls', ...MONEY_TABS.map((tab) => `money/${tab}`)])
    await goTo(page, `#/${screen}`)
  for (const section of SETTINGS_SECTIONS) await goTo(page, `#/settings/${section}`)
}

/** Opens a document and closes it when its first page is rendered. */
async function look(page: Page, deal_id: string): Promise<void> {
  await goTo(page, `#/deals/${deal_id}/documents`)
  await page
    .getByRole('button', { name: /^Open Statement / })
    .first()
    .click()
  await page.locator('[data-page="1"][data-drawn]').waitFor()
  await page.keyboard.press('Escape')
}

async function held({ environment }: BusyEnvironment, session: CDPSession): Promise<Held> {
  await goTo(environment.page, '#/')
  // Wait until temporary messages on the screen have disappeared.
  await sleep(10_000)
  const inMain = await environment.app.application.evaluate(async () => {
    const v8 = process.getBuiltinModule('v8')
    v8.setFlagsFromString('--expose-gc')
    const gc = process.getBuiltinModule('vm').runInNewContext('gc') as () => void
    for (let time = 0; time < 4; time++) {
      gc()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return { main: process.memoryUsage().heapUsed, pid: process.pid }
  })
  for (let time = 0; time < 4; time++) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
  return {
    page: await keptBy(session),
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
    main: inMain.main,
    pss: (await pssOf(inMain.pid)).mb,
  }
}

interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  /** All heap nodes in one flat array. Each node occupies as many numbers as `node_fields` has entries. */
  nodes: number[]
}

/** Returns the size of the page's heap in bytes, without compiled code. */
async function keptBy(session: CDPSession): Promise<number> {
  const chunks: string[] = []
  const take = ({ chunk }: { chunk: string }) => chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', take)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', take)
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot
  const { node_fields, node_types } = snapshot.meta
  const [type, size] = [node_fields.indexOf('type'), node_fields.indexOf('self_size')]
  const code = node_types[0].indexOf('code')
  let bytes = 0
  for (let at = 0; at < nodes.length; at += node_fields.length)
    if (nodes[at + type] !== code) bytes += nodes[at + size] ?? 0
  return bytes
}
