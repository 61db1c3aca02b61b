import { fork } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { READER_ENVIRONMENT } from '../../build/statements/source-reader.ts'
import { checkContinuity } from '../../src-main/features/statement-reader/continuity.ts'
import { describeReading } from '../../src-main/features/statement-reader/describe.ts'
import type { StatementReading } from '../../src-shared/features/statements/statement.ts'
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
 * Method: each bank statement, with known truth, is read by a separate process, as in the app. By default, the own generator makes them: each is of another
 * invented bank. Every second one has a funder, and a copy with an altered amount and one without a page. Scans are drawn as pictures,
 * turned, noisy, and compressed. With STATEMENT_SAMPLES=FOLDER, the bench reads the files of a folder instead, which have their truth beside
 * them: `0001.pdf` and `0001.json`.
 *
 * For the time, a new process reads a file of 60 pages with text, from its start to its answer, several times. Meanwhile, the delay of this
 * process's event loop is measured. `memory_mb` is the most memory that one of these processes ever had. `memory_kept_mb` is the growth of
 * this process's memory after they have ended. `memory_scans_mb`, without a goal, is the most memory of a process that read one of the files with
 * known truth. Those with scans need most.
 */

const TEXTS = 60
const SCANS = 8
const PAGES = 60
const ROUNDS = 5
const MEGABYTE = 1024 * 1024

export async function measure(): Promise<Measured> {
  const folder = process.env['STATEMENT_SAMPLES']
  const long = longStatement(PAGES)
  const before = process.memoryUsage.rss()
  const { seconds, stall, memory } = await timeOf(long)
  const kept = process.memoryUsage.rss() - before
  const samples = folder === undefined ? await generatedSamples(TEXTS, SCANS) : await samplesIn(folder)
  const readings: StatementReading[] = []
  let most = 0
  for (const { bytes } of samples) {
    const reader = startReader()
    const answer = await reader.read(bytes)
    readings.push(answer.reading)
    most = Math.max(most, answer.memory)
    await reader.end()
  }
  const score = scoreOf(
    samples,
    checkContinuity(readings).map((one) => describeReading(one)),
  )
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
    context: { files: samples.length, memory_scans_mb: Math.round(most / MEGABYTE), ...score.context },
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

interface Answer {
  reading: StatementReading
  memory: number
}

function startReader() {
  const child = fork(fileURLToPath(new URL('./statement-reader.ts', import.meta.url)), {
    serialization: 'advanced',
    env: { ...process.env, ...READER_ENVIRONMENT },
  })
  return {
    read: (bytes: Uint8Array) =>
      new Promise<Answer>((resolve, reject) => {
        const ended = (code: number | null) => reject(new Error(`the reading process ended with ${code}`))
        child.once('exit', ended)
        child.once('message', (answer) => {
          child.off('exit', ended)
          resolve(answer as Answer)
        })
        child.send(bytes)
      }),
    end: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.disconnect()
      }),
  }
}

/**
 * Returns the median seconds of reading a file, the event loop's delay in milliseconds that 99 % do not exceed, and the most bytes of memory
 * of a reading process.
 */
async function timeOf(bytes: Uint8Array): Promise<{ seconds: number; stall: number; memory: number }> {
  const times: number[] = []
  let memory = 0
  const resolution = 1
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const reader = startReader()
    const answer = await reader.read(bytes)
    times.push((performance.now() - began) / 1000)
    memory = Math.max(memory, answer.memory)
    await reader.end()
  }
  delay.disable()
  return {
    seconds: median(times),
    stall: Math.max(0, delay.percentile(99) / 1e6 - resolution),
    memory,
  }
}
