import { parseArgs } from 'node:util'
import { readWebAddress } from '../../src-main/adapters/net/web-address.ts'
import { printable, printableLines } from '../../src-shared/printable.ts'
import { runConformance, type ConformanceOptions, type Line } from './main.ts'

function readOptions() {
  return parseArgs({
    options: {
      'base-url': { type: 'string' },
      'client-id': { type: 'string' },
      'client-secret-env': { type: 'string' },
      profile: { type: 'string' },
      payload: { type: 'string' },
      'webhook-url': { type: 'string' },
      'requests-per-second': { type: 'string' },
      wait: { type: 'string', default: '30' },
      json: { type: 'boolean', default: false },
    },
  }).values
}

type Options = ReturnType<typeof readOptions>

const NEEDED = ['base-url', 'client-id', 'client-secret-env'] as const

function needAll(values: Options): Record<(typeof NEEDED)[number], string> {
  const missing = NEEDED.filter((name) => !values[name])
  if (missing.length > 0)
    throw new Error(`Needed, and not given: ${missing.map((name) => `--${name}`).join(', ')}.`)
  return values as Record<(typeof NEEDED)[number], string>
}

function needAddress(name: string, value: string): string {
  const address = readWebAddress(value)
  if ('url' in address) return value
  throw new Error(`--${name} takes a web address, and "${value}" can't be used. ${address.why}`)
}

function number(values: Options, name: 'requests-per-second' | 'wait'): number | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  if (value.trim() === '' || !(Number(value) >= 0))
    throw new Error(`--${name} takes a number, and "${value}" is none.`)
  return Number(value)
}

function readCommand() {
  try {
    const values = readOptions()
    const needed = needAll(values)
    const variable = needed['client-secret-env']
    const client_secret = process.env[variable]
    if (!client_secret) throw new Error(`The environment variable ${variable} holds no secret.`)
    const webhook_url = values['webhook-url']
    const options: ConformanceOptions = {
      base_url: needAddress('base-url', needed['base-url']),
      client_id: needed['client-id'],
      client_secret,
      profile: values.profile,
      payload: values.payload,
      webhook_url: webhook_url === undefined ? undefined : needAddress('webhook-url', webhook_url),
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
  if (json) console.log(printable(JSON.stringify({ id, section, what, result, detail })))
  else
    console.log(
      `${{ pass: '✓', fail: '✗', 'not offered': '–' }[result]} ${section.padEnd(4)} ${id.padEnd(28)} ${what}${detail === '' ? '' : `  [${printable(detail)}]`}`,
    )
}

try {
  const { options, json } = readCommand()
  const lines = await runConformance(options, (line) => print(line, json))
  const count = (result: Line['result']) => lines.filter((line) => line.result === result).length
  console.error(`${count('pass')} passed, ${count('fail')} failed, ${count('not offered')} not offered`)
  process.exitCode = count('fail') === 0 ? 0 : 1
} catch (error) {
  console.error(printableLines(error instanceof Error ? error.message : String(error)))
  process.exitCode = 2
}
