import { availableParallelism, cpus, totalmem } from 'node:os'
import { bench as upload } from './upload.ts'

/** What a bench found; `metrics` and `goals` share their keys. */
export interface Measured {
  metrics: Record<string, number>
  goals: Record<string, { at_least: number } | { at_most: number }>
  rounds: number
  /** The machine and the runtime that were measured. */
  runtime?: Record<string, string | number>
}

const BENCHES: Record<string, () => Promise<Measured>> = { upload }

const [name = '', ...flags] = process.argv.slice(2)
const bench = BENCHES[name]
if (bench === undefined) {
  console.error(`There is no bench "${name}". There are: ${Object.keys(BENCHES).join(', ')}.`)
  process.exitCode = 2
} else {
  const measured = await bench()
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
  const line = { name, met, ...measured, runtime }
  if (flags.includes('--json')) console.log(JSON.stringify(line))
  else {
    console.log(`${name}: ${met ? 'met' : 'not met'} (${measured.rounds} rounds)`)
    for (const [key, value] of Object.entries(measured.metrics))
      console.log(`  ${key} ${value}  ${JSON.stringify(measured.goals[key] ?? {})}`)
  }
  process.exitCode = met ? 0 : 1
}
