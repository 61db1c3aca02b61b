import { availableParallelism, cpus, totalmem } from 'node:os'

/** The result of a benchmark or a torture test. Each metric has a goal under the same key. */
export interface Measured {
  metrics: Record<string, number>
  goals: Record<string, { at_least: number } | { at_most: number }>
  rounds: number
  /** Further figures, which have no goal but help to interpret the metrics. */
  context?: Record<string, number | string>
  /** The machine and the versions (such as Electron) with which the program measured. */
  runtime?: Record<string, string | number>
}

/** An error for a program that cannot measure. It ends the run with exit code 2 and prints this message. */
export class CannotMeasure extends Error {}

/**
 * Runs one of `programs`: the one named on the command line. Prints its result and sets the exit code. The code is 0 if all goals are met,
 * 1 if not, and 2 if the program could not measure.
 */
export async function runMeasured(
  what: string,
  programs: Record<string, () => Promise<{ measure(): Promise<Measured> }>>,
): Promise<void> {
  const [name = '', ...flags] = process.argv.slice(2)
  const load = programs[name]
  if (load === undefined) {
    console.error(`There is no ${what} "${name}". There are: ${Object.keys(programs).join(', ')}.`)
    process.exitCode = 2
    return
  }
  try {
    const { measure } = await load()
    print(name, await measure(), flags.includes('--json'))
  } catch (error) {
    console.error(error instanceof CannotMeasure ? error.message : error)
    process.exitCode = 2
  }
}

function print(name: string, measured: Measured, json: boolean): void {
  const met = Object.entries(measured.goals).every(([key, goal]) => {
    const value = measured.metrics[key] ?? NaN
    return 'at_least' in goal ? value >= goal.at_least : value <= goal.at_most
  })
  const runtime = {
    node: process.versions.node,
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memory_gb: Math.round(totalmem() / 1024 ** 3),
    ...measured.runtime,
  }
  if (json) console.log(JSON.stringify({ name, met, ...measured, runtime }))
  else {
    console.log(`${name}: ${met ? 'met' : 'not met'} (${measured.rounds} rounds)`)
    for (const [key, value] of Object.entries(measured.metrics))
      console.log(`  ${key} ${value}  ${JSON.stringify(measured.goals[key] ?? {})}`)
    for (const [key, value] of Object.entries(measured.context ?? {})) console.log(`  (${key} ${value})`)
  }
  process.exitCode = met ? 0 : 1
}
