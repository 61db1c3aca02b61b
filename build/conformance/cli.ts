import { parseArgs } from 'node:util'
import { runConformance, type ConformanceOptions, type Line } from './main.ts'

function readOptions() {
  return parseArgs({
    options: {
      'base-url': { type: 'string' },
      'client-id': { type: 'string' },
      'client-secret-env': { type: 'string' },
      profile: { type: 'string' },
      'webhook-url': { type: 'string' },
      'requests-per-second': { type: 'string' },
      wait: { type: 'string', default: '30' },
      json: { type: 'boolean', default: false },
    },
  }).values
}

type Options = ReturnType<typeof readOptions>

function needed(values: Options, name: 'base-url' | 'client-id' | 'client-secret-env'): string {
  const value = values[name]
  if (value === undefined || value === '') throw new Error(`--${name} is needed.`)
  return value
}

function number(values: Options, name: 'requests-per-second' | 'wait'): number | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  if (!(Number(value) >= 0)) throw new Error(`--${name} takes a number, and "${value}" is none.`)
  return Number(value)
}

function readCommand() {
  try {
    const values = readOptions()
    const variable = needed(values, 'client-secret-env')
    const client_secret = process.env[variable]
    if (!client_secret) throw new Error(`The environment variable ${variable} holds no secret.`)
    const options: ConformanceOptions = {
      base_url: needed(values, 'base-url'),
      client_id: needed(values, 'client-id'),
      client_secret,
      profile: values.profile,
      webhook_url: values['webhook-url'],
      requests_per_second: number(values, 'requests-per-second'),
      wait_s: number(values, 'wait') ?? 0,
    }
    return { options, json: values.json }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nSee --help.`, {
      cause: error,
    })
  }
}

function print({ id, section, what, result, detail }: Line, json: boolean): void {
  if (json) console.log(JSON.stringify({ id, section, what, result, detail }))
  else
    console.log(
      `${{ pass: '✓', fail: '✗', 'not offered': '–' }[result]} ${section.padEnd(4)} ${id.padEnd(28)} ${what}${detail === '' ? '' : `  [${detail}]`}`,
    )
}

try {
  const { options, json } = readCommand()
  const lines = await runConformance(options, (line) => print(line, json))
  const count = (result: Line['result']) => lines.filter((line) => line.result === result).length
  console.error(`${count('pass')} passed, ${count('fail')} failed, ${count('not offered')} not offered`)
  process.exitCode = count('fail') === 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
