import { fork } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { runBounded } from '../../src-main/adapters/bounded-worker.ts'
import { checkContinuity } from '../../src-main/core/statements/continuity.ts'
import { describeReading } from '../../src-main/core/statements/describe.ts'
import type { StatementMessage } from '../../src-main/statement-worker.ts'
import type { StatementReading } from '../../src-shared/statements/statement.ts'
import type { Measured } from '../support/measured.ts'
import { median } from '../support/median.ts'
import {
  generatedSamples,
  longStatement,
  type Sample,
  type Truth,
} from '../support/statements/generated-samples.ts'
import { scoreOf } from '../support/statements/score.ts'

/*
 * Method: the reader of bank statements reads statements with known truth, each in a worker as the command does. By default, the own
 * generator makes them: each is of another invented bank. Every second one has a funder and a copy with an altered amount and without a
 * page. Scans are drawn as pictures, turned, noisy, and compressed. With STATEMENT_SAMPLES=FOLDER, the bench reads the files of a folder
 * instead, which have their truth beside them: `0001.pdf` and `0001.json`.
 *
 * For the time, a file of 60 pages with text is read several times, from the start of the worker to the reading. Meanwhile, the delay of
 * this thread's event loop is measured. For the memory, a process of its own reads the same file. `memory_mb` is the most memory that it
 * ever had. `memory_kept_mb` is the growth of this process after all files were read.
 */

const TEXTS = 60
const SCANS = 8
const PAGES = 60
const ROUNDS = 5
const MEGABYTE = 1024 * 1024
const WORKER = new URL('../../src-main/statement-worker.ts', import.meta.url)

export async function measure(): Promise<Measured> {
  const folder = process.env['STATEMENT_SAMPLES']
  const samples = folder === undefined ? await generatedSamples(TEXTS, SCANS) : await samplesIn(folder)
  const long = longStatement(PAGES)
  const before = process.memoryUsage.rss()
  const { seconds, stall } = await timeOf(long)
  const memory = await memoryOf(long)
  const readings: StatementReading[] = []
  for (const { bytes } of samples) readings.push(await read(bytes))
  const score = scoreOf(samples, checkContinuity(readings).map(describeReading))
  const kept = process.memoryUsage.rss() - before
  return {
    metrics: {
      ...score.metrics,
      seconds_60_pages: Number(seconds.toFixed(2)),
      stall_p99_ms: Number(stall.toFixed(1)),
      memory_mb: Math.round(memory / MEGABYTE),
      memory_kept_mb: Math.round(Math.max(0, kept) / MEGABYTE),
    },
    goals: {
      false_verified: { at_most: 0 },
      verified_percent: { at_least: 95 },
      fault_caught_percent: { at_least: 100 },
      scans_verified_percent: { at_least: 50 },
      scans_false_verified: { at_most: 0 },
      positions_recall_percent: { at_least: 95 },
      positions_precision_percent: { at_least: 90 },
      seconds_60_pages: { at_most: 3 },
      stall_p99_ms: { at_most: 4 },
      memory_mb: { at_most: 300 },
      memory_kept_mb: { at_most: 50 },
    },
    rounds: ROUNDS,
    context: { files: samples.length, ...score.context },
  }
}

async function samplesIn(folder: string): Promise<Sample[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pdf')).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      name,
      bytes: new Uint8Array(await readFile(join(folder, name))),
      truth: JSON.parse(await readFile(join(folder, name.replace('.pdf', '.json')), 'utf8')) as Truth,
    })),
  )
}

async function read(bytes: Uint8Array): Promise<StatementReading> {
  const end = await runBounded<StatementMessage, StatementReading>({
    file: WORKER,
    data: { bytes },
    limits: { timeoutMs: 600_000, maxHeapMb: 512, maxGrowthBytes: 1024 * MEGABYTE },
    hear: (message) => ('reading' in message ? { answer: message.reading } : null),
  })
  return 'answer' in end ? end.answer : { verdict: 'unreadable', findings: [], accounts: [] }
}

/** Returns the median seconds of reading a file, and the event loop's delay in milliseconds that 99 % do not exceed. */
async function timeOf(bytes: Uint8Array): Promise<{ seconds: number; stall: number }> {
  const times: number[] = []
  const resolution = 1
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await read(bytes)
    times.push((performance.now() - began) / 1000)
  }
  delay.disable()
  return { seconds: median(times), stall: Math.max(0, delay.percentile(99) / 1e6 - resolution) }
}

/** Returns the most bytes that a process had while it read a file. */
function memoryOf(bytes: Uint8Array): Promise<number> {
  const child = fork(fileURLToPath(new URL('./statement-reader.ts', import.meta.url)), {
    serialization: 'advanced',
  })
  return new Promise((resolve, reject) => {
    child.once('message', (most) => {
      resolve(Number(most))
      child.disconnect()
    })
    child.once('exit', (code) => reject(new Error(`the reading process ended with ${code}`)))
    child.send(bytes)
  })
}
