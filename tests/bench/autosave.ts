import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ElectronApplication, Page } from 'playwright-core'
import { launchApp } from '../../build/demo/launch-app.ts'
import { findElectron } from '../../build/runtime/electron.mjs'
import type { Measured } from '../support/measured.ts'
import { openDraft } from '../support/draft-typing.ts'
import { fillVault } from '../support/fill-vault.ts'
import { median } from '../support/median.ts'
import { interleave, quantile, rounded, timed } from './harness.ts'

/*
 * Method: the built app runs on a vault with 10,000 deals. A draft is open. The bench types into the draft's fields like a fast typist, one
 * key every 60 ms, through the browser's input. The page and the main process both use the system clock, so their times can be compared.
 * A commit takes from the key event in the page until the vault has confirmed to the main process that the change is on disk.
 *
 * After each 40 keys, the bare program has its turn. It appends as many bytes to a file on the same disk as the vault's log grew for each
 * save, and syncs the file, also every 60 ms. `ratio_to_fsync` is the ratio of both p99.
 *
 * `stall_p99_ms` is the delay of a 1 ms timer in the main process's event loop during the typing.
 */

const DEALS = 10_000
const ROUNDS = 15
const WARM_UP = 2
const KEY_EVERY_MS = 60
/** Number of keys typed into one field in a round. It is below the maximum length of the shortest field. */
const KEYS_A_ROUND = 40
const FIELDS = ['company.legal_name', 'company.dba', 'application.notes']
const TEXT = 'the quick brown fox jumps over the lazy dog '

export async function measure(): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'funding-desk-bench-'))
  try {
    const data = join(folder, 'app')
    await fillVault(data, DEALS)
    const electron = await findElectron()
    const app = await launchApp({ electron, data })
    try {
      const { page, application } = app
      await openDraft(page)
      await watchCommits(application, page)
      const log = join(data, 'environments', 'sandbox', 'vault.db-wal')
      const file = openSync(join(folder, 'bare'), 'a')
      let bytes = 0
      const { ours, bare } = await interleave(
        { rounds: ROUNDS, warmUp: WARM_UP },
        {
          ours: async (at) => {
            const before = await sizeOf(log)
            await typeText(page, FIELDS.at(at % FIELDS.length) as string)
            await page.locator('[data-save="saved"]').waitFor()
            // The log has its size until a second without commits is over.
            bytes = Math.round(((await sizeOf(log)) - before) / KEYS_A_ROUND)
            return seenCommits(application, page)
          },
          bare: async () => {
            const took: number[] = []
            const content = Buffer.alloc(bytes)
            for (let key = 0; key < KEYS_A_ROUND; key++) {
              await sleep(KEY_EVERY_MS)
              took.push(
                await timed(() => {
                  writeSync(file, content)
                  fdatasyncSync(file)
                }),
              )
            }
            return took
          },
        },
      )
      const waits = ours.flatMap((one) => one.waits)
      const syncs = bare.flat()
      if (waits.length < ROUNDS * KEYS_A_ROUND)
        throw new Error(`only ${waits.length} keys were seen to be saved`)
      return {
        metrics: {
          ratio_to_fsync: rounded(quantile(waits, 0.99) / quantile(syncs, 0.99)),
          stall_p99_ms: rounded(median(ours.map(({ stall_ms }) => stall_ms))),
        },
        goals: { ratio_to_fsync: { at_most: 2.5 }, stall_p99_ms: { at_most: 3 } },
        rounds: waits.length,
        context: {
          commit_p50_ms: rounded(quantile(waits, 0.5)),
          commit_p99_ms: rounded(quantile(waits, 0.99)),
          fsync_p50_ms: rounded(quantile(syncs, 0.5)),
          fsync_p99_ms: rounded(quantile(syncs, 0.99)),
          bytes_a_save: bytes,
          deals: DEALS,
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

async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size
}

async function typeText(page: Page, field: string): Promise<void> {
  // Select the field's old text, so that the first key replaces it. Clearing the field in another way would save a change without a key
  // press.
  await page.locator(`[data-path="${field}"]`).selectText()
  for (let typed = 0; typed < KEYS_A_ROUND; typed++) {
    const key = TEXT[typed % TEXT.length] as string
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await sleep(KEY_EVERY_MS)
  }
}

/** Records the time of each key press in the page, and in the main process each save and the delay of the event loop. */
async function watchCommits(application: ElectronApplication, page: Page): Promise<void> {
  await application.evaluate(({ ipcMain }) => {
    type Handler = (...call: unknown[]) => Promise<unknown>
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> }
    const pass = handlers.get('call') as Handler
    const saves: [began: number, ended: number][] = []
    const now = () => performance.timeOrigin + performance.now()
    handlers.set('call', async (...call) => {
      const began = now()
      const answer = await pass(...call)
      if (call[1] !== 'drafts.save') return answer
      saves.push([began, now()])
      return answer
    })
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    Object.assign(globalThis, { bench: { saves, delay } })
  })
  await page.evaluate(`{
    globalThis.keysAt = []
    addEventListener('keydown', (event) => keysAt.push(performance.timeOrigin + event.timeStamp), true)
  }`)
}

/**
 * Returns the measurements since the last call: for each key press, the time until the end of the first save that began after it, and the
 * p99 of the event loop's delay in the main process.
 */
async function seenCommits(
  application: ElectronApplication,
  page: Page,
): Promise<{ waits: number[]; stall_ms: number }> {
  const keys = await page.evaluate<number[]>('keysAt.splice(0)')
  const { saves, p99 } = await application.evaluate(() => {
    const { bench } = globalThis as unknown as {
      bench: {
        saves: [began: number, ended: number][]
        delay: { percentile(of: number): number; reset(): void }
      }
    }
    const seen = { saves: bench.saves.splice(0), p99: bench.delay.percentile(99) / 1e6 }
    bench.delay.reset()
    return seen
  })
  const waits = keys.flatMap((key) => {
    const save = saves.find(([began]) => began >= key)
    return save === undefined ? [] : [save[1] - key]
  })
  // The timer's interval of 1 ms is part of the measured value.
  return { waits, stall_ms: Math.max(0, p99 - 1) }
}
