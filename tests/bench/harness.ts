import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import type { Cleanup } from '../support/cleanup.ts'

/*
 * What the benches share. A bench runs its own bare program in the same run, in turns with the app: a short program that does the same
 * necessary work with nothing around it. Machines differ by a factor of three, so the ratio of both is the figure.
 */

type Sides = Record<string, (round: number) => unknown>

/** Runs all sides in each round, one after the other, and each round begins with another side. Warm-up rounds do not count. */
export async function interleave<Given extends Sides>(
  { rounds, warmUp = 0 }: { rounds: number; warmUp?: number },
  sides: Given,
): Promise<{ [Side in keyof Given]: Awaited<ReturnType<Given[Side]>>[] }> {
  const names = Object.keys(sides)
  const results: Record<string, unknown[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = -warmUp; round < rounds; round++)
    for (const at of names.keys()) {
      const name = names.at((at + round) % names.length) as string
      // Sequential, because sides that run at the same time would slow each other down.
      const result = await sides[name]?.(round)
      if (round >= 0) results[name]?.push(result)
    }
  return results as { [Side in keyof Given]: Awaited<ReturnType<Given[Side]>>[] }
}

export interface BareProgram<Reply> {
  pid: number
  /** Sends a message, and resolves with the reply. */
  ask(message: unknown): Promise<Reply>
}

/** Starts the program `bare/NAME.ts` in its own process. It replies to each message. */
export function startBare<Reply>(cleanup: Cleanup, name: string): BareProgram<Reply> {
  const child = fork(fileURLToPath(new URL(`./bare/${name}.ts`, import.meta.url)))
  cleanup.add(() => child.kill('SIGKILL'))
  return {
    pid: child.pid ?? 0,
    async ask(message) {
      const reply = Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
      ])
      child.send(message as object)
      return (await reply)[0] as Reply
    },
  }
}

export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Returns the p99 and the longest delay of this process's event loop during some work, in milliseconds. */
export async function stallsDuring(work: () => Promise<unknown>): Promise<{ p99: number; longest: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await work()
  delay.disable()
  // The timer's interval of 1 ms is part of the measured value.
  const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 1)
  return { p99: ms(delay.percentile(99)), longest: ms(delay.max) }
}

/** Returns the value that the share `of` of the values does not exceed. */
export function quantile(values: readonly number[], of: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * of) - 1)] ?? NaN
}

export const rounded = (value: number, digits = 2) => Number(value.toFixed(digits))

/**
 * Returns the processor time that a process has used so far, in milliseconds, or 0 if the system does not report it. Its children that have
 * ended do not count.
 */
export async function processorTime(pid: number | 'self'): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // User and system time in hundredths of a second follow the process name in parentheses, which may contain spaces.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10
}
